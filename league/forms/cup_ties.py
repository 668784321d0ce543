"""What the secretary types of one tie: what was played of it, and when and where it is played."""

import datetime
from typing import Any, cast

from django import forms
from django.forms import BoundField
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from league.cups import CupRules, Tie, TieResult
from league.forms.cups import Whole
from league.forms.postponements import PubDate
from league.models import Pub
from league.outcomes import AtFault, Pair
from league.selectors.cup_pages import TieOnPage

MOST_SCORE = 999
LEG = ("Home leg", "Away leg")


class ResultForm(forms.Form):
    """The scores of a tie, the first drawn first in each, without any start; or that it was given."""

    began_from = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    given = forms.ChoiceField(label="Given without play", required=False)
    reason = forms.CharField(required=False, max_length=200, help_text="Why it was given.")

    def __init__(self, *arguments: Any, each: TieOnPage, rules: CupRules, **options: Any) -> None:
        tie = each.tie
        self._tie = tie
        super().__init__(*arguments, **{"initial": {"began_from": _stamp(each.entered_at)}, **options})
        result = tie.result
        legs, replays = (result.legs, result.replays) if result else ((), ())
        self._parts: list[tuple[str, str]] = []
        for number in range(tie.legs):
            self._add(f"leg{number}", LEG[number] if tie.legs > 1 else "Score", legs[number : number + 1])
        most = rules.replays if rules.deciding_games else len(replays) + 1
        for number in range(most):
            self._add(f"replay{number}", f"Replay {number + 1}", replays[number : number + 1])
        if rules.deciding_games:
            deciding = (result.deciding,) if result and result.deciding else ()
            self._add("deciding", "Deciding games won", deciding)
        self.fields["given"] = _given(tie, result)
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
        """What may have been played, with a field for each side."""
        return [(label, (self[f"{name}-0"], self[f"{name}-1"])) for name, label in self._parts]

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        if self.errors:
            return said
        for name, label in self._parts:
            home, away = said[f"{name}-0"], said[f"{name}-1"]
            if (home is None) != (away is None):
                raise forms.ValidationError(f"{label}: give the figures of both sides, or of neither.")
        played = any(self._pairs(said, name) for name, _ in self._parts)
        if said["given"] and not said["reason"]:
            self.add_error("reason", "Say why it was given: both sides will ask.")
        elif said["given"] and played:
            raise forms.ValidationError("It was played or given: empty the scores, or take “played”.")
        elif not played and not said["given"]:
            raise forms.ValidationError("Nothing was typed: give a score, or say that the tie was given.")
        return said

    @property
    def result(self) -> TieResult:
        """The tie as it was typed."""
        said = self.cleaned_data
        deciding = self._pairs(said, "deciding")
        return TieResult(
            round=self._tie.round,
            number=self._tie.number,
            legs=self._pairs(said, "leg"),
            replays=self._pairs(said, "replay"),
            deciding=deciding[0] if deciding else None,
            given=AtFault(said["given"]) if said["given"] else None,
            reason=said["reason"] if said["given"] else "",
        )

    @property
    def began(self) -> datetime.datetime | None:
        """When what stood here was entered, as the page was opened."""
        try:
            found = parse_datetime(self.cleaned_data["began_from"])
        except ValueError:
            return None
        return timezone.make_aware(found) if found and timezone.is_naive(found) else found

    def _pairs(self, said: dict[str, Any], begins: str) -> tuple[Pair, ...]:
        names = [name for name, _ in self._parts if name.startswith(begins)]
        pairs = [(said[f"{name}-0"], said[f"{name}-1"]) for name in names]
        return tuple(pair for pair in pairs if pair[0] is not None)


class WhenForm(forms.Form):
    """When and where a tie is played."""

    date = PubDate(label="Date")
    starts_at = forms.TimeField(
        label="Time",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "That is no time; one would be 20:30."},
    )
    venue = forms.ChoiceField(
        label="Where",
        required=False,
        error_messages={"invalid_choice": "Choose one of the league’s pubs."},
    )

    def __init__(self, *arguments: Any, each: TieOnPage, pubs: list[Pub], **options: Any) -> None:
        initial = {
            "date": each.date,
            "starts_at": each.starts_at,
            "venue": each.named_pub.slug if each.named_pub else "",
        }
        super().__init__(*arguments, **{"initial": initial, **options})
        self._pubs = {pub.slug: pub for pub in pubs}
        usual = [("", "As usual: at the first drawn’s, or where the finals are")]
        cast(forms.ChoiceField, self.fields["venue"]).choices = [
            *usual,
            *((slug, pub.name) for slug, pub in self._pubs.items()),
        ]

    @property
    def pub(self) -> Pub | None:
        return self._pubs.get(self.cleaned_data["venue"])


def _given(tie: Tie, result: TieResult | None) -> forms.ChoiceField:
    return forms.ChoiceField(
        label="Played or given",
        required=False,
        choices=[
            ("", "Played"),
            (AtFault.AWAY.value, f"Given to {tie.home.words}"),
            (AtFault.HOME.value, f"Given to {tie.away.words}"),
            (AtFault.BOTH.value, "Nobody goes through"),
        ],
        initial=str(result.given or "") if result else "",
        error_messages={"invalid_choice": "Choose one of the list."},
    )


def _stamp(entered_at: datetime.datetime | None) -> str:
    return entered_at.isoformat() if entered_at else ""
