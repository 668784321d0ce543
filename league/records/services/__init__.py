"""Writes of records: created, edited, merged, deleted, and undone."""
