"""The features, a room each. `app/site/features.py` lists them."""
