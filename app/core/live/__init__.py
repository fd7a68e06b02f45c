"""News: what changes, sent to everybody who looks at it, by this process or through Redis."""
