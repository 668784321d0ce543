"""Forms of records: one for each kind, with what it was opened with."""

import json
import zoneinfo
from collections.abc import Iterable, Mapping
from typing import Any, cast

from django import forms

from league.competition.models.leagues import KEPT_FOR, MOST_TABLES_OF_A_PUB, TAKEN_ADDRESSES
from league.competition.pub_names import pub_labels
from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.models import Division, League, Player, Pub, RuleBook, Season, User
from league.records.kinds import LEAGUES, RESERVED, RecordKind, raw_values, shown
from league.records.selectors.audit_log import KINDS, NOBODY, AuditFilter
from league.regulations.presets import get, offered
from league.shared.fields import PubDate, Whole

MOST_TEAMS = 60


def parse_opened(text: str) -> dict[str, str]:
    """Return the values a form was opened with, by field; nothing for what cannot be read."""
    try:
        opened = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return opened if isinstance(opened, dict) else {}


class NameField(forms.CharField):
    """A name, without spaces too many."""

    def to_python(self, value: object) -> str:
        return " ".join(str(super().to_python(value)).split())


class RecordForm(forms.Form):
    """The fields of a record. `opened` carries the values the form was opened with."""

    SELDOM = ("slug", "time_zone")
    opened = forms.CharField(required=False, widget=forms.HiddenInput, max_length=20_000)
    slug = forms.SlugField(
        max_length=60,
        help_text="Letters, figures and hyphens. Links with the old address lead to the new one.",
        error_messages={
            "required": "Type the web address, such as the-fleece.",
            "invalid": "“%(value)s” is no web address: use letters, figures and hyphens.",
        },
    )
    reason = forms.CharField(
        label="Reason", required=False, max_length=200, help_text="Optional. It stands in the history."
    )

    def __init__(self, sent: Any, *, kind: RecordKind, row: Any, league: League) -> None:
        self.kind, self.row, self.league = kind, row, league
        self.is_new = row.pk is None
        opened = {} if self.is_new else {"opened": json.dumps(raw_values(kind, row))}
        super().__init__(sent, initial=kind.values(row) | opened)
        # A new record takes its address from its name; a form without the field leaves it as it is.
        if self.is_new or "slug" not in kind.fields or (sent is not None and "slug" not in sent):
            self.fields.pop("slug", None)
        for name, label in kind.fields.items():
            if name in self.fields:
                self.fields[name].label = self.fields[name].label or label
        self.prepare()
        reason = self.fields.pop("reason")
        if not self.is_new:
            self.fields["reason"] = reason

    def prepare(self) -> None:
        """Fill in what depends on the record and its league."""

    def clean_opened(self) -> dict[str, str]:
        """Return the values the form was opened with, by field; nothing for what cannot be read."""
        return parse_opened(self.cleaned_data["opened"])

    @property
    def values(self) -> dict[str, Any]:
        """Return the cleaned fields of the record."""
        return {name: self.cleaned_data[name] for name in self.kind.fields if name in self.cleaned_data}

    @property
    def rows(self) -> list[tuple[Any, str | None]]:
        """Return each field with what it was, if it differs from what is saved; None if it does not."""
        return [(self[name], self._was(name)) for name in self.fields if name != "opened"]

    def clean_slug(self) -> str:
        """Return the web address. One that another record has, or a page, is refused."""
        slug = str(self.cleaned_data["slug"]).lower()
        others = self.kind.model._base_manager.filter(slug=slug).exclude(pk=self.row.pk)
        if self.kind is not LEAGUES:
            others = others.filter(league=self.league)
        if other := others.first():
            name = f"{other} has" if self.kind is not LEAGUES else "Another league has"
            raise forms.ValidationError(f"{name} the address “{slug}”. Choose another.")
        if slug in (TAKEN_ADDRESSES if self.kind is LEAGUES else RESERVED):
            raise forms.ValidationError(f"“{slug}” is the address of another page. Choose another.")
        return slug

    def _was(self, name: str) -> str | None:
        if self.is_new or not self.is_bound or name not in self.kind.fields:
            return None
        if not self[name].field.has_changed(self[name].initial, self[name].data):
            return None
        return shown(self.row, self.kind.column(name)) or "empty"

    def edited_since(self, opened: Mapping[str, str]) -> set[str]:
        """Return the fields that were typed in, against what the form was opened with."""
        return {
            name
            for name in self.kind.fields
            if name in self.fields and self.fields[name].has_changed(opened.get(name, ""), self[name].data)
        }

    @property
    def changes(self) -> int:
        """Return how many fields differ from what is saved."""
        return sum(was is not None for _, was in self.rows)


