"""Forms of plans: a new one, one from a list, a change by hand, publishing, planning again."""

import datetime
from collections.abc import Sequence
from typing import Any, cast

from django import forms

from league.exchange.forms import RowsForm
from league.scheduling.planner.by_hand import Act, ChangeByHand
from league.scheduling.planner.task import Meeting, Plan
from league.scheduling.requests.nearest import MOST_WEEKS_MORE
from league.scheduling.selectors.changes import ChangeOptions, meeting_of
from league.scheduling.selectors.initial_requests import ReplanStart
from league.scheduling.selectors.mid_season import JoiningTeam, SplitDivision
from league.scheduling.services.plans import MOST_SECONDS
from league.shared.fields import PubDate
from league.shared.text import listed

# Requests of a new plan that are no earlier plan's.
NONE, TYPED = "none", "typed"


class PlanForm(forms.Form):
    """A plan: its name, how long the search may take, and the requests of the pubs."""

    name = forms.CharField(
        label="Name", max_length=60, help_text="To tell it from other plans.", initial="First draft"
    )
    seconds = forms.IntegerField(
        label="Seconds for the search",
        min_value=1,
        max_value=MOST_SECONDS,
        initial=30,
        help_text=f"From 1 to {MOST_SECONDS}. Half a minute is enough for most leagues.",
    )
    begin = forms.ChoiceField(
        label="Requests",
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the list."},
    )
    wishes = forms.CharField(
        label="The file",
        required=False,
        max_length=100_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false"}),
        help_text="The help page shows what a requests file can contain.",
    )

    def __init__(self, sent: Any = None, *, beginnings: Sequence[tuple[str, str]] = ()) -> None:
        """Offer `beginnings`, the requests to begin with, as pairs of key and words."""
        choices = [*beginnings, (NONE, "None yet"), (TYPED, "From a file, pasted below")]
        super().__init__(sent, initial={"begin": choices[0][0]})
        cast(forms.ChoiceField, self.fields["begin"]).choices = choices

    def clean(self) -> dict[str, Any]:
        """Return the data; without a choice the pasted requests count."""
        data: dict[str, Any] = super().clean() or {}
        begin, pasted = data.get("begin"), data.get("wishes", "")
        if begin and begin != TYPED and pasted.strip():
            self.add_error("wishes", "Choose “From a file” above if this is meant, or empty the box.")
        return data | {"begin": begin or TYPED}


class RevisionForm(forms.Form):
    """The revision of the plan that an act is about."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)


class PublishForm(RevisionForm):
    """Publish a list as the season's; `despite_faults` if it breaks conditions."""

    despite_faults = forms.BooleanField(label="Publish although conditions are broken", required=False)


LONGEST_BREAK = datetime.timedelta(weeks=MOST_WEEKS_MORE)


class ChangeForm(forms.Form):
    """A change of one match: the act, and what that act needs. A valid form has the `change`."""

    act = forms.ChoiceField(choices=[(act.value, act.value) for act in Act])
    returns = forms.BooleanField(required=False)
    night = PubDate(label="Another night")
    week = forms.ChoiceField(required=False)
    other = forms.CharField(required=False, max_length=200)
    team = forms.ChoiceField(required=False)
    place = forms.ChoiceField(required=False)

    def __init__(self, data: Any, *, meeting: Meeting, fixtures: Plan, to: ChangeOptions) -> None:
        super().__init__(data)
        self.meeting, self.fixtures, self.to = meeting, fixtures, to
        for name, choices in (("week", to.weeks), ("team", to.sides), ("place", to.teams)):
            field = cast(forms.ChoiceField, self.fields[name])
            field.choices = [("", ""), *((choice.value, choice.words) for choice in choices)]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        act = data.get("act")
        if act == Act.NIGHT and not data.get("night") and "night" not in self.errors:
            self.add_error("night", "Say on which night.")
        if act == Act.WEEK and not data.get("week"):
            self.add_error("week", "Choose a week.")
        other = meeting_of(self.fixtures, data.get("other", ""))
        if act == Act.MATCH and (other is None or other.division != self.meeting.division):
            self.add_error("other", "Choose a match of the division’s list.")
        if act == Act.TEAMS and not (data.get("team") and data.get("place")):
            self.add_error("place", "Choose the team and the one whose place it takes.")
        elif act == Act.TEAMS and data["team"] == data["place"]:
            self.add_error("place", "A team has its own place already; choose another one.")
        return data

    @property
    def change(self) -> ChangeByHand:
        """The change, from a valid form."""
        data = self.cleaned_data
        return ChangeByHand(
            act=Act(data["act"]),
            meeting=self.meeting,
            returns=data["returns"],
            night=data["night"],
            week=int(data["week"]) if data["week"] else None,
            other=meeting_of(self.fixtures, data["other"]),
            teams=(data["team"], data["place"]) if data["team"] and data["place"] else None,
        )


