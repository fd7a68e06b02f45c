"""Statements about dailies, attempts, boards, standings and stories."""
