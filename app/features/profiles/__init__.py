"""The public pages of players."""
