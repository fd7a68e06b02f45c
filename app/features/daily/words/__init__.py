"""Dailies, boards, standings and stories in words."""
