"""What an offence costs, as the secretary types it: a warning, points, money, a table, the match."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django import forms
from django.forms import BoundField

from league.forms.money import Pounds
from league.forms.rule_book_fields import HalfPoints
from league.regulations import WARNING, Penalty, Steps
from league.templatetags.words import ordinal
from scoring.prose.words import capitalised

# Four times is more than any rule book seen says; one that says more keeps its rows.
FEWEST_STEPS = 3
WARNED = "warning"
LOST: Mapping[str, Penalty] = {
    "match": Penalty(match=True),
    "table": Penalty(tables=1),
    "tables": Penalty(tables=2),
    "game": Penalty(games=1),
}
"""What is lost beside points and money, as far as it can be chosen."""
BOTH = "A warning costs nothing: choose something else, or leave points and pounds empty."


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyRow:
    """The three boxes of one penalty, and what the row is called."""

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
    """A form with penalties among its fields, each three boxes under one name."""

    def add_penalty(self, name: str, label: str, penalty: Penalty | None) -> None:
        """Boxes for a penalty; None leaves them empty."""
        beside = Penalty(tables=penalty.tables, games=penalty.games, match=penalty.match) if penalty else None
        lost = next((key for key, one in LOST.items() if one == beside), "")
        choices = [("", "\N{EM DASH}"), (WARNED, "a warning only")]
        choices += [(key, one.words) for key, one in LOST.items()]
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
        """Boxes for what the first offence costs, the second and so on."""
        count = max(FEWEST_STEPS, len(steps.each))
        for place in range(1, count + 1):
            penalty = steps.each[place - 1] if place <= len(steps.each) else None
            self.add_penalty(f"{name}{place}", _turn(place, count), penalty)

    def clean_penalty(self, name: str) -> Penalty | None:
        """The penalty of that name; None where its boxes are empty. Says at the box what cannot be."""
        said = self.cleaned_data
        what, halves, pence = (said.get(f"{name}_{box}") for box in ("what", "points", "pounds"))
        if not (what or halves or pence):
            return None
        if what == WARNED and (halves or pence):
            self.add_error(f"{name}_what", BOTH)
        return Penalty(halves=halves or 0, pence=pence or 0) + _lost(what or "")

    def clean_steps(self, name: str) -> Steps:
        """The penalties of that name in order; a gap among them is refused at the empty box."""
        found = [self.clean_penalty(base) for base in self._steps(name)]
        while found and found[-1] is None:
            found.pop()
        for base, penalty in zip(self._steps(name), found, strict=False):
            if penalty is None:
                self.add_error(f"{base}_what", "Say what this one costs, or choose the warning.")
        return Steps(tuple(penalty or WARNING for penalty in found))

    def penalty_row(self, name: str) -> PenaltyRow:
        label = str(self.fields[f"{name}_what"].label).partition(":")[0]
        what, points, pounds = (self[f"{name}_{box}"] for box in ("what", "points", "pounds"))
        return PenaltyRow(label=label, what=what, points=points, pounds=pounds)

    @property
    def step_rows(self) -> list[PenaltyRow]:
        return [self.penalty_row(base) for base in self._steps("step")]

    def _steps(self, name: str) -> Iterator[str]:
        place = 1
        while f"{name}{place}_what" in self.fields:
            yield f"{name}{place}"
            place += 1


def _turn(place: int, count: int) -> str:
    return "From then on" if place == count else capitalised(f"the {ordinal(place)} time")


def _lost(what: str) -> Penalty:
    if what in LOST:
        return LOST[what]
    if not what or what == WARNED:
        return WARNING
    match, tables, games = (int(number) for number in what.split("-"))
    return Penalty(match=bool(match), tables=tables, games=games)
