"""Form fields for a season's rules about people: who may play or change teams, the size of squads."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.http import QueryDict

from league.competition.season_rules.fields import MOST_NUMBER
from league.competition.season_rules.people import (
    BLOCKED,
    OLDEST,
    Borrowing,
    CupTied,
    CutOff,
    OwnPlayers,
    People,
    PeopleRule,
    Registering,
    SamePub,
    SquadLimits,
    Transfers,
)
from league.regulations.forms.dues import DueFields
from league.shared.fields import Number, Pounds, PubDate
from league.shared.moments import Unit
from league.shared.text import capitalised

NOT_REGULATED = ("", "not regulated")
ON, FIRST_MATCH_FROM, BEFORE_MATCH, FIRST_HALF = "on", "first_match_from", "before_match", "first_half"
WRONG_CHOICE = {"invalid_choice": "Choose one of the list."}


class CutOffForm(forms.Form):
    """The last day for something, or none."""

    def __init__(self, sent: QueryDict | None, *, prefix: str, closes: CutOff | None, label: str) -> None:
        super().__init__(sent, prefix=prefix, initial=_cut_off_initial(closes))
        self.fields["kind"] = forms.ChoiceField(
            label=label,
            choices=[
                ("", "never"),
                (ON, "at the end of a day"),
                (FIRST_MATCH_FROM, "before a team’s first match from a day on"),
                (BEFORE_MATCH, "before a team’s match of a number"),
                (FIRST_HALF, "before the second half of a team’s matches"),
            ],
            required=False,
            error_messages=WRONG_CHOICE,
        )
        self.fields["day"] = PubDate(label="Day")
        self.fields["number"] = Number(label="Match number", least=1, most=MOST_NUMBER)

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        kind, day, number = cleaned.get("kind"), cleaned.get("day"), cleaned.get("number")
        cleaned["value"] = None
        if kind in (ON, FIRST_MATCH_FROM) and day is None:
            if "day" not in self.errors:
                self.add_error("day", "Say which day.")
        elif kind == BEFORE_MATCH and number is None:
            if "number" not in self.errors:
                self.add_error("number", "Say which match: 16 is the sixteenth.")
        elif kind:
            cleaned["value"] = CutOff(
                on=day if kind == ON else None,
                first_match_from=day if kind == FIRST_MATCH_FROM else None,
                before_match=number if kind == BEFORE_MATCH else None,
                first_half=kind == FIRST_HALF,
            )
        elif (day or number) and "kind" not in self.errors:
            self.add_error("kind", "Say what the day or the number is for, or empty it.")
        return cleaned


class RegisteringForm(DueFields):
    """Whether players must be registered, how long before a match, and the fee."""

    def __init__(self, sent: QueryDict | None, *, prefix: str, rule: Registering | None) -> None:
        notice = rule.notice if rule else None
        initial: dict[str, Any] = {"asked": rule is not None}
        if notice:
            initial |= {"due": notice.unit.value, "number": notice.number, "at": notice.at}
        if rule and rule.pence:
            initial["pence"] = _pounds(rule.pence)
        super().__init__(sent, prefix=prefix, initial=initial)
        self.fields["asked"] = forms.BooleanField(
            label="Whoever plays is registered for the team", required=False
        )
        units = [(unit.value, f"so many {unit.value} before the match") for unit in Unit]
        self.add_due(label="By when", kinds=units, without="on the night is soon enough")
        self.fields["pence"] = Pounds(label="Fee", help_text="In pounds: 1.00. Empty: none.")
        self.fields["pence"].required = False

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        unit = cleaned.get("due")
        notice = self.clean_span(unit) if unit else None
        cleaned["value"] = Registering(notice=notice, pence=cleaned.get("pence") or 0)
        if not cleaned.get("asked"):
            if notice or cleaned.get("pence"):
                self.add_error("asked", "Tick this as well, or empty the boxes under it.")
            cleaned["value"] = None
        return cleaned


class PeopleForm(forms.Form):
    """All other rules about players: a number, a tick or a choice for each."""

    transfers = Number(label="How often a player may change teams", most=MOST_NUMBER)
    transfer_games = Number(label="Only with at most so many matches played", most=MOST_NUMBER)
    both_sign = forms.BooleanField(label="Both captains sign a transfer", required=False)
    borrowed = Number(
        label="How often a player of another team may help out",
        most=MOST_NUMBER,
        help_text="Empty: not regulated; 0: never.",
    )
    borrowed_a_match = Number(label="How many may help out in one match", most=MOST_NUMBER)
    playing_up = Number(
        label="Times played for a higher team of the pub until a player belongs to it",
        least=1,
        most=MOST_NUMBER,
    )
    own_players = Number(label="Fewest of a side who are the team’s own", least=1, most=MOST_NUMBER)
    only_with_several_teams = forms.BooleanField(
        label="Own players only where a pub has several teams", required=False
    )
    youngest = Number(label="Youngest age", least=1, most=OLDEST)
    squad_least = Number(label="Fewest players a team registers", least=1, most=MOST_NUMBER)
    squad_by = PubDate(label="By the end of", help_text="Empty: from the first day.")
    squad_most = Number(label="Most players a team registers", least=1, most=MOST_NUMBER)
    one_pub = forms.BooleanField(label="A player plays for one pub only in a season", required=False)

    def __init__(self, sent: QueryDict | None, *, prefix: str, people: People) -> None:
        super().__init__(sent, prefix=prefix, initial=_people_initial(people))
        self.fields["transfer_pence"] = Pounds(label="What a transfer costs", help_text="Empty: nothing.")
        self.fields["transfer_pence"].required = False
        self._add_choices()

    def _add_choices(self) -> None:
        same_pub = [
            (SamePub.ANY.value, "for any team of the pub"),
            (SamePub.HIGHER.value, "for a higher team, not a lower one"),
            (SamePub.OWN.value, "for no other team of the pub"),
        ]
        cup_tied = [
            (CupTied.ONE_TEAM.value, "for one team in a cup"),
            (CupTied.FRESH_SUBSTITUTES.value, "as a substitute only who has not played in it"),
        ]
        for name, label, choices in (
            ("same_pub", "Where a pub has several teams a player plays", same_pub),
            ("cup_tied", "In a cup a player plays", cup_tied),
        ):
            self.fields[name] = forms.ChoiceField(
                label=label, choices=[NOT_REGULATED, *choices], required=False, error_messages=WRONG_CHOICE
            )
        self.fields["blocked"] = forms.MultipleChoiceField(
            label="Rules that block",
            choices=[(rule.value, capitalised(words)) for rule, words in BLOCKED.items()],
            widget=forms.CheckboxSelectMultiple,
            required=False,
            error_messages=WRONG_CHOICE,
            help_text="A breach gives a warning with its reason. A rule ticked here blocks the result or "
            "the registration until it is corrected.",
        )

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        for needs, name in (("squad_least", "squad_by"), ("own_players", "only_with_several_teams")):
            if cleaned.get(name) and cleaned.get(needs) is None and needs not in self.errors:
                self.add_error(needs, "Say how many.")
        if cleaned.get("borrowed_a_match") is not None and cleaned.get("borrowed") is None:
            self.add_error("borrowed", "Say how often one player may.")
        least, most = cleaned.get("squad_least"), cleaned.get("squad_most")
        if least and most and least > most:
            self.add_error("squad_most", f"At least {least} and at most {most} cannot both be.")
        return cleaned


class PeopleRules:
    """The forms of all rules about people, and the rules typed."""

    def __init__(self, sent: QueryDict | None, *, people: People) -> None:
        registering, transfers = people.registration, people.transfers
        self.registering = RegisteringForm(sent, prefix="registering", rule=registering)
        self.closes = CutOffForm(
            sent,
            prefix="registration_closes",
            closes=registering.closes if registering else None,
            label="Registration closes",
        )
        self.transfers_close = CutOffForm(
            sent,
            prefix="transfers_close",
            closes=transfers.closes if transfers else None,
            label="Transfers close",
        )
        self.rest = PeopleForm(sent, prefix="people", people=people)
        if self.registering.is_valid() and self.closes.is_valid():
            self._verify_registered()

    def _verify_registered(self) -> None:
        if self.closes.cleaned_data["value"] and not self.registering.cleaned_data["value"]:
            self.registering.add_error("asked", "Tick this as well, or let registration never close.")

    def forms(self) -> Iterator[forms.Form]:
        yield from (self.registering, self.closes, self.transfers_close, self.rest)

    @property
    def people(self) -> People:
        """Return what was typed. Only for a valid form."""
        cleaned = self.rest.cleaned_data
        registering: Registering | None = self.registering.cleaned_data["value"]
        closes: CutOff | None = self.closes.cleaned_data["value"]
        if registering:
            registering = replace(registering, closes=closes)
        transfers = Transfers(
            limit=cleaned["transfers"],
            closes=self.transfers_close.cleaned_data["value"],
            most_games=cleaned["transfer_games"],
            pence=cleaned["transfer_pence"] or 0,
            both_sign=cleaned["both_sign"],
        )
        squad = SquadLimits(least=cleaned["squad_least"], by=cleaned["squad_by"], most=cleaned["squad_most"])
        return People(
            registration=registering,
            transfers=None if transfers == Transfers() else transfers,
            borrowed=_borrowing(cleaned),
            playing_up=cleaned["playing_up"],
            same_pub=SamePub(cleaned["same_pub"]) if cleaned["same_pub"] else None,
            own_players=_own_players(cleaned),
            cup_tied=CupTied(cleaned["cup_tied"]) if cleaned["cup_tied"] else None,
            youngest=cleaned["youngest"],
            squad=None if squad == SquadLimits() else squad,
            one_pub=cleaned["one_pub"],
            blocked=tuple(rule for rule in PeopleRule if rule.value in cleaned["blocked"]),
        )


def _borrowing(cleaned: dict[str, Any]) -> Borrowing | None:
    each = cleaned["borrowed"]
    return None if each is None else Borrowing(each=each, a_match=cleaned["borrowed_a_match"])


def _own_players(cleaned: dict[str, Any]) -> OwnPlayers | None:
    least = cleaned["own_players"]
    return (
        OwnPlayers(least=least, only_with_several_teams=cleaned["only_with_several_teams"]) if least else None
    )


def _pounds(pence: int) -> str:
    return f"{pence / 100:.2f}"


def _cut_off_initial(closes: CutOff | None) -> dict[str, Any]:
    if closes is None:
        return {}
    if closes.on is not None:
        return {"kind": ON, "day": closes.on}
    if closes.first_match_from is not None:
        return {"kind": FIRST_MATCH_FROM, "day": closes.first_match_from}
    if closes.before_match is not None:
        return {"kind": BEFORE_MATCH, "number": closes.before_match}
    return {"kind": FIRST_HALF}


def _people_initial(people: People) -> dict[str, Any]:
    """Return the initial values of the form for these rules."""
    initial: dict[str, Any] = {
        "playing_up": people.playing_up,
        "same_pub": people.same_pub.value if people.same_pub else "",
        "cup_tied": people.cup_tied.value if people.cup_tied else "",
        "youngest": people.youngest,
        "one_pub": people.one_pub,
        "blocked": [rule.value for rule in people.blocked],
    }
    if rule := people.transfers:
        initial |= {"transfers": rule.limit, "transfer_games": rule.most_games, "both_sign": rule.both_sign}
        initial["transfer_pence"] = _pounds(rule.pence) if rule.pence else ""
    if borrowed := people.borrowed:
        initial |= {"borrowed": borrowed.each, "borrowed_a_match": borrowed.a_match}
    if own := people.own_players:
        initial |= {"own_players": own.least, "only_with_several_teams": own.only_with_several_teams}
    if squad := people.squad:
        initial |= {"squad_least": squad.least, "squad_by": squad.by, "squad_most": squad.most}
    return initial
