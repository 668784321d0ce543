"""The key to a form: in a few words what is written in the boxes beside the awards, if its game has such."""

from league.selectors.sheet_forms import SheetForm


def key(form: SheetForm) -> str:
    """What the boxes beside the awards are for; empty where there are none."""
    said = ["Up: the card turned."] * form.has_turned
    said += ["Beg: G a point given, R run."] * form.has_begging
    said += ["!: jack hung."] * any(column.has_hung for column in form.columns)
    return " ".join(said)


def nobodys_line(form: SheetForm) -> str:
    """How to write that nobody took an award that has no box for nobody; empty where all have one."""
    struck = [column.title for column in form.columns if column.is_struck_out]
    return f"No trump out: a line through {' and '.join(struck)}." if struck else ""
