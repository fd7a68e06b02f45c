"""Friends and groups."""
