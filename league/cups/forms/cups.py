"""Forms to create a cup with its rules, to enter teams, to draw it and to change it."""

import datetime
from collections.abc import Sequence
from typing import Any, cast

from django import forms

from league.cups.entries import MOST
from league.cups.rules import (
    EXAMPLE,
    MOST_GROUPS,
    MOST_THROUGH,
    CupRefused,
    CupRules,
    DrawnBy,
    Fill,
    GroupRules,
    Handicap,
    HandicapBand,
    Plate,
    parse_bands,
)
from league.cups.selectors.fees import EntryFees
from league.cups.services.nights import NIGHTS_CHANGED
from league.models import Cup, CupEntry, Pub, Ruling, Team
from league.scheduling.selectors.tie_nights import TieNight
from league.shared.fields import PENCE_A_POUND, Pounds, PubDate, PubTime, Whole
from league.standings.records import CupScore

MOST_SEED, MOST_HANDICAP = MOST, 500


class TeamsForm(forms.Form):
    """Teams of the season that may enter: those that have not yet, and have not withdrawn."""

    teams = forms.MultipleChoiceField(
        label="Teams",
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Tick the teams that enter.",
            "invalid_choice": "One of these has entered already, or does not play in the season any more.",
        },
    )

    def __init__(self, *arguments: Any, cup: Cup, **options: Any) -> None:
        super().__init__(*arguments, **options)
        left = Ruling.objects.withdrawals().filter(division__season=cup.season, team__isnull=False)
        playing = Team.objects.filter(enrolments__season=cup.season)
        playing = playing.exclude(cup_entries__cup=cup).exclude(pk__in=left.values("team"))
        self._teams = {team.slug: team for team in playing.distinct().order_by("name", "id")}
        choices = [(slug, team.name) for slug, team in self._teams.items()]
        cast(forms.MultipleChoiceField, self.fields["teams"]).choices = choices

    @property
    def entering(self) -> list[Team]:
        return [self._teams[slug] for slug in self.cleaned_data["teams"]]


class PairForm(forms.Form):
    """Two who enter together."""

    first = forms.CharField(label="One player", max_length=55, error_messages={"required": "Give a name."})
    second = forms.CharField(label="The other", max_length=55, error_messages={"required": "Give a name."})


class SeedsForm(forms.Form):
    """A seed and a handicap for every entry."""

    def __init__(self, *arguments: Any, entries: tuple[CupEntry, ...], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._entries = entries
        for entry in entries:
            for what, most, now in (
                ("seed", MOST_SEED, entry.seed),
                ("handicap", MOST_HANDICAP, entry.handicap or None),
            ):
                field = Whole(
                    label=f"{what.capitalize()} of {entry.name}",
                    least=1 if what == "seed" else -most,
                    most=most,
                    required=False,
                    initial=now,
                )
                self.fields[f"{what}-{entry.number}"] = field

    @property
    def rows(self) -> list[tuple[CupEntry, Any, Any]]:
        return [
            (entry, self[f"seed-{entry.number}"], self[f"handicap-{entry.number}"]) for entry in self._entries
        ]

    @property
    def seeds(self) -> dict[int, int | None]:
        return {entry.number: self.cleaned_data[f"seed-{entry.number}"] for entry in self._entries}

    @property
    def handicaps(self) -> dict[int, int]:
        return {entry.number: self.cleaned_data[f"handicap-{entry.number}"] or 0 for entry in self._entries}


class NumberForm(forms.Form):
    """Which entry, or which round, a button is about."""

    number = forms.IntegerField(
        min_value=1,
        max_value=999,
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"),
            "The page was out of date. Open it again.",
        ),
    )


class ShownForm(forms.Form):
    """How many balls of a draw were shown when its button was pressed."""

    shown = forms.IntegerField(
        min_value=0,
        max_value=MOST,
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"), "The page was out of date. Open it again."
        ),
    )


class DrawLotForm(forms.Form):
    """What a draw is made of."""

    lot = forms.CharField(
        label="The lot",
        max_length=80,
        help_text="Any words or figures that nobody chose on purpose, such as a serial number. The same "
        "lot always gives the same draw.",
        error_messages={"required": "A draw needs a lot: any word or number."},
    )


class DrawForm(DrawLotForm, NumberForm):
    """What the draw is made of, and of which round."""


