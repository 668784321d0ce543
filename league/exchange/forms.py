"""Forms for a list that is pasted or sent as a file, read into rows.

And what the check and the preview of a list say: meanings to choose from, and sums in words.
"""

from collections.abc import Mapping
from typing import Any

from django import forms

from league.exchange.lists.checked_list import CheckedList, ImportAction, ImportedRow, problems_on_page
from league.exchange.lists.headings import What
from league.exchange.lists.layout import bare_heading, meanings_of
from league.exchange.services.lists import ImportReport
from league.exchange.spreadsheets import Rows, UnreadableFile, file_text, read_text
from league.models import ImportRun
from league.shared.text import plural

ANSWER = "answer-"
LONGEST_KEY = 200


def answers_of(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the answers of a form by their keys: `answer-night` answers `night`."""
    return {
        name.removeprefix(ANSWER): value
        for name, value in data.items()
        if name.startswith(ANSWER) and value and len(name) <= LONGEST_KEY and len(value) <= LONGEST_KEY
    }


def chosen_columns(checked: CheckedList, answers: Mapping[str, str]) -> dict[str, str]:
    """Return what columns mean as somebody chose it, by their headings."""
    return {
        bare_heading(column.heading): str(column.meaning)
        for column in checked.columns
        if column.heading and column.key in answers
    }


class RowsForm(forms.Form):
    """A list: a file, or a text that was pasted or previewed before."""

    # No bound of its own: a browser would cut off what is too long without a word.
    pasted = forms.CharField(
        label="Paste it here",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label="or choose a file",
        required=False,
        help_text="CSV, XLSX, Word (DOCX) or a saved web page; of several sheets the first that is not "
        "hidden is read.",
    )
    named = forms.CharField(required=False, max_length=120, widget=forms.HiddenInput)

    rows: Rows = ()
    text = ""

    @property
    def answers(self) -> dict[str, str]:
        return answers_of(self.data)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        file, pasted = cleaned.get("file"), cleaned.get("pasted", "")
        try:
            if file:
                self.text = file_text(file.read())
                self.rows = read_text(self.text)
                cleaned["named"] = file.name[:120]
            elif pasted and pasted.strip():
                self.rows = read_text(pasted)
                self.text = pasted
                cleaned["named"] = cleaned.get("named") or "a list that was pasted"
            else:
                self.add_error("pasted", "There is nothing in it: paste the list, or choose its file.")
        except UnreadableFile as refusal:
            self.add_error("file" if file else "pasted", str(refusal))
        return cleaned


class ListForm(RowsForm):
    """A list and its kind."""

    what = forms.ChoiceField(label="What is in it", choices=[(what, what) for what in What])
    field_order = ("what", "pasted", "file")


# A match has seldom more tables; a list with more columns gets more choices.
TABLES_OFFERED = 4
# Of a longer list only so many rows are shown, those with problems and questions first.
MOST_ROWS, FEWEST_ROWS = 400, 100
# A question shows so many of its rows as they were typed.
ROWS_OF_A_QUESTION = 6
# What an answer does, by its value.
EFFECTS = {
    "one-pub": "Their teams share it.",
    "two-pubs": "Each has a place and teams of its own.",
    "one-team": "The rows become one team.",
    "two-teams": "Each row is a team, all in one pub.",
    "one-person": "Their teams get the same telephone number and e-mail address.",
    "two-people": "Each team keeps what its own row says.",
    "known": "Nothing is added.",
    "new": "A new one is added.",
    "leave-out": "The report says what is left out.",
    "plays": "It is imported.",
    "all": "Every match begins then.",
    "above": "They share that pub.",
    "own": "A pub is added for each.",
    "captain": "What stands before the dash is the pub.",
    "team": "What stands before the dash is their pub.",
    "name": "Nothing is taken apart.",
    "pub": "What stands before the brackets is the team.",
    "place": "It becomes the address of the pub.",
    "remark": "What stands in brackets is not imported.",
    "row": "It is a pub or a team.",
    "each": "Where they differ: a question for each.",
    "not-played": "The matches wait for their results.",
    "void": "A ruling is added for each.",
    "drawn": "Both sides get what a draw gives.",
    "one": "They may play for both teams.",
    "two": "The new one is told apart by the team.",
    "this": "Its first or last day moves.",
    "home": "The other side gets what a walkover gives.",
    "away": "The other side gets what a walkover gives.",
    "both": "Neither side gets anything.",
}
RECORDS = {"enrolment": "place in a division", "scorecard": "result", "cup entry": "entry"}
PLURALS = {"match": "matches", "entry": "entries", "place in a division": "places in a division"}


def check_context(checked: CheckedList, what: str = What.TEAMS) -> dict[str, object]:
    """Return what the check of a list shows: the list, the meanings to choose from, and its sum in words."""
    meanings = meanings_of(what, checked.columns, TABLES_OFFERED)
    rows = {row.number: row for row in checked.rows}
    shown = checked.rows
    if len(shown) > MOST_ROWS:
        doubtful = [row for row in shown if row.problems or any(cell.questions for cell in row.cells)]
        chosen = {row.number for row in [*doubtful[:MOST_ROWS], *shown[:FEWEST_ROWS]]}
        shown = tuple(row for row in shown if row.number in chosen)
    numbers = {number for question in checked.open_questions for number in question.rows}
    return {
        "checked": checked,
        "rows": shown,
        "more_rows": len(checked.rows) - len(shown),
        "asked": [
            (
                question,
                [rows[number] for number in question.rows if number in rows][:ROWS_OF_A_QUESTION],
                [(value, label, EFFECTS.get(value, "")) for value, label in question.choices],
            )
            for question in checked.questions
        ],
        "asked_words": f"{plural(len(numbers), 'row')} need{'s' * (len(numbers) == 1)}" if numbers else "",
        "meanings": meanings,
        "counted_words": sum_in_words(checked.counts),
        "question_words": plural(len(checked.open_questions), "question"),
        "problem_words": problems_on_page(checked.problems).words if checked.problems else "",
    }


def sum_in_words(counts: Mapping[str, tuple[int, int]]) -> str:
    """Return how many there are of each kind of record: 2 divisions, 9 or 10 pubs."""
    known = {noun: bounds for noun, bounds in counts.items() if bounds[1]}
    words = (
        f"{fewest if fewest == most else f'{fewest} or {most}'} "
        + (noun if most == 1 else PLURALS.get(noun, f"{noun}s"))
        for noun, (fewest, most) in known.items()
    )
    return ", ".join(words)


_KINDS = {
    ImportAction.NEW: "New",
    ImportAction.CHANGED: "Changed",
    ImportAction.KNOWN: "Unchanged",
    ImportAction.PASSED: "Left out",
}


def groups_of(report: ImportReport) -> list[tuple[str, list[ImportedRow]]]:
    """Return the lines of a list by what importing them does: New, Changed, Unchanged, Passed over."""
    groups = [(label, [line for line in report.lines if line.kind == kind]) for kind, label in _KINDS.items()]
    return [(label, lines) for label, lines in groups if lines]


def counted_lines(report: ImportReport) -> str:
    """Return how many lines are new, changed, unchanged and passed over."""
    return ", ".join(f"{len(lines)} {label.lower()}" for label, lines in groups_of(report)) or "no rows"


def records_in_words(run: ImportReport | ImportRun) -> list[tuple[str, str]]:
    """Return what an import makes and what it changes, each with its heading: New, 3 teams, 1 pub."""
    counted = {
        heading: {RECORDS.get(label, label): (len(keys), len(keys)) for label, keys in records.items()}
        for heading, records in (("New", run.made), ("Changed", run.changed))
    }
    return [(heading, sum_in_words(counts)) for heading, counts in counted.items() if counts]
