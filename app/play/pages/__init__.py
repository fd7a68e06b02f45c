"""The page of a table, what it sends, and who watches."""
