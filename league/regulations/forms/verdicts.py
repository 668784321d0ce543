"""Forms for questions to the rules: players present, minutes late, who sat where."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from league.models import Match, Side
from league.regulations.facts import FactSide as RuleSide
from league.regulations.selectors.verdicts import Verdict, on_ineligible, on_late_start, on_short_teams
from league.regulations.verdicts import Ineligible

MOST_PLAYERS = 99
MOST_MINUTES = 24 * 60
SHORT, LATE, INELIGIBLE = "short", "late", "ineligible"
TITLES = {
    SHORT: "A side was short of players",
    LATE: "A side started late",
    INELIGIBLE: "Somebody played who was not eligible",
}


class NumberField(forms.IntegerField):
    """A whole number, as on the paper."""

    def __init__(self, *, label: str, most: int, least: int = 0) -> None:
        super().__init__(
            label=label,
            min_value=least,
            max_value=most,
            error_messages={
                "required": "Type a number; 0 for none.",
                "invalid": "Type a whole number such as 6.",
                "min_value": f"{least} is the least.",
                "max_value": f"That is too many: {most} is the most.",
            },
        )


class VerdictForm(forms.Form):
    """A question to the season's rules about one match. `verdict` is only for a valid form."""

    def __init__(self, sent: QueryDict | None, *, match: Match) -> None:
        super().__init__(sent, auto_id=f"id_{self.what}_%s")
        self.match = match
        self.add_fields()

    what = ""

    def add_fields(self) -> None:
        """Add the fields of the question."""

    @property
    def title(self) -> str:
        return TITLES[self.what]

    @property
    def verdict(self) -> Verdict:
        raise NotImplementedError


class ShortForm(VerdictForm):
    what = SHORT

    def add_fields(self) -> None:
        for side, team in _sides(self.match):
            self.fields[side] = NumberField(label=f"Players of {team} present", most=MOST_PLAYERS)

    @property
    def verdict(self) -> Verdict:
        return on_short_teams(self.match, **self.cleaned_data)


class LateForm(VerdictForm):
    what = LATE

    def add_fields(self) -> None:
        for side, team in _sides(self.match):
            self.fields[side] = NumberField(label=f"Minutes {team} were late", most=MOST_MINUTES)
            self.fields[side].initial = 0

    @property
    def verdict(self) -> Verdict:
        return on_late_start(self.match, **self.cleaned_data)


class IneligibleQuestionForm(VerdictForm):
    what = INELIGIBLE

    def add_fields(self) -> None:
        book = self.match.division.season.rule_book
        tables = [(str(number), book.place(number)) for number in range(1, book.tables + 1)]
        sides = [(Side.HOME.value, str(self.match.home)), (Side.AWAY.value, str(self.match.away))]
        for name, label, choices in (
            ("side", "Whose player", sides),
            ("at", f"At which {book.table_word}", tables),
        ):
            self.fields[name] = forms.ChoiceField(
                label=label,
                choices=choices,
                error_messages={
                    "required": "Choose one.",
                    "invalid_choice": "Choose one of the list.",
                },
            )
        self.fields["games"] = NumberField(label="Games won there with the player", most=MOST_PLAYERS)
        self.fields["games"].initial = 0

    @property
    def verdict(self) -> Verdict:
        cleaned: Mapping[str, Any] = self.cleaned_data
        ineligible = Ineligible(
            player=0, side=RuleSide(cleaned["side"]), table=int(cleaned["at"]), games_won=cleaned["games"]
        )
        return on_ineligible(self.match, [ineligible])


FORMS: tuple[type[VerdictForm], ...] = (ShortForm, LateForm, IneligibleQuestionForm)


def verdict_forms(sent: QueryDict, match: Match) -> tuple[VerdictForm, ...]:
    """Return the forms of all questions; the one in the query string is bound."""
    expected = sent.get("for", "")
    return tuple(form(sent if form.what == expected else None, match=match) for form in FORMS)


def _sides(match: Match) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("home", str(match.home)), ("away", str(match.away))
