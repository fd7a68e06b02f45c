"""The web application around the engine, room by room."""
