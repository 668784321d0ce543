"""What the secretary types to have a place decided by a match."""

from collections.abc import Iterable
from typing import Any, TypedDict, cast

from django import forms

from league.forms.postponements import PubDate, verify_in_reach
from league.models import Division, Enrolment, Pub, Team


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
    venue = forms.ChoiceField(label="Where", help_text="A pub of neither team, if the league wants it so.")
    date = PubDate(label="Date", required=True)
    starts_at = forms.TimeField(
        label="Time",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "That is no time; one would be 20:30."},
    )

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
        self._choose("venue", venues, "Say where it is played.")

    def _choose(self, name: str, choices: list[Any], missing: str) -> None:
        field = cast(forms.ChoiceField, self.fields[name])
        field.choices = choices
        field.error_messages |= {"required": missing, "invalid_choice": "Choose one of the list."}

    def clean_date(self) -> Any:
        season = next(iter(self._enrolments.values())).division.season
        return verify_in_reach(self.cleaned_data["date"], season)

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        if "home" in said and "away" in said:
            home, away = (self._enrolments[said[name]] for name in ("home", "away"))
            if home.division != away.division:
                self.add_error(
                    "away", f"{away.team} plays in {away.division}, {home.team} in {home.division}."
                )
        return said

    @property
    def play_off(self) -> PlayOff:
        """The match as it is to be made."""
        said = self.cleaned_data
        home, away = (self._enrolments[said[name]] for name in ("home", "away"))
        return {
            "division": home.division,
            "home": home.team,
            "away": away.team,
            "venue": self._pubs[said["venue"]],
            "date": said["date"],
            "starts_at": said["starts_at"],
        }
