"""The pages of friends and groups."""
