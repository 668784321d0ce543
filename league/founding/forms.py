"""Forms to open a league: its first season, and a pasted list of pubs and teams."""

import datetime
import hashlib
import zoneinfo
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import QueryDict

from league.accounts.forms import SignInName, new_password
from league.competition.models.leagues import MOST_TABLES_OF_A_PUB, TAKEN_ADDRESSES, WEEKDAYS
from league.exchange.forms import answers_of, chosen_columns
from league.exchange.lists.checked_list import TeamList, problems_on_page
from league.exchange.lists.teams import read_team_list
from league.exchange.spreadsheets import UnreadableFile, file_text, read_text
from league.founding.services import (
    UNNAMED,
    FirstDivision,
    FirstPub,
    FirstSeason,
    FirstTeam,
    Founder,
    LeagueInput,
)
from league.models import League, User
from league.regulations import presets
from league.shared.fields import PubDate, PubTime

SEPTEMBER, APRIL, HALF_YEAR = 9, 4, 6
LONGEST_LIST = 40_000
# Rule books are offered by the game they are of.
GAMES = {
    "All Fours": ("heckmondwike", "lancashire"),
    "All Fours in the Caribbean": ("caribbean-17", "caribbean-18", "caribbean-22"),
    "Don": ("don-five-games", "don"),
    "Bowls": ("crown-green", "rinks"),
    "Cribbage": ("crib-legs",),
    "Pool, darts, a quiz, any other game": ("plain-3-1-0", "plain-2-1-0"),
}


def usual_season(today: datetime.date) -> dict[str, object]:
    """Return the usual name and dates of a season: this winter's, or from July on the next winter's."""
    year = today.year if today.month > HALF_YEAR else today.year - 1
    return {
        "season": f"{year}-{(year + 1) % 100:02}",
        "starts_on": datetime.date(year, SEPTEMBER, 1),
        "ends_on": datetime.date(year + 1, APRIL, 30),
    }


