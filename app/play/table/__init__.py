"""How a table is drawn: piles, boards, miniatures and the status line."""
