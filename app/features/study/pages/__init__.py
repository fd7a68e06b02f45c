"""The pages of advice, analysis and certificates."""
