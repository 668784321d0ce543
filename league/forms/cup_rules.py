"""What the secretary types to make a cup: its name and its rules."""

from typing import Any

from django import forms

from league.cups import Band, CupRefused, CupRules, DrawnBy, Fill, Handicap, Plate, parse_bands
from league.cups.bands import EXAMPLE
from league.forms.cups import Whole


class Bands(forms.CharField):
    """Starts by bands; none where nothing is typed."""

    def clean(self, value: Any) -> tuple[Band, ...]:
        try:
            return parse_bands(super().clean(value))
        except CupRefused as refusal:
            raise forms.ValidationError(str(refusal)) from refusal


class CupForm(forms.Form):
    """A new cup and its rules."""

    name = forms.CharField(
        max_length=60, help_text="As people call it.", error_messages={"required": "Give the cup a name."}
    )
    drawn_by = forms.ChoiceField(
        label="How it is drawn",
        choices=[
            (DrawnBy.ROUND.value, "A new draw for every round"),
            (DrawnBy.BRACKET.value, "One bracket, drawn once, the seeds kept apart"),
        ],
    )
    fill = forms.ChoiceField(
        label="If the entries are no 4, 8, 16…",
        choices=[
            (Fill.BYES.value, "Some are free in the first round"),
            (Fill.HIGHEST_LOSERS.value, "The highest losers of the first round go through"),
        ],
    )
    legs = forms.TypedChoiceField(
        label="A tie", coerce=int, choices=[(1, "One match"), (2, "Home and away, added up")]
    )
    replays = Whole(label="Replays of a level tie", most=9, initial=0)
    deciding_games = Whole(
        label="Deciding games after that",
        most=99,
        initial=1,
        help_text="1, 3, 5… None: it is replayed until somebody wins.",
    )
    plate = forms.ChoiceField(
        label="A plate",
        choices=[
            (Plate.NONE.value, "None"),
            (Plate.FIRST_ROUND.value, "For the losers of the first round"),
            (Plate.FIRST_MATCH.value, "For whoever loses the first match, also after a free round"),
        ],
    )
    neutral_rounds = Whole(
        label="Rounds at a neutral pub", most=6, initial=0, help_text="1 is the final, 2 the semi-finals too."
    )
    each = Whole(
        label="Start by handicap",
        most=500,
        required=False,
        help_text="Points the side with the higher handicap has before a match. Empty: no handicaps.",
    )
    per = Whole(label="For every so much of difference", most=500, least=1, required=False)
    most = Whole(label="At most", most=500, required=False)
    bands = Bands(
        label="Or by bands",
        required=False,
        max_length=600,
        help_text=f"The difference and its start: {EXAMPLE}. The last holds beyond, too.",
    )
    by_result = Whole(
        label="Moved by every result",
        most=500,
        required=False,
        help_text="So much the winner’s handicap goes down and the loser’s up. Empty: it stays.",
    )

    @property
    def has_handicap(self) -> bool:
        """Whether anything is said of handicaps, or wrong with it."""
        names = ("each", "per", "most", "bands", "by_result")
        return any(self[name].value() or self[name].errors for name in names)

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        if not self.errors:
            try:
                self.rules = _rules(said)
            except ValueError as fault:
                raise forms.ValidationError(f"{str(fault)[0].upper()}{str(fault)[1:]}.") from fault
        return said


def _handicap(said: dict[str, Any]) -> Handicap | None:
    each, bands = said["each"] or 0, said["bands"]
    if each or bands:
        by_result = said["by_result"] or 0
        return Handicap(each=each, per=said["per"] or 1, most=said["most"], bands=bands, by_result=by_result)
    if said["per"] or said["most"] or said["by_result"]:
        raise ValueError("say what start a handicap gives, so many points or by bands; or empty these boxes")
    return None


def _rules(said: dict[str, Any]) -> CupRules:
    return CupRules(
        drawn_by=DrawnBy(said["drawn_by"]),
        fill=Fill(said["fill"]),
        legs=said["legs"],
        replays=said["replays"],
        deciding_games=said["deciding_games"],
        plate=Plate(said["plate"]),
        neutral_rounds=said["neutral_rounds"],
        handicap=_handicap(said),
    )
