"""What a season asks of its teams, on one page of labelled boxes. Whatever is left empty is not regulated."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict

from league.forms.dues import BandForm, LateRuleForm, SpanForm
from league.forms.people_rules import PeopleRules
from league.forms.regulation_parts import (
    IneligibleForm,
    LateStepForm,
    PostponementsForm,
    ShortTeamsForm,
    StepsForm,
)
from league.regulations import Postponements, Regulations
from league.regulations.plain import MOST_RULES

LATE_RULES = {
    "late_result": ("The result is due", "the match"),
    "missing_card": ("The scorecard is due", "the match"),
    "late_new_date": ("A new date must be agreed", "it was put off"),
    "late_replay": ("It must be played", "its first date"),
}
FEWEST_BANDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One of several forms for rules of a kind; the first is in sight, a further one when it is used."""

    form: Any
    number: int

    @property
    def is_open(self) -> bool:
        return self.number == 1 or bool(self.form.errors) or bool(self.form.initial.get("due"))


class RegulationsForm:
    """All of a season's regulations: several forms under one button.

    `began_from` is what they were when the page was opened, so that nobody undoes another's work unseen.
    """

    def __init__(self, sent: QueryDict | None, *, regulations: Regulations) -> None:
        self._sent = sent
        self.refusals: list[str] = []
        self.late = {
            name: self._slots(
                name,
                getattr(regulations, name),
                lambda rule, prefix, what=what, after=after: LateRuleForm(
                    sent, prefix=prefix, rule=rule, what=what, after=after
                ),
            )
            for name, (what, after) in LATE_RULES.items()
        }
        put_off = regulations.postponements
        self.one_report = SpanForm(
            sent,
            prefix="one_report",
            span=regulations.one_report_stands,
            label="One side’s report stands",
            after="it came, if the other sends none",
        )
        self.postponements = PostponementsForm(sent, prefix="postponements", rule=put_off)
        self.bands = self._slots(
            "band",
            put_off.bands if put_off else (),
            lambda band, prefix: BandForm(sent, prefix=prefix, band=band),
            fewest=FEWEST_BANDS,
        )
        self.late_start = self._slots(
            "late_start",
            regulations.late_start,
            lambda step, prefix: LateStepForm(sent, prefix=prefix, step=step),
            fewest=FEWEST_BANDS,
        )
        self.walkover = StepsForm(sent, prefix="walkover", steps=regulations.walkover)
        self.short_teams = ShortTeamsForm(sent, prefix="short_teams", rule=regulations.short_teams)
        self.ineligible = IneligibleForm(sent, prefix="ineligible", rule=regulations.ineligible_player)
        self.people = PeopleRules(sent, people=regulations.people)

    @property
    def is_valid(self) -> bool:
        """Whether it was sent and everything in it can be."""
        return self._sent is not None and not self.faults

    @property
    def is_refused(self) -> bool:
        return bool(self.refusals) or any(form.errors for form in self._forms())

    @property
    def faults(self) -> int:
        """In how many boxes something cannot be."""
        return sum(len(form.errors) for form in self._forms())

    @property
    def regulations(self) -> Regulations:
        """What was typed. Asked only when it is valid."""
        late: Mapping[str, Any] = {name: _values(slots) for name, slots in self.late.items()}
        return Regulations(
            **late,
            one_report_stands=self.one_report.cleaned_data["value"],
            postponements=self._postponements(),
            late_start=_values(self.late_start),
            walkover=self.walkover.cleaned_data["value"],
            short_teams=self.short_teams.cleaned_data["value"],
            ineligible_player=self.ineligible.cleaned_data["value"],
            people=self.people.people,
        )

    def _postponements(self) -> Postponements | None:
        said = self.postponements.cleaned_data
        rule = Postponements(
            bands=_values(self.bands),
            opponent_may_refuse=said["opponent_may_refuse"],
            limit=said["limit"],
            excuses=said["excuses"],
        )
        return None if rule == Postponements() else rule

    def _slots(self, name: str, rules: Sequence[Any], form: Any, fewest: int = 1) -> list[Slot]:
        """A form for every rule there is and one more for a new one."""
        count = min(max(len(rules) + 1, fewest), MOST_RULES)
        if self._sent is not None:
            sent = {key.partition("-")[0] for key in self._sent}
            while count < MOST_RULES and f"{name}_{count + 1}" in sent:
                count += 1
        padded = [*rules, *[None] * (count - len(rules))]
        return [
            Slot(form=form(rule, f"{name}_{place}"), number=place)
            for place, rule in enumerate(padded, start=1)
        ]

    def _forms(self) -> Iterator[forms.Form]:
        for slots in self.late.values():
            yield from (slot.form for slot in slots)
        yield self.one_report
        yield self.postponements
        yield from (slot.form for slot in (*self.bands, *self.late_start))
        yield from (self.walkover, self.short_teams, self.ineligible)
        yield from self.people.forms()


def _values(slots: list[Slot]) -> tuple[Any, ...]:
    found = (slot.form.cleaned_data["value"] for slot in slots)
    return tuple(value for value in found if value is not None)
