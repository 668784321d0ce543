"""Photographs of filled score sheets that nobody took: printed, filled in with pens, damaged, from a seed.

`sheets` prints and fills in, `pens` draws marks, `damage` photographs, `measure` counts what the reader makes
of it: `python3 -m tests.tools.photographs`.
"""
