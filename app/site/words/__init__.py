"""The lobby, what is kept about people, and the page of the interface for programs, in words."""
