"""The lobby and the page of the interface for programs, in words."""
