"""Ratings, and the arithmetic by which results change them."""
