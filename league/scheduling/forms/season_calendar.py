"""What each week of a season is for, and the nights on which its cups end."""

import datetime
from collections.abc import Iterator

from django import forms
from django.http import QueryDict

from league.models import Cup
from league.scheduling.planner.calendar import Off, WeekOff
from league.scheduling.selectors.season_calendar import CalendarWeek, SeasonWeeks
from league.shared.fields import LONGEST_REASON, PubDate

LEAGUE_WEEK = ""
KINDS = (
    (LEAGUE_WEEK, "League week"),
    (WeekOff.BLANK.value, "No league matches"),
    (WeekOff.CUP.value, "Cup week"),
    (WeekOff.RESERVE.value, "Kept for postponed matches"),
)


class SeasonCalendarForm(forms.Form):
    """A kind and a reason for each week to come, a night for each cup, and the plan that they were read from.

    What was left out of what was sent stays as it is.
    """

    plan = forms.CharField(widget=forms.HiddenInput, required=False, max_length=12)
    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)

    def __init__(self, data: QueryDict | None, *, page: SeasonWeeks, sets_cups: bool) -> None:
        shown = {
            "plan": page.plan.public_id if page.plan else "",
            "revision": page.plan.revision if page.plan else 0,
        }
        super().__init__(data, initial=shown)
        self.weeks = [week for week in page.weeks if not week.is_past]
        self.cups = page.cups if sets_cups else ()
        for week in self.weeks:
            self.fields[f"kind-{week.monday}"] = forms.ChoiceField(
                label=f"Week of {week.monday:%-d %B} is used for",
                choices=KINDS,
                required=False,
                initial=week.off.kind.value if week.off else LEAGUE_WEEK,
            )
            self.fields[f"because-{week.monday}"] = forms.CharField(
                label=f"Reason, week of {week.monday:%-d %B}",
                required=False,
                max_length=LONGEST_REASON,
                initial=week.off.because if week.off else "",
            )
        for cup in self.cups:
            self.fields[f"cup-{cup.public_id}"] = PubDate(label=cup.name, initial=cup.finals_on)

    @property
    def cup_fields(self) -> list[forms.BoundField]:
        """The boxes for the nights of cups."""
        return [self[f"cup-{cup.public_id}"] for cup in self.cups]

    def boxes_of(self, week: CalendarWeek) -> tuple[forms.BoundField, forms.BoundField] | None:
        """Return the boxes of a week; None if it is over."""
        if week.is_past:
            return None
        return self[f"kind-{week.monday}"], self[f"because-{week.monday}"]

    @property
    def changes(self) -> dict[datetime.date, Off | None]:
        """The weeks that become something else, from a valid form."""
        return dict(self._changed_weeks())

    def _changed_weeks(self) -> Iterator[tuple[datetime.date, Off | None]]:
        for week in self.weeks:
            if f"kind-{week.monday}" not in self.data:
                continue
            kind = self.cleaned_data[f"kind-{week.monday}"]
            because = self.cleaned_data[f"because-{week.monday}"]
            off = Off(day=week.monday, kind=WeekOff(kind), because=because) if kind else None
            was = (week.off.kind, week.off.because) if week.off else None
            if ((off.kind, off.because) if off else None) != was:
                yield week.monday, off

    @property
    def finals(self) -> dict[Cup, datetime.date | None]:
        """The cups that get another night, from a valid form."""
        return {
            cup: self.cleaned_data[name]
            for cup in self.cups
            if (name := f"cup-{cup.public_id}") in self.data and self.cleaned_data[name] != cup.finals_on
        }
