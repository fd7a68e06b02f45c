"""The web application itself: how it is built, what guards it and how it answers errors."""
