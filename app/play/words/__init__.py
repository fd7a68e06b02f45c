"""Games, deals and rules in words."""
