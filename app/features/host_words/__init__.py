"""What the people who run a server say on its front page."""
