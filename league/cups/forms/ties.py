"""Forms for one tie: its result, its date and place, and who played."""

import datetime
import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from league.cups.entries import TieResult
from league.cups.rules import CupRules
from league.cups.selectors.seats import SideOfTie
from league.cups.selectors.tie_pages import TieOnPage
from league.cups.services.nights import LegNight
from league.cups.services.ties import CupSideNames
from league.cups.ties import Tie
from league.matches.outcomes import AtFault, Pair
from league.models import Player, Pub
from league.results.pages.before_confirming import date_question
from league.results.selectors.names import Roster
from league.shared.fields import PubDate, PubTime, Whole
from league.shared.text import listed

MOST_SCORE = 999
LEG = ("Home leg", "Away leg")


class ResultForm(forms.Form):
    """The scores of a tie, the first drawn first in each, without any start; or that it was given."""

    began_from = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    given = forms.ChoiceField(label="Walkover", required=False)
    reason = forms.CharField(required=False, max_length=200, help_text="Reason for the walkover.")

    early = forms.BooleanField(label="Yes, before its night", required=False)

    def __init__(
        self, *arguments: Any, each: TieOnPage, rules: CupRules, today: datetime.date, **options: Any
    ) -> None:
        tie = each.tie
        self._tie = tie
        nights = (each.date, each.second.date if each.second else None)
        self._questions = [date_question(night, today, "Was this tie played early?") for night in nights]
        self._given_early = date_question(each.date, today, "Is this tie a walkover already?")
        super().__init__(*arguments, **{"initial": {"began_from": _stamp(each.entered_at)}, **options})
        result = tie.result
        legs, replays = (result.legs, result.replays) if result else ((), ())
        self._parts: list[tuple[str, str]] = []
        for number in range(tie.legs):
            self._add(f"leg{number}", LEG[number] if tie.legs > 1 else "Score", legs[number : number + 1])
        most = rules.replays if rules.deciding_games else len(replays) + 1
        most = 0 if tie.group else most
        for number in range(most):
            self._add(f"replay{number}", f"Replay {number + 1}", replays[number : number + 1])
        if rules.deciding_games and not tie.group:
            deciding = (result.deciding,) if result and result.deciding else ()
            self._add("deciding", "Deciding games won", deciding)
        self.fields["given"] = _walkover_field(tie, result)
        self.fields["reason"].initial = result.reason if result else ""

    def _add(self, name: str, label: str, now: tuple[Pair, ...]) -> None:
        self._parts.append((name, label))
        for place, side in enumerate((self._tie.home, self._tie.away)):
            self.fields[f"{name}-{place}"] = Whole(
                label=f"{label}, {side.words}",
                most=MOST_SCORE,
                required=False,
                initial=now[0][place] if now else None,
            )

    @property
    def rows(self) -> list[tuple[str, tuple[BoundField, BoundField]]]:
        """The parts of a tie that may have been played, with a field for each side."""
        return [(label, (self[f"{name}-0"], self[f"{name}-1"])) for name, label in self._parts]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        for name, label in self._parts:
            home, away = cleaned[f"{name}-0"], cleaned[f"{name}-1"]
            if (home is None) != (away is None):
                raise forms.ValidationError(f"{label}: give the figures of both sides, or of neither.")
        played = any(self._pairs(cleaned, name) for name, _ in self._parts)
        legs = zip(self._questions, self._parts, strict=False)
        asked = [question for question, (name, _) in legs if question and self._pairs(cleaned, name)]
        asked = [self._given_early] if cleaned["given"] and self._given_early else asked
        if cleaned["given"] and not cleaned["reason"]:
            self.add_error("reason", "Give the reason for the walkover. Both sides can read it.")
        elif cleaned["given"] and played:
            raise forms.ValidationError(
                "A tie is played or a walkover, not both. Empty the scores, or choose “played”."
            )
        elif asked and not cleaned["early"]:
            self.add_error("early", asked[0])
        elif not played and not cleaned["given"]:
            raise forms.ValidationError("Type a score, or choose a walkover.")
        return cleaned

    @property
    def result(self) -> TieResult:
        """The result that was typed."""
        cleaned = self.cleaned_data
        deciding = self._pairs(cleaned, "deciding")
        return TieResult(
            round=self._tie.round,
            number=self._tie.number,
            legs=self._pairs(cleaned, "leg"),
            replays=self._pairs(cleaned, "replay"),
            deciding=deciding[0] if deciding else None,
            at_fault=AtFault(cleaned["given"]) if cleaned["given"] else None,
            reason=cleaned["reason"] if cleaned["given"] else "",
        )

    @property
    def began(self) -> datetime.datetime | None:
        """When the result shown on the opened page was entered; None if there was none."""
        try:
            moment = parse_datetime(self.cleaned_data["began_from"])
        except ValueError:
            return None
        return timezone.make_aware(moment) if moment and timezone.is_naive(moment) else moment

    def _pairs(self, cleaned: dict[str, Any], begins: str) -> tuple[Pair, ...]:
        names = [name for name, _ in self._parts if name.startswith(begins)]
        pairs = [(cleaned[f"{name}-0"], cleaned[f"{name}-1"]) for name in names]
        return tuple(pair for pair in pairs if pair[0] is not None)


