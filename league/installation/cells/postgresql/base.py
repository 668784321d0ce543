"""Django's PostgreSQL with a search path that follows the cell, and tables altered as Citus takes it.

Not a database alias for each cell: services open their transactions, and some of them their own SQL, on the
default one; and a thread needs one connection, however many cells there are.
"""

from collections.abc import Iterator
from typing import Any

from django.db import ProgrammingError
from django.db.backends.postgresql import schema
from django.db.models import Field, Model

from league.installation.postgresql import base
from league.shared.cells import SHARED, current_cell


class CellSchemaEditor(schema.DatabaseSchemaEditor):
    """Adds a column first and its constraints after it: Citus refuses both in one statement."""

    sql_create_column_inline_fk = None  # type: ignore[assignment]  # as in the base of all editors
    _adds_column = False

    def add_field(self, model: type[Model], field: "Field[Any, Any]") -> None:
        inline_check = self.sql_check_constraint
        self._adds_column, self.sql_check_constraint = True, ""
        try:
            super().add_field(model, field)
        finally:
            self._adds_column, self.sql_check_constraint = False, inline_check
        if field.unique:
            self.execute(self._create_unique_sql(model, [field]))  # type: ignore[attr-defined]  # stubs lack it
        if condition := field.db_parameters(connection=self.connection)["check"]:
            name = self._create_index_name(model._meta.db_table, [field.column], suffix="_check")  # type: ignore[attr-defined]
            self.execute(self._create_check_sql(model, name, condition))  # type: ignore[attr-defined]

    def _iter_column_sql(self, *arguments: Any) -> Iterator[str]:
        for part in super()._iter_column_sql(*arguments):  # type: ignore[misc]
            if not (self._adds_column and part == "UNIQUE"):
                yield part


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that reads and writes in the current cell."""

    SchemaEditorClass = CellSchemaEditor
    _reads_in = ""

    def connect(self) -> None:
        # Nothing is said to a new connection before Django has made it ready.
        self._reads_in, self.autocommit = "", False
        super().connect()

    def get_autocommit(self) -> bool:
        """Return whether each statement commits. The search path is left as it is.

        Django asks this before it closes a connection that was cut: a fault here would keep that for good.
        """
        super().ensure_connection()
        return bool(self.autocommit)

    def ensure_connection(self) -> None:
        """Follow the cell, before each statement and before a transaction, which would take the path back."""
        super().ensure_connection()
        cell = current_cell()
        if cell == self._reads_in:
            return
        if self.in_atomic_block:
            raise ProgrammingError(f"A transaction in cell {self._reads_in} cannot go on in cell {cell}.")
        if not self.autocommit:
            return
        path = ", ".join(map(self.ops.quote_name, (cell, SHARED)))
        with self.wrap_database_errors, self.connection.cursor() as cursor:
            cursor.execute(f"SET search_path TO {path}")
        self._reads_in = cell
