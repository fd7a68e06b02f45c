"""Who plays: names, passwords, cookies and looks."""
