"""What the secretary decides where two captains do not agree.

What the secretary types when the sides of a match do not agree.

Where the other side's report is wrong, and what is said to an objection.

How a result that stands the wrong way round, or at the wrong match, is put right.

The day on which a match without a date was played, asked for when its result is entered.
"""

import datetime
from collections.abc import Iterable
from typing import Any

from django import forms

from league.matches.sheet.values import Sheet
from league.models import Match
from league.shared.fields import PubDate, Reason, verify_in_reach


class DecisionForm(forms.Form):
    """Which of the signed versions is the result, and why. A third one is entered hand by hand."""

    version = forms.TypedChoiceField(
        label="The result is",
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={
            "required": "Say which version is the result.",
            "invalid_choice": "That version does not wait any more: look at how it stands now.",
        },
    )
    reason = Reason()

    def __init__(self, *arguments: object, versions: Iterable[tuple[int, str]], **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        field = self.fields["version"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  narrows the type; the class declares it so
        field.choices = list(versions)


class DisputeForm(forms.Form):
    """What the sides do not agree on."""

    because = Reason(
        label="What do the sides not agree on?",
        help_text="Only those who keep the league read it. Everybody reads that the match is under dispute.",
    )


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


VERSION_LOST = "The page no longer says which version of the result it showed. Open it once more."
TURN, MOVE, MOVE_COLUMNS = "turn", "move", "move-columns"


class PutRightForm(forms.Form):
    """What was wrong, why it changes, and the version that was shown. `other` is the return match, if any."""

    what = forms.ChoiceField(
        label="What is wrong with it",
        widget=forms.RadioSelect,
        error_messages={
            "required": "Say what is wrong with the result.",
            "invalid_choice": "Choose one of the ways on the page.",
        },
    )
    reason = Reason()
    version = forms.IntegerField(
        widget=forms.HiddenInput,
        min_value=1,
        max_value=32767,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), VERSION_LOST),
    )

    def __init__(self, *arguments: object, match: Match, other: Match | None, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        ways = [
            (TURN, f"Home and away were swapped: {match.away.name}’s scores stand under {match.home.name}.")
        ]
        if other:
            ways += [
                (MOVE, f"It was the return match, at {other.home.name}. Each team keeps its own scores."),
                (
                    MOVE_COLUMNS,
                    f"It was the return match, at {other.home.name}, and home and away were swapped as well.",
                ),
            ]
        field = self.fields["what"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  narrows the type; the class declares it so
        field.choices = ways


PLAYED_ON = "played-on"
"""What the field is called on the page and in a draft."""


class PlayedOnForm(forms.Form):
    """The day, which may be today but not later."""

    on = PubDate(
        label="Played on",
        required=True,
        help_text="The match has no date yet; it gets this one with the result.",
    )

    prefix = "played"

    def __init__(self, *arguments: Any, match: Match, today: datetime.date, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._season = match.division.season
        self._today = today

    def clean_on(self) -> datetime.date:
        on: datetime.date = self.cleaned_data["on"]
        if on > self._today:
            raise forms.ValidationError(f"{on:%d/%m/%Y} is still to come; say on which day it was played.")
        return verify_in_reach(on, self._season)