class DropRequestForm(RevisionForm):
    """The chosen way out of a conflict."""

    take = forms.RegexField(r"^\d{1,2}\.\d{1,2}$")

    @property
    def chosen(self) -> tuple[int, int]:
        """The conflict and the way, counted from 0."""
        conflict, way = self.cleaned_data["take"].split(".")
        return int(conflict), int(way)


class AlternativeForm(RevisionForm):
    """The chosen alternative, counted from 0."""

    alternative = forms.IntegerField(min_value=0, max_value=99)


class ReplanForm(forms.Form):
    """From which day the rest of a season is planned again."""

    start = PubDate(
        label="Matches before this day stay",
        help_text="Today; on a match day tomorrow, so that tonight’s matches stay; or the first night "
        "without play.",
    )
    until = PubDate(
        label="Play begins again on",
        help_text="Only if play cannot begin at once. Otherwise leave it empty.",
    )
    last = PubDate(
        label="The last night",
        help_text="Leave it empty to extend the season by the weeks it needs.",
    )
    seconds = forms.IntegerField(
        label="Seconds for the search", min_value=1, max_value=MOST_SECONDS, initial=20
    )

    def __init__(
        self,
        *args: Any,
        first: datetime.date,
        latest: datetime.date,
        day: datetime.date,
        joining: Sequence[JoiningTeam] = (),
        splitting: Sequence[SplitDivision] = (),
        **options: Any,
    ) -> None:
        """Offer choices for teams that are joining and divisions that may split, as they hold from `day`."""
        super().__init__(*args, **options)
        self.first, self.latest, self.day = first, latest, day
        self.joining, self.splitting = joining, splitting
        self.fields["start"].required = True
        for team in joining:
            self.fields[f"meet-{team.key}"] = forms.ChoiceField(
                label=f"{team.name} have joined {team.division}. How often do they meet the others?",
                choices=[(choice.key, choice.text) for choice in team.choices],
                initial=team.best,
                widget=forms.RadioSelect,
            )

        for division in splitting:
            top, bottom = (listed(half) for half in division.halves)
            self.fields[f"split-{division.key}"] = forms.ChoiceField(
                label=f"Does {division.name} split in two halves?",
                help_text=f"Top half: {top}. Bottom half: {bottom}. The halves do not meet again.",
                choices=[
                    ("", "No split"),
                    *((str(choice.times), choice.text) for choice in division.choices),
                ],
                required=False,
                widget=forms.RadioSelect,
            )

    def clean_start(self) -> datetime.date:
        start: datetime.date = self.cleaned_data["start"]
        if not self.first <= start <= self.latest:
            raise forms.ValidationError(
                f"{start:%d/%m/%Y} is not in the season, which goes from {self.first:%d/%m/%Y} "
                f"to {self.latest:%d/%m/%Y}."
            )
        return start

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        start, until, last = data.get("start"), data.get("until"), data.get("last")
        if start and until and not start <= until <= start + LONGEST_BREAK:
            self.add_error("until", f"Give a day from {start:%d/%m/%Y} on, {MOST_WEEKS_MORE} weeks at most.")
        if last and not self.first <= last <= self.latest + LONGEST_BREAK:
            self.add_error(
                "last", f"A season that ends on {self.latest:%d/%m/%Y} cannot go on until {last:%d/%m/%Y}."
            )
        return data

    def beginning(self, today: datetime.date) -> ReplanStart:
        """Return the start of the new plan. It is never before today."""
        data = self.cleaned_data
        chosen = ((team, data.get(f"meet-{team.key}")) for team in self.joining)
        counts = [team.counts(key) for team, key in chosen if key]
        counts += [division.counts(data.get(f"split-{division.key}", "")) for division in self.splitting]
        return ReplanStart(
            start=data["start"],
            until=data["until"] or max(data["start"], today),
            last=data["last"],
            differing=tuple(count for own in counts for count in own),
        )


class PlanFromListForm(RowsForm):
    """The list, what the plan is called, and whether its dates are last year's."""

    name = forms.CharField(
        label="Name of the plan",
        max_length=60,
        help_text="To tell it from other plans.",
        initial="Last year’s list",
    )
    is_last_years = forms.BooleanField(
        label="The dates are last year’s: move them by whole weeks, so that the list begins with this season",
        required=False,
    )
    field_order = ("name", "pasted", "file", "is_last_years")
