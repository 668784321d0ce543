"""Writes of the inbox: decisions, and undoing them."""