class PubForm(RecordForm):
    """A pub: its name, where it is, and how many tables it has."""

    name = NameField(max_length=80, error_messages={"required": "Type the name of the pub."})
    address = forms.CharField(max_length=200, required=False)
    postcode = forms.CharField(max_length=10, required=False)
    phone = forms.CharField(max_length=30, required=False, widget=forms.TextInput(attrs={"type": "tel"}))
    bulletin_email = forms.EmailField(
        label="E-mail for the bulletin",
        required=False,
        help_text="Only if the landlord wants it. The public does not see it.",
        error_messages={"invalid": "“%(value)s” is no e-mail address; one would be landlord@example.org."},
    )
    tables = Whole(
        least=1, most=MOST_TABLES_OF_A_PUB, label="Tables", help_text="How many tables can play on one night."
    )
    rooms = forms.CharField(
        max_length=120, required=False, help_text="Where the tables stand: upstairs, the snug."
    )
    step_free = forms.CharField(
        max_length=80,
        required=False,
        help_text="Such as “no steps”, “by the side door” or “twelve stairs, no lift”.",
    )
    remarks = forms.CharField(
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Shown on the pub’s page.",
    )
    teams_too = forms.BooleanField(label="Rename its teams too", required=False, initial=True)
    field_order = (
        "opened",
        "name",
        "teams_too",
        "address",
        "postcode",
        "phone",
        "bulletin_email",
        "tables",
        "rooms",
        "step_free",
        "remarks",
    )

    def prepare(self) -> None:
        name = self.row.name.casefold()
        if self.is_new or not any(team.name.casefold().startswith(name) for team in self.row.teams.all()):
            del self.fields["teams_too"]


class ShortNamesForm(forms.Form):
    """The short names of a team, which its captain may change too."""

    short_name = NameField(
        max_length=24,
        required=False,
        help_text="For crowded lists on paper and the head of the scoring page; best up to 22 letters.",
    )
    button_name = NameField(
        label="Name on buttons",
        max_length=8,
        required=False,
        help_text="For the buttons of the scoring page, such as “Fleece”. Empty: a word of the name.",
    )


class TeamForm(ShortNamesForm, RecordForm):
    """A team: its names and its pub; a new one may enter a division of the season."""

    name = NameField(max_length=80, error_messages={"required": "Type the name of the team."})
    pub = forms.ModelChoiceField(
        queryset=Pub.objects.none(),
        empty_label="Choose a pub",
        error_messages={"required": "Choose the pub.", "invalid_choice": "Choose a pub of the list."},
    )
    division = forms.ModelChoiceField(
        queryset=Division.objects.none(),
        required=False,
        empty_label="no division yet",
        help_text="Of the season at hand.",
    )
    field_order = ("opened", "name", "short_name", "button_name", "pub", "division")

    def prepare(self) -> None:
        pubs = Pub.objects.filter(league=self.league)
        open_pubs = pubs.filter(closed_on=None) | pubs.filter(pk=self.row.pub_id)
        field = cast("forms.ModelChoiceField[Pub]", self.fields["pub"])
        field.queryset = open_pubs.order_by("name")
        labels = pub_labels(pubs)
        field.label_from_instance = lambda obj: labels[obj.pk]  # type: ignore[method-assign]  # Django's way
        if not self.is_new:
            del self.fields["division"]
            return
        season = season_at_hand(seasons_of(self.league), league_today(self.league))
        divisions = Division.objects.filter(season=season, season__is_finished=False).select_related("season")
        cast("forms.ModelChoiceField[Division]", self.fields["division"]).queryset = divisions


class DivisionForm(RecordForm):
    """A division: its name, its place among the others, how many teams go up and down."""

    name = NameField(max_length=40, error_messages={"required": "Type the name of the division."})
    position = Whole(least=1, most=99, help_text="1 is the top division.")
    promoted = Whole(least=0, most=MOST_TEAMS, help_text="How many teams go up.")
    relegated = Whole(least=0, most=MOST_TEAMS, help_text="How many teams go down.")


class PlayerForm(RecordForm):
    """A player: their name, what tells them apart, how the public sees it."""

    name = NameField(max_length=80, error_messages={"required": "Type the name of the player."})
    told_apart_by = NameField(
        max_length=40, required=False, help_text="If two players share a name, such as “junior”."
    )
    shown = forms.ChoiceField(choices=Player.Shown)
    born_on = PubDate(label="", help_text="Only you see it. Saving it hides the name of anybody under 18.")


