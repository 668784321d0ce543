"""Reads of records."""
