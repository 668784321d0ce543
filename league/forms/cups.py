"""What the secretary types to have teams enter a cup, draw it, and keep it going."""

from typing import Any, cast

from django import forms

from league.cups import MOST
from league.forms.postponements import PubDate
from league.models import Cup, CupEntry, Pub, Team

MOST_SEED, MOST_HANDICAP = MOST, 500


class Whole(forms.IntegerField):
    """A small whole number, nothing where nothing is typed."""

    def __init__(self, *, most: int, least: int = 0, **said: Any) -> None:
        super().__init__(
            min_value=least,
            max_value=most,
            widget=forms.NumberInput(attrs={"class": "figures", "inputmode": "numeric"}),
            error_messages={
                "invalid": f"That is no number; it goes from {least} to {most}.",
                "min_value": f"It goes from {least} to {most}.",
                "max_value": f"It goes from {least} to {most}.",
                "required": "Give a number.",
            },
            **said,
        )


class TeamsForm(forms.Form):
    """Teams of the season that enter, those that have not yet."""

    teams = forms.MultipleChoiceField(
        label="Teams",
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Tick the teams that enter.",
            "invalid_choice": "One of these has entered already, or does not play in the season.",
        },
    )

    def __init__(self, *arguments: Any, cup: Cup, **options: Any) -> None:
        super().__init__(*arguments, **options)
        playing = Team.objects.filter(enrolments__season=cup.season).exclude(cup_entries__cup=cup)
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
        return [(one, self[f"seed-{one.number}"], self[f"handicap-{one.number}"]) for one in self._entries]

    @property
    def seeds(self) -> dict[int, int | None]:
        return {one.number: self.cleaned_data[f"seed-{one.number}"] for one in self._entries}

    @property
    def handicaps(self) -> dict[int, int]:
        return {one.number: self.cleaned_data[f"handicap-{one.number}"] or 0 for one in self._entries}


class NumberForm(forms.Form):
    """Which entry, or which round, a button is about."""

    number = forms.IntegerField(
        min_value=1,
        max_value=999,
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"),
            "The page did not say which one is meant. Open it again.",
        ),
    )


class DrawForm(NumberForm):
    """What the draw is made of, and of which round."""

    lot = forms.CharField(
        label="The lot",
        max_length=80,
        help_text="Any words or figures that nobody chose to suit himself: a serial number, last night’s "
        "score. The same lot always gives the same draw.",
        error_messages={"required": "A draw needs a lot: any word or number."},
    )


class NightOfRoundForm(NumberForm):
    """When a round is played."""

    date = PubDate(label="Date", required=True)
    starts_at = forms.TimeField(
        label="Time",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "That is no time; one would be 20:30."},
    )


class LeaveForm(forms.Form):
    """Who leaves the cup, and why."""

    who = forms.TypedChoiceField(
        label="Who leaves",
        coerce=int,
        error_messages={"required": "Say who leaves.", "invalid_choice": "Choose one of the list."},
    )
    reason = forms.CharField(
        max_length=200, help_text="Everybody can read it.", error_messages={"required": "Say why."}
    )

    def __init__(self, *arguments: Any, entries: tuple[CupEntry, ...], **options: Any) -> None:
        super().__init__(*arguments, **options)
        still = [(one.number, one.name) for one in entries if one.left_in_round is None]
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
        help_text="What else is to be said of the cup. Everybody can read it.",
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


class NameForm(forms.Form):
    """What the plate is called."""

    name = forms.CharField(
        label="Name of the plate", max_length=60, error_messages={"required": "Give the plate a name."}
    )
