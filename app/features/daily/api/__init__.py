"""Dailies and standings for programs."""
