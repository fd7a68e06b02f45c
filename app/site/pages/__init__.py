"""The pages of the site itself: the lobby, notices, the operator's page and that of the interface for programs."""
