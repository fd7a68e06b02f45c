"""The documents of the JSON API: each one's fields, which are its contract, and how it is written."""
