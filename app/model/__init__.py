"""What the application speaks of, as frozen values and the sentences that refuse."""
