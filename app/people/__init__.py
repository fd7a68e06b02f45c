"""The people who play: their names, passwords, cookies and looks."""
