"""The pages of an account, of its tokens and of the settings."""
