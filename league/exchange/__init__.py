"""In and out: backups, and what other programs read."""
