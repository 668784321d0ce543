"""Forms for penalties and appeals, and the fields for what an offence costs."""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django import forms
from django.forms import BoundField

from league.competition.season_rules.rules import WARNING, Sanction, Steps
from league.models import Appeal
from league.regulations.forms.rule_books import HalfPoints
from league.shared.fields import LONGEST_REASON, PastDay, Points, Pounds, parse_points, refuse_future
from league.shared.text import capitalised
from league.templatetags.formatting import ordinal

WHO_LONGEST = 80


class Because(forms.CharField):
    """The reason for a decision, for the secretary's record."""

    def __init__(self, *, label: str = "Reason", required: bool = True, help_text: str = "") -> None:
        super().__init__(
            label=label,
            required=required,
            help_text=help_text,
            max_length=LONGEST_REASON,
            error_messages={
                "required": "Give the reason, in a few words. The team will ask.",
                "max_length": f"The reason may have {LONGEST_REASON} letters; this has %(show_value)d.",
            },
        )


class AcceptPlayerForm(forms.Form):
    """Why a player counts as eligible all the same."""

    reason = Because(label="Reason to accept", help_text="Only secretaries can read it.")


class PointsTaken(Points):
    """Points that may also be none."""

    def to_python(self, value: str | None) -> int | None:
        text = (value or "").strip()
        if not text:
            return None
        return 0 if text == "0" else parse_points(text)


class ApplyForm(forms.Form):
    """The penalty to apply: as proposed, or another one with a reason."""

    points = PointsTaken(
        label="Points taken",
        help_text="Whole or half; 0 for none.",
        widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 5, "autocomplete": "off"}),
        error_messages={"required": "Type how many points are taken, or 0."},
    )
    pounds = Pounds(label="Fine", help_text="In pounds; 0 for none.", may_be_nothing=True)
    because = Because(
        required=False,
        help_text="Needed only if this is not the proposed sanction. If points are taken, everybody can "
        "read it.",
    )


class BecauseForm(forms.Form):
    """The reason to waive or undo an offence."""

    because = Because()