class SeasonForm(RecordForm):
    """A season: its name and its first and last day."""

    name = NameField(max_length=40, error_messages={"required": "Type the name, such as 2027-28."})
    starts_on = PubDate(label="", required=True)
    ends_on = PubDate(label="", required=True)
    rules = forms.ChoiceField(
        label="Rule book", help_text="A copy, which can be edited until the first result is confirmed."
    )
    field_order = ("opened", "name", "starts_on", "ends_on", "rules")

    def prepare(self) -> None:
        if not self.is_new:
            del self.fields["rules"]
            return
        seasons = [(season.slug, f"as in {season}") for season in seasons_of(self.league)]
        presets = [(preset.id, preset.title) for preset in offered()]
        groups = [("Seasons of the league", seasons), ("Ready-made rule books", presets)]
        cast(forms.ChoiceField, self.fields["rules"]).choices = [group for group in groups if group[1]]

    def rule_book(self) -> RuleBook:
        """Return an unsaved copy of the chosen rule book."""
        name = self.cleaned_data["rules"]
        season = Season.objects.filter(league=self.league, slug=name).select_related("rule_book").first()
        if season is None:
            return get(name).rule_book()
        book: RuleBook = season.rule_book
        book.pk, book._state.adding = None, True
        return book

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", f"{last:%d/%m/%Y} is before the first day, {first:%d/%m/%Y}.")
        return cleaned


class LeagueSettingsForm(RecordForm):
    """The league: its name, its time zone, a few words for visitors."""

    name = NameField(max_length=80, error_messages={"required": "Type the name of the league."})
    time_zone = forms.ChoiceField(
        choices=lambda: [(zone, zone) for zone in sorted(zoneinfo.available_timezones())]
    )
    about = forms.CharField(
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="A few words for visitors of the league’s page.",
    )
    officers = forms.CharField(
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=(
            "One a line, as the printed handbook shows them to everybody: “Treasurer: Doreen Pickersgill”."
            " Add a telephone number only if they agreed."
        ),
    )
    sheets_to = forms.CharField(
        max_length=60,
        required=False,
        label="Where score sheets go",
        help_text="Printed at the foot of every sheet: an address, a letter box, an e-mail.",
    )


def _months(help_text: str) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(choices=KEPT_FOR, coerce=int, help_text=help_text)


class RetentionForm(RecordForm):
    """How long a league keeps what it needs only for a time, each period with its reason."""

    photographs_kept_for = _months("After the match. They answer questions about a result.")
    links_kept_for = _months(
        "After the season, the match or the day they were revoked. They show who could enter a result."
    )
    entries_kept_for = _months("After the match. They show which phone sent which hand, and who could play.")
    letters_kept_for = _months("After they were sent. They show who was asked, warned or told.")
    contacts_kept_for = _months(
        "After the season. E-mail and telephone go; the captain’s name stays with the team."
    )
    log_kept_for = _months("After the day. It shows who read contacts, exported, signed in and gave roles.")
    keeps_test_photographs = forms.BooleanField(
        required=False,
        help_text="Only if everybody on the sheets agreed. A photograph that was read stays here with its "
        "match beyond its period, once the result is confirmed, to test reading. Whoever runs the site can "
        "take it out without names. Switched off, what is past its period is deleted with the next run.",
    )
    slug = None  # type: ignore[assignment]  # Django's way to leave a field out


class AuditFilterForm(forms.Form):
    """What is asked of the audit log."""

    kind = forms.ChoiceField(label="Kind", required=False, choices=[("", "Everything"), *KINDS.items()])
    person = forms.ChoiceField(label="Person", required=False)
    first_day = PubDate(label="From", required=False)
    last_day = PubDate(label="To", required=False)

    def __init__(self, *arguments: Any, people: Iterable[User], **options: Any) -> None:
        super().__init__(*arguments, **options)
        names = [(user.username, str(user)) for user in people]
        self.fields["person"].choices = [("", "Anybody"), (NOBODY, "Nobody signed in"), *names]  # type: ignore[attr-defined]  # of a ChoiceField

    @property
    def asked(self) -> AuditFilter:
        """Return what was chosen, once the form is valid."""
        return AuditFilter(**self.cleaned_data)


FORMS: dict[str, type[RecordForm]] = {
    "pubs": PubForm,
    "teams": TeamForm,
    "divisions": DivisionForm,
    "players": PlayerForm,
    "seasons": SeasonForm,
    "league": LeagueSettingsForm,
}
"""The form of each kind of record, by the word in its addresses."""