class TieNightsForm(forms.Form):
    """The nights proposed for ties, as they were shown: all are taken, or none."""

    shown = forms.CharField(widget=forms.HiddenInput, max_length=20_000)
    starts_at = PubTime(label="Time")

    def __init__(
        self,
        *arguments: Any,
        proposals: Sequence[TieNight],
        starts_at: datetime.time | None = None,
        **options: Any,
    ) -> None:
        self.nights = {
            (night.each.tie.round, night.each.tie.number, night.each.is_second_leg): night.date
            for night in proposals
            if night.date
        }
        self._shown = " ".join(
            f"{round_number}.{number}{'b' if is_second else ''}:{date}"
            for (round_number, number, is_second), date in self.nights.items()
        )
        super().__init__(*arguments, **{"initial": {"shown": self._shown, "starts_at": starts_at}, **options})

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.nights or cleaned.get("shown", self._shown) != self._shown:
            raise forms.ValidationError(NIGHTS_CHANGED)
        return cleaned


class NightOfRoundForm(NumberForm):
    """When a round is played, and its second legs where it has those."""

    date = PubDate(label="Date", required=True)
    second_date = PubDate(label="Second legs", help_text="At the other pub. Empty: they stay as they are.")
    starts_at = PubTime(label="Time")

    def __init__(self, *arguments: Any, legs: int, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if legs == 1:
            del self.fields["second_date"]


class CupWithdrawalForm(forms.Form):
    """Who leaves the cup, and why."""

    who = forms.TypedChoiceField(
        label="Who leaves",
        coerce=int,
        error_messages={"required": "Say who leaves.", "invalid_choice": "Choose one of the list."},
    )
    reason = forms.CharField(
        max_length=200, help_text="Everybody can read it.", error_messages={"required": "Give the reason."}
    )

    def __init__(self, *arguments: Any, entries: tuple[CupEntry, ...], **options: Any) -> None:
        super().__init__(*arguments, **options)
        still = [(entry.number, entry.name) for entry in entries if entry.left_in_round is None]
        cast(forms.ChoiceField, self.fields["who"]).choices = [("", "Choose"), *still]


class FinalsForm(forms.Form):
    """Where and when the last rounds are played."""

    at = forms.ChoiceField(
        label="Neutral pub",
        required=False,
        error_messages={"invalid_choice": "Choose one of the league’s pubs."},
    )
    on = PubDate(label="Finals night")
    remarks = forms.CharField(
        required=False,
        max_length=2000,
        help_text="Other remarks. Everybody can read them.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *arguments: Any, cup: Cup, pubs: list[Pub], **options: Any) -> None:
        initial = {
            "at": cup.finals_at.slug if cup.finals_at else "",
            "on": cup.finals_on,
            "remarks": cup.remarks,
        }
        super().__init__(*arguments, **{"initial": initial, **options})
        self._pubs = {pub.slug: pub for pub in pubs}
        choices = [("", "None"), *((slug, pub.name) for slug, pub in self._pubs.items())]
        cast(forms.ChoiceField, self.fields["at"]).choices = choices

    @property
    def pub(self) -> Pub | None:
        return self._pubs.get(self.cleaned_data["at"])


class FeeForm(forms.Form):
    """What an entry costs."""

    def __init__(self, *arguments: Any, cup: Cup, **options: Any) -> None:
        initial = {"pounds": f"{cup.fee / PENCE_A_POUND:.2f}" if cup.fee else ""}
        super().__init__(*arguments, **{"initial": initial, **options})
        self.fields["pounds"] = Pounds(
            label="Entry fee", help_text="In pounds: 7.50. 0 for none.", may_be_nothing=True
        )


class PaidForm(forms.Form):
    """Which pairs have paid."""

    pairs = forms.TypedMultipleChoiceField(
        label="Paid",
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "Somebody has left the list meanwhile. Look at it again."},
    )

    def __init__(self, *arguments: Any, fees: EntryFees, **options: Any) -> None:
        initial = {"pairs": [pair.number for pair in fees.pairs if pair.paid]}
        super().__init__(*arguments, **{"initial": initial, **options})
        choices = [(pair.number, pair.name) for pair in fees.pairs]
        cast(forms.TypedMultipleChoiceField, self.fields["pairs"]).choices = choices


class NameForm(forms.Form):
    """What the plate is called."""

    name = forms.CharField(
        label="Name of the plate", max_length=60, error_messages={"required": "Give the plate a name."}
    )


class Bands(forms.CharField):
    """Starts by bands; none where nothing is typed."""

    def clean(self, value: Any) -> tuple[HandicapBand, ...]:
        try:
            return parse_bands(super().clean(value))
        except CupRefused as refusal:
            raise forms.ValidationError(str(refusal)) from refusal


class CupForm(forms.Form):
    """A new cup and its rules."""

    name = forms.CharField(
        max_length=60, help_text="As people call it.", error_messages={"required": "Give the cup a name."}
    )
    drawn_by = forms.ChoiceField(
        label="How it is drawn",
        choices=[
            (DrawnBy.ROUND.value, "A new draw for every round"),
            (DrawnBy.BRACKET.value, "One bracket, drawn once, with seeds kept apart"),
        ],
    )
    fill = forms.ChoiceField(
        label="If the entries are not 4, 8, 16…",
        choices=[
            (Fill.BYES.value, "Some have a bye in the first round"),
            (Fill.HIGHEST_LOSERS.value, "The highest losers of the first round go through"),
        ],
    )
    legs = forms.TypedChoiceField(
        label="A tie", coerce=int, choices=[(1, "One match"), (2, "Home and away, added up")]
    )
    replays = Whole(label="Replays of a level tie", most=9, initial=0)
    deciding_games = Whole(
        label="Deciding games after that",
        most=99,
        initial=1,
        help_text="1, 3, 5… None: replayed until one side wins.",
    )
    counted = forms.ChoiceField(
        label="What a match of it gives",
        required=False,
        choices=[
            (CupScore.POINTS.value, "The total of game points"),
            (CupScore.GAMES.value, "The games won"),
            (CupScore.TABLES.value, "The tables won"),
        ],
    )
    plate = forms.ChoiceField(
        label="A plate",
        choices=[
            (Plate.NONE.value, "None"),
            (Plate.FIRST_ROUND.value, "For the losers of the first round"),
            (Plate.FIRST_MATCH.value, "For losers of their first match, also after a bye"),
        ],
    )
    neutral_rounds = Whole(
        label="Rounds at a neutral pub", most=6, initial=0, help_text="1 is the final, 2 the semi-finals too."
    )
    groups = Whole(
        label="Number of groups", most=MOST_GROUPS, least=1, required=False, help_text="Empty: no groups."
    )
    through = Whole(label="Go through of each group", most=MOST_THROUGH, least=1, required=False)
    best = Whole(
        label="Best of those placed next",
        most=MOST_GROUPS,
        required=False,
        help_text="So many go through too. Otherwise some have a bye in the knock-out.",
    )
    meetings = forms.TypedChoiceField(
        label="In a group everybody meets everybody",
        coerce=int,
        required=False,
        choices=[(1, "Once"), (2, "Twice, at home and away")],
    )
    each = Whole(
        label="Start by handicap",
        most=500,
        required=False,
        help_text="Points the side with the higher handicap has before a match. Empty: no handicaps.",
    )
    per = Whole(label="For every so much of difference", most=500, least=1, required=False)
    most = Whole(label="At most", most=500, required=False)
    bands = Bands(
        label="Or by bands",
        required=False,
        max_length=600,
        help_text=f"The difference and its start: {EXAMPLE}. The last holds beyond, too.",
    )
    by_result = Whole(
        label="Moved by every result",
        most=500,
        required=False,
        help_text="So much the winner’s handicap goes down and the loser’s up. Empty: it stays.",
    )

    @property
    def has_groups(self) -> bool:
        """Whether anything is said of groups, or wrong with it."""
        return any(self[name].value() or self[name].errors for name in ("groups", "through", "best"))

    @property
    def has_handicap(self) -> bool:
        """Whether anything is said of handicaps, or wrong with it."""
        names = ("each", "per", "most", "bands", "by_result")
        return any(self[name].value() or self[name].errors for name in names)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                self.rules = _rules(cleaned)
            except ValueError as fault:
                raise forms.ValidationError(f"{str(fault)[0].upper()}{str(fault)[1:]}.") from fault
        return cleaned


def _handicap(cleaned: dict[str, Any]) -> Handicap | None:
    each, bands = cleaned["each"] or 0, cleaned["bands"]
    if each or bands:
        by_result = cleaned["by_result"] or 0
        return Handicap(
            each=each, per=cleaned["per"] or 1, most=cleaned["most"], bands=bands, by_result=by_result
        )
    if cleaned["per"] or cleaned["most"] or cleaned["by_result"]:
        raise ValueError("say what start a handicap gives, so many points or by bands; or empty these boxes")
    return None


def _groups(cleaned: dict[str, Any]) -> GroupRules | None:
    if cleaned["groups"]:
        return GroupRules(
            number=cleaned["groups"],
            through=cleaned["through"] or 2,
            best=cleaned["best"] or 0,
            meetings=cleaned["meetings"] or 1,
        )
    if cleaned["through"] or cleaned["best"]:
        raise ValueError("say how many groups there are before the knock-out; or empty these boxes")
    return None


def _rules(cleaned: dict[str, Any]) -> CupRules:
    return CupRules(
        drawn_by=DrawnBy(cleaned["drawn_by"]),
        fill=Fill(cleaned["fill"]),
        legs=cleaned["legs"],
        replays=cleaned["replays"],
        deciding_games=cleaned["deciding_games"],
        plate=Plate(cleaned["plate"]),
        neutral_rounds=cleaned["neutral_rounds"],
        handicap=_handicap(cleaned),
        counted=CupScore(cleaned["counted"] or CupScore.POINTS),
        groups=_groups(cleaned),
    )
