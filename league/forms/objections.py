"""Where the other side's report is wrong, and what is said to an objection."""

from django import forms

from league.forms.rulings import Reason
from league.sheets import Sheet

LONGEST_ANSWER = 200
Choice = tuple[str, str]


class ObjectionForm(forms.Form):
    """The table or the hand of a report that is wrong, and why."""

    at = forms.ChoiceField(
        label="Where is it wrong?",
        error_messages={
            "required": "Say at which table, or in which hand, it is wrong.",
            "invalid_choice": "Choose one of the tables or hands of the sheet.",
        },
    )
    because = Reason(label="What is wrong there?", help_text="The other captain reads it.")

    def __init__(self, *arguments: object, report: Sheet, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        field = self.fields["at"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  narrows the type; the class declares it so
        field.choices = [("", "choose"), *_places(report)]

    @property
    def place(self) -> tuple[int, int, int | None]:
        """Table, game and hand chosen, the hand None for the whole table."""
        table, game, hand = (int(part) for part in self.cleaned_data["at"].split("-"))
        return table, game, hand or None


def _places(report: Sheet) -> list[tuple[str, list[Choice]]]:
    """Every table of a sheet with its hands; where a table plays several games each is named."""
    has_games = any(len(table.games) > 1 for table in report.tables)
    found = []
    for table in report.tables:
        choices = [(f"{table.number}-1-0", f"Table {table.number}, all of it")]
        for game in table.games:
            at = f"Table {table.number}" + (f", game {game.number}" if has_games else "")
            if has_games:
                choices.append((f"{table.number}-{game.number}-0", at))
            choices += [
                (f"{table.number}-{game.number}-{hand}", f"{at}, hand {hand}")
                for hand in range(1, len(game.hands) + 1)
            ]
        # A table of which the game is named twice over: once is enough.
        found.append((f"Table {table.number}", list(dict(choices).items())))
    return found


class AnswerForm(forms.Form):
    """What the side that reported says to an objection. It may say nothing."""

    answer = forms.CharField(
        label="What do you say to it?",
        required=False,
        max_length=LONGEST_ANSWER,
        help_text="The secretary and the other captain read it.",
        error_messages={
            "max_length": "The answer may have %(limit_value)d letters; this has %(show_value)d."
        },
    )
