"""Invitations to make an account."""