class NewLeagueForm(forms.Form):
    """A league and its first season. `looked` is the digest of the last preview."""

    name = forms.CharField(
        label="Name of the league",
        max_length=80,
        error_messages={"required": "Say what the league is called."},
    )
    address = forms.SlugField(
        label="Address",
        required=False,
        max_length=60,
        help_text="The first word of every address, as in /three-valleys/. Empty: made from the name.",
        error_messages={"invalid": "An address has small letters, figures and hyphens only."},
    )
    time_zone = forms.ChoiceField(
        label="Time zone",
        initial="Europe/London",
        error_messages={"invalid_choice": "Choose one of the list."},
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
    night = forms.TypedChoiceField(
        label="Match night",
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", "As in the list"), *WEEKDAYS],
    )
    start = PubTime(label="Start time")
    tables = forms.IntegerField(
        label="Tables in each pub",
        required=False,
        initial=4,
        min_value=1,
        max_value=MOST_TABLES_OF_A_PUB,
        help_text="Where the list does not say.",
        widget=forms.NumberInput(attrs={"class": "figures"}),
        error_messages={"invalid": "Type a whole number, such as 4."},
    )
    pubs = forms.CharField(
        label="Divisions, pubs and teams",
        required=False,
        max_length=LONGEST_LIST,
        strip=False,
        help_text="Paste it from Excel, Word or an e-mail, as it is. Or type a line for each division, and "
        "under it a line for each pub: “The Fleece, Rawfold; A; B”.",
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label="Or choose a file",
        required=False,
        help_text="CSV, XLSX, Word (DOCX), a saved web page or text.",
    )
    looked = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)

    team_list = TeamList()

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        zones = sorted(zoneinfo.available_timezones())
        titles = {preset.id: preset.title for preset in presets.offered()}
        offered = [(game, [(name, titles[name]) for name in names]) for game, names in GAMES.items()]
        boxes: dict[str, Any] = {"time_zone": [(zone, zone) for zone in zones], "preset": offered}
        for name, choices in boxes.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101  narrows the type
            field.choices = choices

    def clean_address(self) -> str:
        text: str = self.cleaned_data["address"].lower()
        if text in TAKEN_ADDRESSES:
            raise forms.ValidationError(f"“{text}” is an address of the site. Choose another.")
        if League.objects.filter(slug=text).exists():
            raise forms.ValidationError("Another league has this address. Choose another.")
        return text

    def clean_file(self) -> object:
        """Read a file into the field for pasted lists, so that it is sent along from here."""
        file = self.cleaned_data["file"]
        if not file:
            return file
        try:
            text = file_text(file.read())
        except UnreadableFile as refusal:
            raise forms.ValidationError(str(refusal)) from refusal
        self.data = {**self.data.dict(), "pubs": text} if isinstance(self.data, QueryDict) else self.data
        self.cleaned_data["pubs"] = text
        return file

    @property
    def answers(self) -> Mapping[str, str]:
        return answers_of(self.data)

    @property
    def seen(self) -> str:
        """Return a digest of what a preview shows, by which a change of it is noticed.

        Of what was understood, not of the answers: the page of the check sends every guess along, also those
        nobody has changed.
        """
        understood = (self.team_list.divisions, self.team_list.pubs, self.team_list.teams)
        typed = " ".join(self.cleaned_data.get("pubs", "").split())
        return hashlib.sha256(f"{typed}\n{understood!r}".encode(errors="replace")).hexdigest()

    def _read_list(self, text: str) -> None:
        field = "file" if self.cleaned_data.get("file") else "pubs"
        try:
            self.team_list = read_team_list(read_text(text, is_prose=True), answers=self.answers)
        except UnreadableFile as refusal:
            self.add_error(field, str(refusal))
            return
        if not text.strip():
            self.add_error("pubs", "Paste the pubs and teams, one pub a line.")
        elif len(text) > LONGEST_LIST:
            self.add_error(field, f"The list has {len(text)} letters; at most {LONGEST_LIST} can be read.")
        elif self.team_list.refusal:
            self.add_error(field, self.team_list.refusal)
        elif self.team_list.problems:
            self.add_error(field, list(_sentences(self.team_list)))

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", "The season ends before it starts.")
        if "pubs" in cleaned:
            self._read_list(cleaned["pubs"])
        return cleaned

    @property
    def is_as_looked_at(self) -> bool:
        """Return whether the list and the answers are those that were previewed."""
        return bool(self.seen == self.cleaned_data["looked"])

    @property
    def columns(self) -> Mapping[str, str]:
        """Return the choices of columns to remember for the league's next list."""
        return chosen_columns(self.team_list, self.answers)

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
            night=cleaned["night"] or self.team_list.night,
            starts_at=cleaned["start"] or self.team_list.start,
        )

    @property
    def divisions(self) -> list[FirstDivision]:
        tables = self.cleaned_data["tables"]
        pubs = {
            pub.label: FirstPub(
                name=pub.name,
                address=pub.address,
                postcode=pub.postcode,
                phone=pub.phone,
                tables=int(pub.tables) if pub.tables else tables,
            )
            for pub in self.team_list.pubs
        }
        by_division: dict[str, list[FirstTeam]] = {name: [] for name in self.team_list.divisions}
        for team in self.team_list.teams:
            first_team = FirstTeam(
                name=team.name,
                pub=pubs[team.pub],
                short_name=team.short_name,
                captain=team.captain,
                phone=team.phone,
                email=team.email,
            )
            by_division.setdefault(team.division or UNNAMED, []).append(first_team)
        return [FirstDivision(name=name, teams=teams) for name, teams in by_division.items() if teams]


def _sentences(team_list: TeamList) -> Iterator[str]:
    """Yield how many problems a list has, then each with its line."""
    problems = problems_on_page(team_list.problems)
    yield f"{problems.words}. Nothing was created."
    for number, sentences in problems.lines:
        for sentence in sentences:
            yield f"Line {number}: {sentence}"
    if problems.more:
        yield f"{problems.more} with problems."


class FounderForm(forms.Form):
    """The last step: whether to remove the demo, and a new account for a user of the demo's account."""

    clear_demo = forms.BooleanField(label="Delete the demo league", required=False)
    username = SignInName()
    password = new_password()

    def __init__(
        self, *arguments: Any, has_demo: bool, needs_account: bool, is_first: bool = False, **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self.is_first = is_first
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
        if "username" not in cleaned:
            return None
        return Founder(name=cleaned["username"], password=cleaned["password"], is_first=self.is_first)


class LeagueFileForm(forms.Form):
    """A league's file, as `export_league` writes it."""

    file = forms.FileField(
        label="League file",
        help_text="A file with the name of the league and .json at its end.",
        error_messages={"required": "Choose the file of a league.", "empty": "The file is empty."},
    )
