"""A whole league as one open file: written, read back into any installation, and described by a schema.

Beside the backup, which is the whole installation for the same version of Pegboard: this is one league, in
JSON that anybody's program can read, and nobody is ever trapped.
"""
