"""The API: what other programs read of a league, and enter into it."""
