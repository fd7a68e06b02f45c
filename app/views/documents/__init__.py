"""The documents of the JSON API: the fields of each, which are its contract, and how they are filled in."""