class AppealForm(forms.Form):
    """A new appeal: when, from whom, and its words."""

    made_on = PastDay(label="Made on")
    made_by = forms.CharField(
        label="Made by",
        max_length=WHO_LONGEST,
        help_text="As “the captain of the Fleece”. Only you can read it.",
        error_messages={"required": "Say who appealed."},
    )
    words = forms.CharField(
        label="What it says",
        max_length=2000,
        help_text="Only you can read it.",
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": "Enter the grounds of the appeal."},
    )

    def __init__(self, *arguments: object, today: datetime.date, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self._today = today

    def clean_made_on(self) -> datetime.date:
        return refuse_future(self.cleaned_data["made_on"], self._today)


class AppealDecisionForm(forms.Form):
    """The decision on an appeal, by whom, when, in which words. `appeal` is the one the page showed."""

    appeal = forms.CharField(widget=forms.HiddenInput, required=False)
    upheld = forms.TypedChoiceField(
        label="Decision",
        choices=[
            (Appeal.Outcome.UPHELD, "Upheld: points and fine are given back"),
            (Appeal.Outcome.DISMISSED, "Dismissed: the decision stays"),
        ],
        coerce=lambda outcome: outcome == Appeal.Outcome.UPHELD,
        empty_value=None,
        widget=forms.RadioSelect,
        error_messages={
            "required": "Say whether the appeal is upheld or dismissed.",
            "invalid_choice": "An appeal is either upheld or dismissed.",
        },
    )
    decision = forms.CharField(
        label="In which words",
        max_length=300,
        help_text="If points are concerned, everybody can read it under the standings.",
        error_messages={"required": "Say what was decided, in a few words."},
    )
    decided_by = forms.CharField(
        label="Decided by",
        max_length=WHO_LONGEST,
        help_text="As “the committee”.",
        error_messages={"required": "Say who decided."},
    )
    on = PastDay(label="Decided on")

    def __init__(self, *arguments: object, today: datetime.date, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self._today = today

    def clean_on(self) -> datetime.date:
        return refuse_future(self.cleaned_data["on"], self._today)


# Four times is more than any rule book seen says; one that says more keeps its rows.
FEWEST_STEPS = 3
WARNED = "warning"
LOST: Mapping[str, Sanction] = {
    "match": Sanction(match=True),
    "table": Sanction(tables=1),
    "tables": Sanction(tables=2),
    "game": Sanction(games=1),
}
"""The losses beside points and money that can be chosen."""
BOTH = "A warning costs nothing: choose something else, or leave points and pounds empty."


@dataclass(frozen=True, slots=True, kw_only=True)
class SanctionRow:
    """The three fields of one penalty, and the label of the row."""

    label: str
    what: BoundField
    points: BoundField
    pounds: BoundField

    @property
    def boxes(self) -> tuple[tuple[BoundField, str], ...]:
        return (self.what, "Loses"), (self.points, "Points"), (self.pounds, "Pounds")

    @property
    def errors(self) -> list[str]:
        return [str(sentence) for box, _ in self.boxes for sentence in box.errors]


class PenaltyFields(forms.Form):
    """A form with penalties among its fields, each of three fields under one name."""

    def add_penalty(self, name: str, label: str, penalty: Sanction | None) -> None:
        """Add the fields of a penalty; None leaves them empty."""
        beside = (
            Sanction(tables=penalty.tables, games=penalty.games, match=penalty.match) if penalty else None
        )
        lost = next((key for key, words in LOST.items() if words == beside), "")
        choices = [("", "\N{EM DASH}"), (WARNED, "a warning only")]
        choices += [(key, sanction.words) for key, sanction in LOST.items()]
        if beside and not lost and not beside.is_nothing:
            lost = f"{beside.match:d}-{beside.tables}-{beside.games}"
            choices.append((lost, beside.words))
        if penalty is not None and penalty.is_nothing:
            lost = WARNED
        self.fields[f"{name}_what"] = forms.ChoiceField(
            label=f"{label}: loses",
            choices=choices,
            required=False,
            initial=lost,
            error_messages={"invalid_choice": "Choose one of the list."},
        )
        self.fields[f"{name}_points"] = HalfPoints(
            label=f"{label}: points", initial=penalty.halves or None if penalty else None
        )
        self.fields[f"{name}_points"].widget.attrs["placeholder"] = "points"
        pounds = Pounds(label=f"{label}: pounds", help_text="", may_be_nothing=True)
        pounds.required = False
        pounds.widget.attrs["placeholder"] = "£"
        pounds.initial = f"{penalty.pence / 100:.2f}" if penalty and penalty.pence else None
        self.fields[f"{name}_pounds"] = pounds

    def add_steps(self, name: str, steps: Steps) -> None:
        """Add the fields for the penalties of the first offence, the second and so on."""
        count = max(FEWEST_STEPS, len(steps.each))
        for place in range(1, count + 1):
            penalty = steps.each[place - 1] if place <= len(steps.each) else None
            self.add_penalty(f"{name}{place}", _turn(place, count), penalty)

    def clean_penalty(self, name: str) -> Sanction | None:
        """Return the penalty of that name, or None if its fields are empty; add errors to invalid ones."""
        cleaned = self.cleaned_data
        what, halves, pence = (cleaned.get(f"{name}_{box}") for box in ("what", "points", "pounds"))
        if not (what or halves or pence):
            return None
        if what == WARNED and (halves or pence):
            self.add_error(f"{name}_what", BOTH)
        return Sanction(halves=halves or 0, pence=pence or 0) + _lost(what or "")

    def clean_steps(self, name: str) -> Steps:
        """Return the penalties of that name in order; a gap among them is refused at the empty box."""
        sanctions = [self.clean_penalty(base) for base in self._steps(name)]
        while sanctions and sanctions[-1] is None:
            sanctions.pop()
        for base, penalty in zip(self._steps(name), sanctions, strict=False):
            if penalty is None:
                self.add_error(f"{base}_what", "Say what this one costs, or choose the warning.")
        return Steps(tuple(penalty or WARNING for penalty in sanctions))

    def penalty_row(self, name: str) -> SanctionRow:
        label = str(self.fields[f"{name}_what"].label).partition(":")[0]
        what, points, pounds = (self[f"{name}_{box}"] for box in ("what", "points", "pounds"))
        return SanctionRow(label=label, what=what, points=points, pounds=pounds)

    @property
    def step_rows(self) -> list[SanctionRow]:
        return [self.penalty_row(base) for base in self._steps("step")]

    def _steps(self, name: str) -> Iterator[str]:
        place = 1
        while f"{name}{place}_what" in self.fields:
            yield f"{name}{place}"
            place += 1


def _turn(place: int, count: int) -> str:
    return "From then on" if place == count else capitalised(f"the {ordinal(place)} time")


def _lost(what: str) -> Sanction:
    if what in LOST:
        return LOST[what]
    if not what or what == WARNED:
        return WARNING
    match, tables, games = (int(number) for number in what.split("-"))
    return Sanction(match=bool(match), tables=tables, games=games)
