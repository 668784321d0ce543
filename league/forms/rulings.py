"""What the secretary types to decide something: a walkover, points given or taken."""

from collections.abc import Iterable
from fractions import Fraction
from typing import TypedDict, cast

from django import forms

from league.models import Division, Enrolment, Match, Ruling, Team

LONGEST_REASON = 200
# No rule book seen gives or takes more; past it somebody's finger slipped.
MOST_POINTS = 100
LONGEST_FIGURE = 10

HALF_SIGNS = {"½": ".5", ",": ".", "\N{MINUS SIGN}": "-"}


class Points(forms.Field):
    """Points as people write them, whole or half: 2, 1.5, 1½. Cleaned to halves."""

    def to_python(self, value: str | None) -> int | None:
        text = (value or "").strip()
        return parse_points(text) if text else None


def parse_points(text: str) -> int:
    """Points above nothing as halves: "1½" is 3. Raises ValidationError saying what was received."""
    plain = text.replace(" ", "")
    for sign, written in HALF_SIGNS.items():
        plain = plain.replace(sign, written)
    shown = text if len(text) <= LONGEST_FIGURE else f"{text[:LONGEST_FIGURE]}…"
    if len(plain) > LONGEST_FIGURE or not plain.isascii() or not plain.replace(".", "", 1).isdigit():
        raise forms.ValidationError(f"“{shown}” is no number of points; one would be 2, or 1½.")
    halves = Fraction(f"0{plain}") * 2
    if halves.denominator != 1:
        raise forms.ValidationError(f"{shown} is neither whole nor a half; the league counts in half points.")
    if not 0 < halves <= 2 * MOST_POINTS:
        raise forms.ValidationError(f"{shown} points cannot be: type more than 0 and at most {MOST_POINTS}.")
    return int(halves)


class Reason(forms.CharField):
    """Why. It stands under the table for everybody to read."""

    def __init__(self, *, label: str = "Reason", help_text: str = "Everybody can read it.") -> None:
        super().__init__(
            label=label,
            help_text=help_text,
            max_length=LONGEST_REASON,
            error_messages={
                "required": "Say why, in a few words: the teams will ask.",
                "max_length": f"The reason may have {LONGEST_REASON} letters; this has %(show_value)d.",
            },
        )


class WalkoverForm(forms.Form):
    """What becomes of the match or the table, and why. `at_fault` is the side it is given against."""

    VOID = "void"

    at_fault = forms.ChoiceField(
        label="What is decided",
        choices=[*Ruling.AtFault.choices, (VOID, "void")],
        widget=forms.RadioSelect,
        error_messages={
            "required": "Say what is decided: given to one side, against both, or void.",
            "invalid_choice": "It can only be given to one side, given against both, or void.",
        },
    )
    reason = Reason()

    def __init__(self, *arguments: object, match: Match, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        cast(forms.ChoiceField, self.fields["at_fault"]).choices = [
            (Ruling.AtFault.HOME, f"To {match.away}"),
            (Ruling.AtFault.AWAY, f"To {match.home}"),
            (Ruling.AtFault.BOTH, "Against both sides"),
            (self.VOID, "Void"),
        ]


class Adjustment(TypedDict):
    """Match points given to a team of a division, or taken from it."""

    division: Division
    team: Team
    halves: int
    reason: str


class AdjustmentForm(forms.Form):
    """Match points given to a team, or taken from it."""

    GIVE, TAKE = "give", "take"

    team = forms.ChoiceField(
        error_messages={
            "required": "Choose the team.",
            "invalid_choice": "That team does not play in this season; choose one of the list.",
        }
    )
    which_way = forms.ChoiceField(
        label="Given or taken",
        choices=[(TAKE, "Take away"), (GIVE, "Give")],
        widget=forms.RadioSelect,
        initial=TAKE,
        error_messages={
            "required": "Say whether the points are given or taken.",
            "invalid_choice": "Points can only be given or taken.",
        },
    )
    points = Points(
        label="Points",
        help_text="Whole or half: 2, or 1½.",
        widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 5, "autocomplete": "off"}),
        error_messages={"required": "Say how many points."},
    )
    reason = Reason(help_text="It stands under the standings for everybody to read.")

    def __init__(self, *arguments: object, enrolments: Iterable[Enrolment], **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self._enrolments = {f"{each.division.slug}/{each.team.slug}": each for each in enrolments}
        divisions: dict[str, list[tuple[str, str]]] = {}
        for address, enrolment in self._enrolments.items():
            divisions.setdefault(str(enrolment.division), []).append((address, str(enrolment.team)))
        cast(forms.ChoiceField, self.fields["team"]).choices = [("", "Choose a team"), *divisions.items()]

    @property
    def adjustment(self) -> Adjustment:
        """What the ruling says: whose points, how many half points (negative if taken), and why."""
        said = self.cleaned_data
        enrolment = self._enrolments[said["team"]]
        return {
            "division": enrolment.division,
            "team": enrolment.team,
            "halves": -said["points"] if said["which_way"] == self.TAKE else said["points"],
            "reason": said["reason"],
        }
