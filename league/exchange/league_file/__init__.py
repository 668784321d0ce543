"""A whole league as one open file: written, read back into any installation, and described by a schema.

Beside the backup, which is the whole installation for the same version of Pegboard: this is one league, in
JSON that anybody's program can read, and nobody is ever trapped.
"""

from league.exchange.league_file.describing import schema
from league.exchange.league_file.reading import FileRefused, Imported, import_league
from league.exchange.league_file.tables import FORMAT, LeftOut
from league.exchange.league_file.writing import league_as_text

__all__ = ["FORMAT", "FileRefused", "Imported", "LeftOut", "import_league", "league_as_text", "schema"]
