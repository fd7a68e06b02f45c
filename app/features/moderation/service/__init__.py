"""What players report and what moderators decide."""
