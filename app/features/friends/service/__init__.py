"""What players can do as friends and in groups."""
