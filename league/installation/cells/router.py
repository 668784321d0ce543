"""Which tables a migration makes and alters in which cell: what all cells share is the first one's."""

from typing import Any

from league.shared.cells import FIRST, SHARED_MODELS, current_cell


class CellRouter:
    """In every cell but the first, leaves out what all share. Rows are read where the search path leads."""

    def allow_migrate(
        self, db: str, app_label: str, model_name: str | None = None, **hints: Any
    ) -> bool | None:
        if current_cell() == FIRST:
            return None
        if app_label != "league" or f"league.{model_name}" in SHARED_MODELS:
            return False
        return None
