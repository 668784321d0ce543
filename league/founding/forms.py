"""Forms to open a league: its first season, and a pasted list of pubs and teams."""

import datetime
import zoneinfo
from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from league.accounts.forms import SignInName, new_password
from league.competition.models.leagues import TAKEN_ADDRESSES
from league.exchange.problems import problems_on_page
from league.founding.pasted_league import PastedLeague, parse_league
from league.founding.services import FirstDivision, FirstSeason, FirstTeam, Founder, LeagueInput
from league.models import League, User
from league.regulations import presets
from league.shared.fields import PubDate

SEPTEMBER, APRIL, HALF_YEAR = 9, 4, 6
LONGEST_LIST = 40_000


def usual_season(today: datetime.date) -> dict[str, object]:
    """Return the usual name and dates of a season: this winter's, or from July on the next winter's."""
    year = today.year if today.month > HALF_YEAR else today.year - 1
    return {
        "season": f"{year}-{(year + 1) % 100:02}",
        "starts_on": datetime.date(year, SEPTEMBER, 1),
        "ends_on": datetime.date(year + 1, APRIL, 30),
    }


class NewLeagueForm(forms.Form):
    """A league and its first season. `looked` is the list of the last preview."""

    name = forms.CharField(
        label="Name of the league",
        max_length=80,
        error_messages={"required": "Say what the league is called."},
    )
    address = forms.SlugField(
        label="Address",
        required=False,
        max_length=60,
        help_text="The first word of every address here, as in /three-valleys/. Else made of the name.",
        error_messages={"invalid": "An address has small letters, figures and hyphens only."},
    )
    time_zone = forms.ChoiceField(
        label="Clocks", initial="Europe/London", error_messages={"invalid_choice": "Choose one of the list."}
    )
    preset = forms.ChoiceField(
        label="Rules to begin from",
        help_text="Everything in them can be changed until the first result is in.",
        error_messages={"invalid_choice": "Choose one of the rule books of the list."},
    )
    season = forms.CharField(
        label="Season", max_length=40, error_messages={"required": "Say what the season is called."}
    )
    starts_on = PubDate(label="First day", required=True)
    ends_on = PubDate(label="Last day", required=True)
    moving = forms.IntegerField(
        label="How many go up and down",
        min_value=0,
        max_value=9,
        initial=2,
        help_text="Between two divisions; it can be changed for each.",
        widget=forms.NumberInput(attrs={"class": "figures"}),
        error_messages={"required": "Say how many; 0 if nobody does.", "invalid": "That is no number."},
    )
    pubs = forms.CharField(
        label="Divisions, pubs and teams",
        max_length=LONGEST_LIST,
        strip=False,
        help_text="A line for each division, and under it a line for each pub. Teams of one pub stand behind "
        "it: “The Fleece, Rawfold; A; B”.",
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
        error_messages={"required": "Paste the pubs and teams, one pub a line."},
    )
    looked = forms.CharField(required=False, max_length=LONGEST_LIST, strip=False, widget=forms.HiddenInput)

    parsed = PastedLeague()

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        zones = sorted(zoneinfo.available_timezones())
        offered = [(preset.id, preset.title) for preset in presets.offered()]
        for name, choices in {"time_zone": [(zone, zone) for zone in zones], "preset": offered}.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101  narrows the type
            field.choices = choices

    def clean_address(self) -> str:
        text: str = self.cleaned_data["address"].lower()
        if text in TAKEN_ADDRESSES:
            raise forms.ValidationError(f"“{text}” is an address of the site itself; take another.")
        if League.objects.filter(slug=text).exists():
            raise forms.ValidationError("Another league here has this address; take another.")
        return text

    def clean_pubs(self) -> str:
        text: str = self.cleaned_data["pubs"]
        self.parsed = parse_league(text)
        if self.parsed.faults:
            raise forms.ValidationError(list(_sentences(self.parsed)))
        if not self.parsed.teams:
            raise forms.ValidationError("No pub stands in it: paste them one a line, under their divisions.")
        return text

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", "The season ends before it starts.")
        return cleaned

    @property
    def is_as_looked_at(self) -> bool:
        """Return whether the list is the one that was previewed."""
        cleaned = self.cleaned_data
        return bool(cleaned["pubs"].split() == cleaned["looked"].split())

    @property
    def league(self) -> LeagueInput:
        cleaned = self.cleaned_data
        return LeagueInput(name=cleaned["name"], address=cleaned["address"], time_zone=cleaned["time_zone"])

    @property
    def first_season(self) -> FirstSeason:
        cleaned = self.cleaned_data
        return FirstSeason(
            name=cleaned["season"],
            starts_on=cleaned["starts_on"],
            ends_on=cleaned["ends_on"],
            moving=cleaned["moving"],
        )

    @property
    def divisions(self) -> list[FirstDivision]:
        return [
            FirstDivision(
                name=division.name,
                teams=[FirstTeam(name=team.name, pub=team.pub, place=team.place) for team in division.teams],
            )
            for division in self.parsed.divisions
        ]


def _sentences(parsed: PastedLeague) -> Iterator[str]:
    """Yield how many problems a list has, then each with its line."""
    problems = problems_on_page(parsed.faults)
    yield f"{problems.words}. Nothing was made."
    for number, sentences in problems.lines:
        for sentence in sentences:
            yield f"Line {number}: {sentence}"
    if problems.more:
        yield f"{problems.more} with problems."


class FounderForm(forms.Form):
    """The last step: whether to remove the demo, and a new account for a user of the demo's account."""

    clear_demo = forms.BooleanField(label="Clear the demonstration away", required=False, initial=True)
    username = SignInName()
    password = new_password()

    def __init__(self, *arguments: Any, has_demo: bool, needs_account: bool, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if not has_demo:
            del self.fields["clear_demo"]
        if not needs_account:
            del self.fields["username"], self.fields["password"]

    def clean_username(self) -> str:
        text: str = self.cleaned_data["username"]
        if User.objects.filter(username=text).exists():
            raise forms.ValidationError("Somebody else signs in with this name already. Choose another.")
        return text

    def clean_password(self) -> str:
        text: str = self.cleaned_data["password"]
        try:
            validate_password(text, User(username=self.cleaned_data.get("username", "")))
        except ValidationError as fault:
            raise forms.ValidationError(fault.messages) from fault
        return text

    @property
    def founder(self) -> Founder | None:
        cleaned = self.cleaned_data
        return (
            Founder(name=cleaned["username"], password=cleaned["password"]) if "username" in cleaned else None
        )
