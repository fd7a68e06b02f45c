"""Reports of names, decisions of moderators, and appeals against them."""
