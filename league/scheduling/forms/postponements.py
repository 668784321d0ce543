"""Forms to move a match: the secretary's (request, answer, decision, another pub) and the captain's."""

import datetime
import zoneinfo
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, cast

from django import forms

from league.models import Match, Pub, Season, Side
from league.scheduling.selectors.free_nights import FreeNight
from league.scheduling.selectors.night_proposals import NightProposals
from league.scheduling.selectors.postponements import PostponementRequest
from league.shared.fields import LATEST_AFTER_SEASON, PubDate, PubTime, Reason, verify_in_reach
from league.templatetags.dates import pub_date, pub_date_year

LAST_MINUTE = datetime.time(23, 59)
NIGHT_OTHER, NIGHT_NONE = "other", "none"


def _keep_in_reach(form: forms.Form, season: Season, *names: str) -> None:
    """Let some days of a form be days on which a match of the season can be played."""
    for name in names:
        form.fields[name].validators.append(cast(Any, partial(verify_in_reach, season=season)))


class MoveForm(forms.Form):
    """A match moved to another night, or off its night until a new one is agreed."""

    to = PubDate(label="New date", help_text="Leave this empty if the new date is not agreed yet.")
    reason = Reason(help_text="Everybody can read it.")
    although_taken = forms.BooleanField(label="Move the match although the night is not free", required=False)

    def __init__(self, *arguments: Any, match: Match, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _keep_in_reach(self, match.division.season, "to")
        self.asks_although = bool(self["although_taken"].value())


class AskForm(forms.Form):
    """A request to move a match: which side, why, the nights it offers, and the deadline for an answer."""

    asked_by = forms.ChoiceField(
        label="Who asks",
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose the team that asks.",
            "invalid_choice": "It can only be the home side or the away side.",
        },
    )
    because = Reason(label="Why", help_text="Everybody can read it, so write nothing private.")
    nights = forms.MultipleChoiceField(
        label="Nights offered",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "That night is no longer available."},
    )
    another = PubDate(label="Another night")
    and_another = PubDate(label="And another")
    answer_by = PubDate(label="Answer due by", help_text="Until the end of that day. Empty: no deadline.")

    def __init__(
        self, *arguments: Any, match: Match, choice: NightProposals, today: datetime.date, **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self._zone = zoneinfo.ZoneInfo(match.division.season.league.time_zone)
        self._today = today
        _keep_in_reach(self, match.division.season, "another", "and_another")
        sides = [(Side.HOME.value, str(match.home)), (Side.AWAY.value, str(match.away))]
        cast(forms.ChoiceField, self.fields["asked_by"]).choices = sides
        groups = {"best": choice.best, "usual": choice.usual, "others": choice.others}
        cast(forms.ChoiceField, self.fields["nights"]).choices = [
            (name, [(str(night.date), pub_date(night.date)) for night in nights])
            for name, nights in groups.items()
            if nights
        ]

    def clean_answer_by(self) -> datetime.datetime | None:
        day: datetime.date | None = self.cleaned_data["answer_by"]
        if day is None:
            return None
        if day < self._today:
            raise forms.ValidationError(f"{day:%d/%m/%Y} is past; the other side needs time to answer.")
        if day > self._today + LATEST_AFTER_SEASON:
            raise forms.ValidationError(f"{day:%d/%m/%Y} is more than a year away.")
        return self.end_of(day)

    def end_of(self, day: datetime.date) -> datetime.datetime:
        """Return the last minute of a day where the league plays."""
        return datetime.datetime.combine(day, LAST_MINUTE, tzinfo=self._zone)

    @property
    def request(self) -> dict[str, Any]:
        """The request, as arguments of the service."""
        data = self.cleaned_data
        ticked = [datetime.date.fromisoformat(night) for night in data["nights"]]
        typed = [date for date in (data["another"], data["and_another"]) if date]
        return {
            "asked_by": Side(data["asked_by"]),
            "reason": data["because"],
            "offered": sorted(ticked) + typed,
            "answer_by": data["answer_by"],
        }


class AgreeForm(forms.Form):
    """The night the two have agreed on: one of those offered, another, or none yet."""

    night = forms.ChoiceField(
        label="Agreed on",
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose the night they agreed on.",
            "invalid_choice": "That night was not offered; choose “another night” and type it.",
        },
    )
    other_night = PubDate(label="Another night", help_text="Only if they agreed on one that was not offered.")

    def __init__(self, *arguments: Any, request: PostponementRequest, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _keep_in_reach(self, request.match.division.season, "other_night")
        cast(forms.ChoiceField, self.fields["night"]).choices = [
            *((str(date), pub_date_year(date)) for date in request.offered),
            (NIGHT_OTHER, "another night"),
            (NIGHT_NONE, "no night yet"),
        ]

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("night") == NIGHT_OTHER and data.get("other_night", NIGHT_OTHER) is None:
            self.add_error("other_night", "Type the night they agreed on.")
        return data

    @property
    def to(self) -> datetime.date | None:
        """The agreed night, or None if there is none yet."""
        chosen = self.cleaned_data["night"]
        if chosen == NIGHT_OTHER:
            return cast(datetime.date, self.cleaned_data["other_night"])
        return None if chosen == NIGHT_NONE else datetime.date.fromisoformat(chosen)


class NoForm(forms.Form):
    """Why a request failed: the other side's answer, or the season's rule."""

    answer = Reason(label="What was said", help_text="Everybody can read it.")


class VenueForm(forms.Form):
    """The pub a match is played at, why it is not the home team's, and when it begins."""

    pub = forms.ChoiceField(
        label="Played at",
        error_messages={
            "required": "Choose the pub.",
            "invalid_choice": "Choose a pub from the list.",
        },
    )
    starts_at = PubTime(label="Starts at", help_text="Empty: the usual time.")
    because = Reason(label="Why", help_text="Everybody can read it. Not needed at the home team’s own pub.")

    def __init__(
        self, *arguments: Any, match: Match, pubs: Iterable[tuple[Pub, FreeNight]], **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self._pubs: Mapping[str, Pub] = {pub.slug: pub for pub, _ in pubs}
        self._home = match.home.pub.slug
        self.fields["because"].required = False
        cast(forms.ChoiceField, self.fields["pub"]).choices = [
            ("", "Choose a pub"),
            *(
                (pub.slug, f"{pub} ({night.too_few_tables})" if night.too_few_tables else str(pub))
                for pub, night in pubs
            ),
        ]

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if (
            data.get("pub", self._home) != self._home
            and not data.get("because")
            and not self.has_error("because")
        ):
            self.add_error("because", "Give the reason. Both teams can read it.")
        return data

    @property
    def to(self) -> Pub:
        return self._pubs[self.cleaned_data["pub"]]


class OwnAskForm(AskForm):
    """A captain's request: why, and the nights offered. The season's rules set the deadline."""

    def __init__(self, *arguments: Any, side: Side, answer_by: datetime.date, **options: Any) -> None:
        super().__init__(*arguments, **options)
        for name in ("asked_by", "answer_by"):
            del self.fields[name]
        self._side, self._until = side, answer_by

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        return {**data, "asked_by": self._side, "answer_by": self.end_of(self._until)}


class AcceptOfferForm(forms.Form):
    """One of the nights the other side offered."""

    night = forms.ChoiceField(
        label="Which night",
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose one of the nights.",
            "invalid_choice": "That night was not offered.",
        },
    )

    def __init__(
        self, *arguments: Any, request: PostponementRequest | None, today: datetime.date, **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        cast(forms.ChoiceField, self.fields["night"]).choices = [
            (str(date), pub_date_year(date)) for date in (request.offered if request else ()) if date >= today
        ]

    @property
    def to(self) -> datetime.date:
        """The accepted night."""
        return datetime.date.fromisoformat(self.cleaned_data["night"])


class RefuseForm(forms.Form):
    """Why this side will not move."""

    answer = Reason(label="Why not", help_text="Everybody can read it.")
