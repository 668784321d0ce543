"""Forms for decisions of the league: walkovers, points given or taken, withdrawals, play-offs."""

import datetime
from collections.abc import Iterable
from typing import Any, TypedDict, cast

from django import forms

from league.models import Division, Enrolment, Match, Pub, RuleBook, Ruling, Team
from league.results.pages.before_confirming import date_question
from league.shared.fields import Points, PubDate, PubTime, Reason, verify_in_reach


class WalkoverForm(forms.Form):
    """What becomes of the match or the table, and why. `at_fault` is the side it is given against."""

    VOID = "void"

    at_fault = forms.ChoiceField(
        label="What is decided",
        choices=[*Ruling.AtFault.choices, (VOID, "void")],
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose the ruling: to one side, against both, or void.",
            "invalid_choice": "Choose one side, against both, or void.",
        },
    )
    reason = Reason()
    early = forms.BooleanField(label="Yes, before its night", required=False)

    def __init__(self, *arguments: object, match: Match, today: datetime.date, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self._question = date_question(match.date, today, "Is this decided already?")
        cast(forms.ChoiceField, self.fields["at_fault"]).choices = [
            (Ruling.AtFault.HOME, f"To {match.away}"),
            (Ruling.AtFault.AWAY, f"To {match.home}"),
            (Ruling.AtFault.BOTH, "Against both sides"),
            (self.VOID, "Void"),
        ]

    def clean(self) -> dict[str, Any]:
        """Return the decision; one about a night to come is asked about."""
        early = self.cleaned_data.pop("early")
        if self._question and not (early or self.errors):
            self.add_error("early", self._question)
        return self.cleaned_data


class AdjustmentInput(TypedDict):
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
            "required": "Choose given or taken.",
            "invalid_choice": "Choose given or taken.",
        },
    )
    points = Points(
        label="Points",
        help_text="Whole or half: 2, or 1½.",
        widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 5, "autocomplete": "off"}),
        error_messages={"required": "Say how many points."},
    )
    reason = Reason(help_text="Everybody can read it under the standings.")

    def __init__(self, *arguments: object, enrolments: Iterable[Enrolment], **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self._enrolments = {f"{each.division.slug}/{each.team.slug}": each for each in enrolments}
        divisions: dict[str, list[tuple[str, str]]] = {}
        for address, enrolment in self._enrolments.items():
            divisions.setdefault(str(enrolment.division), []).append((address, str(enrolment.team)))
        cast(forms.ChoiceField, self.fields["team"]).choices = [("", "Choose a team"), *divisions.items()]

    @property
    def adjustment(self) -> AdjustmentInput:
        """What the ruling says: whose points, how many half points (negative if taken), and why."""
        cleaned = self.cleaned_data
        enrolment = self._enrolments[cleaned["team"]]
        return {
            "division": enrolment.division,
            "team": enrolment.team,
            "halves": -cleaned["points"] if cleaned["which_way"] == self.TAKE else cleaned["points"],
            "reason": cleaned["reason"],
        }


class WithdrawalForm(forms.Form):
    """What becomes of the results of a team that leaves, and why it leaves."""

    effect = forms.ChoiceField(
        label="What becomes of its results",
        choices=[(value, words.capitalize()) for value, words in RuleBook.WithdrawalEffect.choices],
        widget=forms.RadioSelect,
        error_messages={
            "required": "Say what becomes of its results.",
            "invalid_choice": "Choose one of the ways below the table.",
        },
    )
    reason = Reason(help_text="Everybody can read it under the standings.")

    def __init__(self, *arguments: object, book: RuleBook, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        field = cast(forms.ChoiceField, self.fields["effect"])
        field.initial = book.withdrawal
        field.help_text = f"The season’s rules say: {book.get_withdrawal_display()}."


class PlayOff(TypedDict):
    """Two teams of a division, and where and when they meet."""

    division: Division
    home: Team
    away: Team
    venue: Pub
    date: Any
    starts_at: Any


class PlayOffForm(forms.Form):
    """A play-off: two teams of one division, where, and when."""

    home = forms.ChoiceField(label="Team at home", help_text="Sheets and lists name it first.")
    away = forms.ChoiceField(label="Visiting team")
    venue = forms.ChoiceField(label="Where", help_text="A neutral pub, if the league wants one.")
    date = PubDate(label="Date", required=True)
    starts_at = PubTime(label="Time")

    def __init__(
        self, *arguments: Any, enrolments: Iterable[Enrolment], pubs: Iterable[Pub], **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self._enrolments = {f"{each.division.slug}/{each.team.slug}": each for each in enrolments}
        self._pubs = {pub.slug: pub for pub in pubs}
        teams: dict[str, list[tuple[str, str]]] = {}
        for address, enrolment in self._enrolments.items():
            teams.setdefault(str(enrolment.division), []).append((address, str(enrolment.team)))
        for name in ("home", "away"):
            self._choose(name, [("", "Choose a team"), *teams.items()], "Choose the team.")
        venues = [("", "Choose a pub"), *((slug, str(pub)) for slug, pub in self._pubs.items())]
        self._choose("venue", venues, "Choose the pub.")

    def _choose(self, name: str, choices: list[Any], missing: str) -> None:
        field = cast(forms.ChoiceField, self.fields[name])
        field.choices = choices
        field.error_messages |= {"required": missing, "invalid_choice": "Choose one of the list."}

    def clean_date(self) -> Any:
        season = next(iter(self._enrolments.values())).division.season
        return verify_in_reach(self.cleaned_data["date"], season)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "home" in cleaned and "away" in cleaned:
            home, away = (self._enrolments[cleaned[name]] for name in ("home", "away"))
            if home.division != away.division:
                self.add_error(
                    "away", f"{away.team} plays in {away.division}, {home.team} in {home.division}."
                )
        return cleaned

    @property
    def play_off(self) -> PlayOff:
        """The match as it is to be made."""
        cleaned = self.cleaned_data
        home, away = (self._enrolments[cleaned[name]] for name in ("home", "away"))
        return {
            "division": home.division,
            "home": home.team,
            "away": away.team,
            "venue": self._pubs[cleaned["venue"]],
            "date": cleaned["date"],
            "starts_at": cleaned["starts_at"],
        }
