"""Writes: one verb each, keyword-only, one transaction each.

What follows from a write stands in it, line under line.
"""