class WhenForm(forms.Form):
    """When and where a tie is played; before the first leg, where there are two, both of them."""

    date = PubDate(label="Date")
    starts_at = PubTime(label="Time")
    second_date = PubDate(label="Date of the second leg")
    second_starts_at = PubTime(label="Its time")

    def __init__(self, *arguments: Any, each: TieOnPage, pubs: list[Pub], **options: Any) -> None:
        self._pubs = {pub.slug: pub for pub in pubs}
        initial = {"date": each.date, "starts_at": each.starts_at, "venue": _slug(each.named_pub)}
        if each.second:
            initial["second_date"], initial["second_starts_at"] = each.second.date, each.second.starts_at
            initial["second_venue"] = _slug(each.second.named_pub)
        super().__init__(*arguments, **{"initial": initial, **options})
        usual = "the second drawn’s" if each.is_second_leg else "the first drawn’s"
        self.fields["venue"] = self._where("Where", f"As usual: at {usual}, or where the finals are")
        if each.second:
            self.fields["date"].label = "Date of the first leg"
            self.fields["second_venue"] = self._where("Where", "As usual: at the second drawn’s")
        else:
            del self.fields["second_date"], self.fields["second_starts_at"]

    def _where(self, label: str, usual: str) -> forms.ChoiceField:
        return forms.ChoiceField(
            label=label,
            required=False,
            choices=[("", usual), *((slug, pub.name) for slug, pub in self._pubs.items())],
            error_messages={"invalid_choice": "Choose one of the league’s pubs."},
        )

    @property
    def pub(self) -> Pub | None:
        return self._pubs.get(self.cleaned_data["venue"])

    @property
    def second(self) -> LegNight | None:
        """When and where the second leg is played; None where it is not asked for."""
        if "second_date" not in self.fields:
            return None
        return LegNight(
            date=self.cleaned_data["second_date"],
            starts_at=self.cleaned_data["second_starts_at"],
            venue=self._pubs.get(self.cleaned_data["second_venue"]),
        )


def _slug(pub: Pub | None) -> str:
    return pub.slug if pub else ""


def _walkover_field(tie: Tie, result: TieResult | None) -> forms.ChoiceField:
    return forms.ChoiceField(
        label="Played or walkover",
        required=False,
        choices=[
            ("", "Played"),
            (AtFault.AWAY.value, f"Given to {tie.home.words}"),
            (AtFault.HOME.value, f"Given to {tie.away.words}"),
            (AtFault.BOTH.value, "Lost by both" if tie.group else "Nobody goes through"),
        ],
        initial=str(result.at_fault or "") if result else "",
        error_messages={"invalid_choice": "Choose one of the list."},
    )


def _stamp(entered_at: datetime.datetime | None) -> str:
    return entered_at.isoformat() if entered_at else ""


