"""What tables of all subjects share."""

from django_tables2 import Column

UNKNOWN = "–"


class FigureColumn(Column):  # type: ignore[misc]  # the library has no types
    """A column of figures: the largest first when it is sorted, a dash where nothing is known."""

    def __init__(self, head: str, accessor: str, css: str = "", **options: object) -> None:
        classes = {"class": f"num {css}".strip()}
        attrs = {"th": classes, "td": classes, "tf": classes}
        options = {"initial_sort_descending": True, "default": UNKNOWN, "attrs": attrs} | options
        super().__init__(head, accessor=accessor, **options)
