"""The form for a season's regulations, in parts: deadlines, postponements, late starts and the rest.

What is left empty is not regulated. The rules about people are in `people_rules`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict

from league.competition.season_rules.fields import LONGEST_TEXT, MOST_MINUTES, MOST_RULES
from league.competition.season_rules.fields import MOST_NUMBER as MOST_PEOPLE
from league.competition.season_rules.rules import (
    WARNING,
    IneligiblePlayer,
    LateStep,
    Postponements,
    Reaward,
    Regulations,
    Sanction,
    ShortTeams,
    Steps,
)
from league.regulations.forms.dues import BandForm, ClockTime, LateRuleForm, SpanForm
from league.regulations.forms.people_rules import PeopleRules
from league.regulations.forms.sanctions import PenaltyFields, SanctionRow
from league.shared.fields import Number

LATE_RULES = {
    "late_result": ("The result is due", "the match"),
    "missing_card": ("The scorecard is due", "the match"),
    "late_new_date": ("A new date must be agreed", "it was postponed"),
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
            label="One side’s report counts",
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
        self.ineligible = IneligiblePlayersForm(sent, prefix="ineligible", rule=regulations.ineligible_player)
        self.people = PeopleRules(sent, people=regulations.people)

    @property
    def is_valid(self) -> bool:
        """Return whether it was sent and all its forms are valid."""
        return self._sent is not None and not self.faults

    @property
    def is_refused(self) -> bool:
        return bool(self.refusals) or any(form.errors for form in self._forms())

    @property
    def faults(self) -> int:
        """Return the number of fields with errors."""
        return sum(len(form.errors) for form in self._forms())

    @property
    def regulations(self) -> Regulations:
        """Return what was typed. Only for a valid form."""
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
        cleaned = self.postponements.cleaned_data
        rule = Postponements(
            bands=_values(self.bands),
            opponent_may_refuse=cleaned["opponent_may_refuse"],
            limit=cleaned["limit"],
            excuses=cleaned["excuses"],
        )
        return None if rule == Postponements() else rule

    def _slots(self, name: str, rules: Sequence[Any], form: Any, fewest: int = 1) -> list[Slot]:
        """Return a form for each rule, and one for a new rule."""
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
    values = (slot.form.cleaned_data["value"] for slot in slots)
    return tuple(value for value in values if value is not None)


class StepsForm(PenaltyFields):
    """The penalties for a walkover."""

    def __init__(self, sent: QueryDict | None, *, prefix: str, steps: Steps) -> None:
        super().__init__(sent, prefix=prefix)
        self.add_steps("step", steps)

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["value"] = self.clean_steps("step")
        return self.cleaned_data


class PostponementsForm(forms.Form):
    """The rules for postponements, except notice."""

    opponent_may_refuse = forms.BooleanField(label="The other side may refuse", required=False)
    limit = Number(
        label="Most a team may ask for in a season", most=MOST_PEOPLE, help_text="Empty: any number."
    )
    excuses = forms.CharField(
        label="Reasons that need no notice and cost nothing",
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="One on each line, as “weather”. A request whose reason is one of these is excused.",
    )

    def __init__(self, sent: QueryDict | None, *, prefix: str, rule: Postponements | None) -> None:
        rule = rule or Postponements()
        initial = {
            "opponent_may_refuse": rule.opponent_may_refuse,
            "limit": rule.limit,
            "excuses": "\n".join(rule.excuses),
        }
        super().__init__(sent, prefix=prefix, initial=initial)

    def clean_excuses(self) -> tuple[str, ...]:
        lines = [" ".join(line.split()) for line in self.cleaned_data["excuses"].splitlines()]
        texts = tuple(dict.fromkeys(line for line in lines if line))
        if len(texts) > MOST_RULES:
            raise forms.ValidationError(f"{len(texts)} reasons are listed; {MOST_RULES} are the most.")
        long = next((line for line in texts if len(line) > LONGEST_TEXT), None)
        if long:
            raise forms.ValidationError(f"“{long[:20]}…” is longer than {LONGEST_TEXT} letters.")
        return texts


class LateStepForm(PenaltyFields):
    """The penalty for a late start."""

    minutes = Number(label="More than so many minutes after time", most=MOST_MINUTES)
    at = ClockTime(label="Or past a time of day", help_text="Instead of minutes.")
    every = Number(label="And again for every so many minutes", least=1, most=MOST_MINUTES)

    def __init__(self, sent: QueryDict | None, *, prefix: str, step: LateStep | None) -> None:
        initial = {} if step is None else {"minutes": step.minutes, "at": step.at, "every": step.every}
        if step is not None and step.at:
            initial["minutes"] = None
        super().__init__(sent, prefix=prefix, initial=initial)
        self.add_penalty("loses", "A side late", step.penalty if step else None)

    @property
    def rows(self) -> list[SanctionRow]:
        return [self.penalty_row("loses")]

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        penalty = self.clean_penalty("loses")
        minutes, at, every = (cleaned.get(name) for name in ("minutes", "at", "every"))
        cleaned["value"] = None
        if minutes is None and at is None:
            if penalty is not None or every is not None:
                self.add_error("minutes", "Say how many minutes after time; 0 means at once.")
        elif minutes and at:
            self.add_error("at", "Minutes after time or a time of day: leave one of them empty.")
        elif penalty is None:
            self.add_error("loses_what", "Say what a side loses that is so late.")
        else:
            cleaned["value"] = LateStep(minutes=minutes or 0, at=at, every=every, penalty=penalty)
        return cleaned


class ShortTeamsForm(forms.Form):
    """The rules for short teams."""

    gives = forms.BooleanField(label="A short side gives the last tables it cannot fill", required=False)
    minimum = Number(
        label="Fewest players for a match",
        least=1,
        most=MOST_PEOPLE,
        help_text="With fewer, it is given.",
    )
    may_repeat = Number(label="How many may play more than once", most=MOST_PEOPLE)
    turns = Number(label="At how many tables each", least=2, most=MOST_PEOPLE, help_text="Empty: two.")
    minimum_to_win = Number(label="Fewest players with whom it can be won", most=MOST_PEOPLE)

    def __init__(self, sent: QueryDict | None, *, prefix: str, rule: ShortTeams | None) -> None:
        initial: dict[str, Any] = {}
        if rule is not None:
            initial = {"gives": True, "minimum": rule.minimum}
            if rule.may_repeat:
                initial |= {"may_repeat": rule.may_repeat, "turns": rule.turns}
            if rule.minimum_to_win:
                initial["minimum_to_win"] = rule.minimum_to_win
        super().__init__(sent, prefix=prefix, initial=initial)

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        numbers = {name: cleaned.get(name) for name in ("minimum", "may_repeat", "turns", "minimum_to_win")}
        known = {name: number for name, number in numbers.items() if number is not None}
        if known and not cleaned.get("gives"):
            self.add_error("gives", "Tick this as well, or empty the boxes under it.")
        cleaned["value"] = ShortTeams(**known) if cleaned.get("gives") else None
        return cleaned


class IneligiblePlayersForm(PenaltyFields):
    """The rules for results with an ineligible player."""

    reaward = forms.ChoiceField(
        label="When somebody played who was not eligible",
        choices=[
            ("", "not regulated"),
            (Reaward.NOTHING.value, "the result stands"),
            (Reaward.TABLE.value, "the table goes to the other side"),
            (Reaward.MATCH.value, "the match goes to the other side"),
        ],
        required=False,
        error_messages={"invalid_choice": "Choose one of the list."},
    )
    keeps_score = forms.BooleanField(
        label="The other side keeps the score it won, if that is better than a walkover",
        help_text="Otherwise an award can cost the side that did nothing wrong a large win.",
        required=False,
    )

    def __init__(self, sent: QueryDict | None, *, prefix: str, rule: IneligiblePlayer | None) -> None:
        reaward, keeps = (rule.reaward.value, rule.keeps_score) if rule else ("", True)
        super().__init__(sent, prefix=prefix, initial={"reaward": reaward, "keeps_score": keeps})
        self.add_penalty("player", "For each such player", _paid(rule.a_player) if rule else None)
        self.add_penalty("game", "For each game won with one", _paid(rule.a_game_won) if rule else None)

    @property
    def rows(self) -> list[SanctionRow]:
        return [self.penalty_row("player"), self.penalty_row("game")]

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        player, game = self.clean_penalty("player"), self.clean_penalty("game")
        cleaned["value"] = None
        if cleaned.get("reaward"):
            cleaned["value"] = IneligiblePlayer(
                reaward=Reaward(cleaned["reaward"]),
                keeps_score=cleaned["keeps_score"],
                a_player=player or WARNING,
                a_game_won=game or WARNING,
            )
        elif (player or game) and "reaward" not in self.errors:
            self.add_error("reaward", "Say what becomes of the result.")
        return cleaned


def _paid(penalty: Sanction) -> Sanction | None:
    """Return the penalty, or None if it is nothing."""
    return None if penalty.is_nothing else penalty
