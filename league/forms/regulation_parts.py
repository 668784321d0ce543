"""The parts of a season's regulations beside its deadlines: what is asked, each in a few boxes."""

from typing import Any

from django import forms
from django.http import QueryDict

from league.forms.dues import ClockTime, Number
from league.forms.penalty_steps import PenaltyFields, PenaltyRow
from league.regulations import (
    WARNING,
    IneligiblePlayer,
    LateStep,
    Penalty,
    Postponements,
    Reaward,
    ShortTeams,
    Steps,
)
from league.regulations.plain import MOST_MINUTES, MOST_PEOPLE, MOST_RULES
from league.regulations.reading import LONGEST_TEXT


class StepsForm(PenaltyFields):
    """What giving a match costs."""

    def __init__(self, sent: QueryDict | None, *, prefix: str, steps: Steps) -> None:
        super().__init__(sent, prefix=prefix)
        self.add_steps("step", steps)

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["value"] = self.clean_steps("step")
        return self.cleaned_data


class PostponementsForm(forms.Form):
    """When a match may be put off, apart from the notice."""

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
        said = {
            "opponent_may_refuse": rule.opponent_may_refuse,
            "limit": rule.limit,
            "excuses": "\n".join(rule.excuses),
        }
        super().__init__(sent, prefix=prefix, initial=said)

    def clean_excuses(self) -> tuple[str, ...]:
        lines = [" ".join(line.split()) for line in self.cleaned_data["excuses"].splitlines()]
        found = tuple(dict.fromkeys(line for line in lines if line))
        if len(found) > MOST_RULES:
            raise forms.ValidationError(f"{len(found)} reasons are listed; {MOST_RULES} are the most.")
        long = next((line for line in found if len(line) > LONGEST_TEXT), None)
        if long:
            raise forms.ValidationError(f"“{long[:20]}…” is longer than {LONGEST_TEXT} letters.")
        return found


class LateStepForm(PenaltyFields):
    """What a side loses that is not ready in time."""

    minutes = Number(label="More than so many minutes after time", most=MOST_MINUTES)
    at = ClockTime(label="Or past a time of day", help_text="Instead of minutes.")
    every = Number(label="And again for every so many minutes", least=1, most=MOST_MINUTES)

    def __init__(self, sent: QueryDict | None, *, prefix: str, step: LateStep | None) -> None:
        said = {} if step is None else {"minutes": step.minutes, "at": step.at, "every": step.every}
        if step is not None and step.at:
            said["minutes"] = None
        super().__init__(sent, prefix=prefix, initial=said)
        self.add_penalty("loses", "A side late", step.penalty if step else None)

    @property
    def rows(self) -> list[PenaltyRow]:
        return [self.penalty_row("loses")]

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        penalty = self.clean_penalty("loses")
        minutes, at, every = (said.get(name) for name in ("minutes", "at", "every"))
        said["value"] = None
        if minutes is None and at is None:
            if penalty is not None or every is not None:
                self.add_error("minutes", "Say how many minutes after time; 0 means at once.")
        elif minutes and at:
            self.add_error("at", "Minutes after time or a time of day: leave one of them empty.")
        elif penalty is None:
            self.add_error("loses_what", "Say what a side loses that is so late.")
        else:
            said["value"] = LateStep(minutes=minutes or 0, at=at, every=every, penalty=penalty)
        return said


class ShortTeamsForm(forms.Form):
    """What a side gives that has too few players."""

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
        said: dict[str, Any] = {}
        if rule is not None:
            said = {"gives": True, "minimum": rule.minimum}
            if rule.may_repeat:
                said |= {"may_repeat": rule.may_repeat, "turns": rule.turns}
            if rule.minimum_to_win:
                said["minimum_to_win"] = rule.minimum_to_win
        super().__init__(sent, prefix=prefix, initial=said)

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        numbers = {name: said.get(name) for name in ("minimum", "may_repeat", "turns", "minimum_to_win")}
        known = {name: number for name, number in numbers.items() if number is not None}
        if known and not said.get("gives"):
            self.add_error("gives", "Tick this as well, or empty the boxes under it.")
        said["value"] = ShortTeams(**known) if said.get("gives") else None
        return said


class IneligibleForm(PenaltyFields):
    """What becomes of a result when somebody played who should not have."""

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

    def __init__(self, sent: QueryDict | None, *, prefix: str, rule: IneligiblePlayer | None) -> None:
        super().__init__(sent, prefix=prefix, initial={"reaward": rule.reaward.value if rule else ""})
        self.add_penalty("player", "For each such player", _paid(rule.a_player) if rule else None)
        self.add_penalty("game", "For each game won with one", _paid(rule.a_game_won) if rule else None)

    @property
    def rows(self) -> list[PenaltyRow]:
        return [self.penalty_row("player"), self.penalty_row("game")]

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        player, game = self.clean_penalty("player"), self.clean_penalty("game")
        said["value"] = None
        if said.get("reaward"):
            said["value"] = IneligiblePlayer(
                reaward=Reaward(said["reaward"]), a_player=player or WARNING, a_game_won=game or WARNING
            )
        elif (player or game) and "reaward" not in self.errors:
            self.add_error("reaward", "Say what becomes of the result.")
        return said


def _paid(penalty: Penalty) -> Penalty | None:
    """A penalty of nothing is no penalty where there is no warning either."""
    return None if penalty.is_nothing else penalty
