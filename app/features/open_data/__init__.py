"""The games of each month for everybody to download."""
