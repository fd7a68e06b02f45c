"""The things the application deals with, as frozen values, and the refusals that it shows to players."""
