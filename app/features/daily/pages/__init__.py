"""The pages of dailies, boards and standings, and what moderators send about results."""
