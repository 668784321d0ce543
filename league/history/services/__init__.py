"""Writes of the history: rows that can be put back exactly, and the changes made of them."""
