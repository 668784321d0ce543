"""Forms of plans: a new one, one from a list, a change by hand, publishing, planning again."""

import datetime
from collections.abc import Sequence
from typing import Any, cast

from django import forms

from league.exchange.forms import RowsForm
from league.scheduling.planner.by_hand import Act, ChangeByHand
from league.scheduling.planner.task import Meeting, Plan
from league.scheduling.selectors.changes import ChangeOptions, meeting_of
from league.scheduling.selectors.initial_requests import MOST_WEEKS_MORE, ReplanStart
from league.scheduling.services.plans import MOST_SECONDS
from league.shared.fields import PubDate

# Requests of a new plan that are no earlier plan's.
NONE, TYPED = "none", "typed"


class PlanForm(forms.Form):
    """A plan: its name, how long the search may take, and what the pubs ask for."""

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
        label="Its wishes",
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
        help_text="What the pubs ask for, as the help page shows it.",
    )

    def __init__(self, sent: Any = None, *, beginnings: Sequence[tuple[str, str]] = ()) -> None:
        """`beginnings` are the wishes to begin with: their names, and words for them."""
        choices = [*beginnings, (NONE, "None yet"), (TYPED, "From a file, pasted below")]
        super().__init__(sent, initial={"begin": choices[0][0]})
        cast(forms.ChoiceField, self.fields["begin"]).choices = choices

    def clean(self) -> dict[str, Any]:
        """Return who says nothing means what they pasted."""
        said: dict[str, Any] = super().clean() or {}
        begin, pasted = said.get("begin"), said.get("wishes", "")
        if begin and begin != TYPED and pasted.strip():
            self.add_error("wishes", "Choose “From a file” above if this is meant, or empty the box.")
        return said | {"begin": begin or TYPED}


class PublishForm(forms.Form):
    """That a list is to be the season's; where it breaks conditions, that this is known."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    despite_faults = forms.BooleanField(label="Publish it although it breaks conditions", required=False)


LONGEST_BREAK = datetime.timedelta(weeks=MOST_WEEKS_MORE)


class ChangeForm(forms.Form):
    """A change of one match: the act, and what that act needs. `change` is it once the form is valid."""

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
        said = super().clean() or {}
        act = said.get("act")
        if act == Act.NIGHT and not said.get("night") and "night" not in self.errors:
            self.add_error("night", "Say on which night.")
        if act == Act.WEEK and not said.get("week"):
            self.add_error("week", "Choose a week.")
        other = meeting_of(self.fixtures, said.get("other", ""))
        if act == Act.MATCH and (other is None or other.division != self.meeting.division):
            self.add_error("other", "Choose a match of the division’s list.")
        if act == Act.TEAMS and not (said.get("team") and said.get("place")):
            self.add_error("place", "Choose the team and the one whose place it takes.")
        elif act == Act.TEAMS and said["team"] == said["place"]:
            self.add_error("place", "A team has its own place already; choose another one.")
        return said

    @property
    def change(self) -> ChangeByHand:
        """The change that was said."""
        said = self.cleaned_data
        return ChangeByHand(
            act=Act(said["act"]),
            meeting=self.meeting,
            returns=said["returns"],
            night=said["night"],
            week=int(said["week"]) if said["week"] else None,
            other=meeting_of(self.fixtures, said["other"]),
            teams=(said["team"], said["place"]) if said["team"] and said["place"] else None,
        )


class RevisionForm(forms.Form):
    """That a change is to be kept, of the plan as it was looked at."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)


class DropRequestForm(RevisionForm):
    """Which way out of which conflict is taken."""

    take = forms.RegexField(r"^\d{1,2}\.\d{1,2}$")

    @property
    def chosen(self) -> tuple[int, int]:
        """The conflict and the way, counted from 0."""
        conflict, way = self.cleaned_data["take"].split(".")
        return int(conflict), int(way)


class ReplanForm(forms.Form):
    """From which day the rest of a season is planned again."""

    start = PubDate(
        label="What stands before this day stays", help_text="Today, or the first night that fell out."
    )
    until = PubDate(
        label="Nothing is played before",
        help_text="If play cannot begin at once: snow, a closed road. Otherwise leave it empty.",
    )
    last = PubDate(
        label="The last night",
        help_text="Leave it empty, and the season runs on for as many weeks as it takes, if any.",
    )
    seconds = forms.IntegerField(
        label="Seconds for the search", min_value=1, max_value=MOST_SECONDS, initial=20
    )

    def __init__(self, *args: Any, first: datetime.date, latest: datetime.date, **said: Any) -> None:
        super().__init__(*args, **said)
        self.first, self.latest = first, latest
        self.fields["start"].required = True

    def clean_start(self) -> datetime.date:
        start: datetime.date = self.cleaned_data["start"]
        if not self.first <= start <= self.latest:
            raise forms.ValidationError(
                f"{start:%d/%m/%Y} is not in the season, which goes from {self.first:%d/%m/%Y} "
                f"to {self.latest:%d/%m/%Y}."
            )
        return start

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        start, until, last = said.get("start"), said.get("until"), said.get("last")
        if start and until and not start <= until <= start + LONGEST_BREAK:
            self.add_error("until", f"Give a day from {start:%d/%m/%Y} on, {MOST_WEEKS_MORE} weeks at most.")
        if last and not self.first <= last <= self.latest + LONGEST_BREAK:
            self.add_error(
                "last", f"A season that ends on {self.latest:%d/%m/%Y} cannot go on until {last:%d/%m/%Y}."
            )
        return said

    def beginning(self, today: datetime.date) -> ReplanStart:
        """Return what was said. Nights gone by are never played on again."""
        said = self.cleaned_data
        return ReplanStart(
            start=said["start"],
            until=said["until"] or max(said["start"], today),
            last=said["last"],
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
