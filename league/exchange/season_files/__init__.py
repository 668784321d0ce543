"""What the public takes away of a season as files: standings, fixtures, results, and every hand."""
