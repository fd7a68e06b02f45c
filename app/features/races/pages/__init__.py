"""The pages of races, rooms and ghosts, and what moderators send about wins."""