MOST_OTHERS = 40
LONGEST_NAME = Player._meta.get_field("name").max_length or 0
SIDES = ("home", "away")


class PlayedForm(forms.Form):
    """A tick for everybody of the squad, and a box for the names of others, side by side."""

    before = forms.CharField(required=False, max_length=2000, widget=forms.HiddenInput)
    new = forms.BooleanField(
        label="Names the league does not know are new players: make records for them", required=False
    )

    def __init__(self, *arguments: Any, sides: Sequence[SideOfTie], roster: Roster, **options: Any) -> None:
        before = " ".join(player.public_id for side in sides for player in side.played)
        super().__init__(*arguments, **{"initial": {"before": before}, **options})
        self._sides, self._roster = dict(zip(SIDES, sides, strict=False)), roster
        self.unknown = False
        for name, side in self._sides.items():
            is_pair = side.entry.team_id is None
            self.fields[name] = forms.MultipleChoiceField(
                label=side.entry.name,
                required=False,
                widget=forms.CheckboxSelectMultiple,
                choices=[(player.public_id, str(player)) for player in side.known],
                # A pair plays itself unless others are entered.
                initial=[player.public_id for player in side.played or (side.squad if is_pair else ())],
                error_messages={
                    "invalid_choice": "One of these is no longer on the list. Check the list again."
                },
            )
            self.fields[f"{name}-others"] = forms.CharField(
                label="Others",
                required=False,
                max_length=2000,
                widget=forms.Textarea({"rows": 2}),
                help_text="Names that are not above, a comma or a new line between them.",
            )

    @property
    def rows(self) -> list[tuple[SideOfTie, BoundField, BoundField]]:
        return [(side, self[name], self[f"{name}-others"]) for name, side in self._sides.items()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self._named = {
            side.entry.number: self._name(place, name, side, cleaned)
            for place, (name, side) in enumerate(self._sides.items())
        }
        return cleaned

    def _name(self, place: int, name: str, side: SideOfTie, cleaned: dict[str, Any]) -> CupSideNames:
        by_id = {player.public_id: player.pk for player in side.known}
        players = [by_id[public_id] for public_id in cleaned.get(name, ())]
        typed = [text for text in map(_spaced, re.split(r"[,\n]", cleaned.get(f"{name}-others", ""))) if text]
        newcomers: list[str] = []
        unclear: list[str] = []
        for text in dict.fromkeys(typed):
            meant = self._roster.meant(text, place)
            if len(meant) == 1:
                players.append(meant[0].player)
            elif meant:
                unclear.append(
                    f"Several are called {text}: write {listed((player.label for player in meant), 'or')}."
                )
            else:
                newcomers.append(text)
        if len(typed) > MOST_OTHERS:
            unclear.append(f"{len(typed)} names are too many for one side; there is room for {MOST_OTHERS}.")
        unclear += [
            f"A name may have {LONGEST_NAME} letters; {newcomer[:20]}… has {len(newcomer)}."
            for newcomer in newcomers
            if len(newcomer) > LONGEST_NAME
        ]
        if newcomers and not cleaned.get("new"):
            self.unknown = True
            unclear.append(
                f"The league knows nobody called {listed(newcomers[:MOST_OTHERS], 'or')}: correct the "
                f"spelling, or tick below that they are new."
            )
        for sentence in unclear:
            self.add_error(f"{name}-others", sentence)
        return CupSideNames(players=tuple(dict.fromkeys(players)), newcomers=tuple(newcomers))

    @property
    def named(self) -> dict[int, CupSideNames]:
        """Who played, by the number of the entry."""
        return self._named

    @property
    def seated_before(self) -> tuple[str, ...]:
        """Public ids of the players seated when the page was opened."""
        return tuple(self.cleaned_data["before"].split())

    @property
    def asks_for_newcomers(self) -> bool:
        """Whether to offer the tick for new players: an unknown name is typed, or it is ticked already."""
        return self.unknown or bool(self["new"].value())


def _spaced(text: str) -> str:
    return " ".join(text.split())
