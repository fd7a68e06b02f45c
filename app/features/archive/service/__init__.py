"""What is read from games that were played."""
