"""What programs get of dailies and standings."""
