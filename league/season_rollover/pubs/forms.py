"""Forms to close or rename a pub, and to move a team to another."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from django import forms

from league.cups.selectors.lists import MovingCup
from league.models import Pub, Team
from league.season_rollover.pubs.selectors import MovingMatch, PubWithRoom
from league.shared.fields import PubDate, Reason

STAYS = "stays"


class RenameForm(forms.Form):
    """A pub's new name, and whether its teams take it too."""

    name = forms.CharField(label="New name", max_length=80, error_messages={"required": "Type the new name."})
    teams_too = forms.BooleanField(label="Rename its teams too", required=False, initial=True)


class CloseForm(forms.Form):
    """The day from which nothing is played at a pub, why, and where its teams play from then on."""

    on = PubDate(label="No match from", required=True)
    reason = Reason(
        label="Why",
        help_text="Shown with every match that moves: “The Fleece has closed”.",
    )

    def __init__(self, *arguments: Any, pub: Pub, pubs: Iterable[Pub], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._pubs = {
            open_pub.slug: open_pub for open_pub in pubs if open_pub != pub and open_pub.closed_on is None
        }
        self.teams = sorted(pub.teams.all(), key=lambda team: team.name)
        for team in self.teams:
            self.fields[f"{team.slug}-home"] = forms.ChoiceField(
                label=f"{team} play at",
                required=False,
                choices=[("", "no pub yet"), *((slug, home.name) for slug, home in self._pubs.items())],
                error_messages={"invalid_choice": "Choose an open pub of the league."},
            )

    @property
    def homes(self) -> dict[int, Pub]:
        """Return the new pub of each team by its key; teams without a pub yet are left out."""
        chosen = {team.pk: self.cleaned_data[f"{team.slug}-home"] for team in self.teams}
        return {team: self._pubs[slug] for team, slug in chosen.items() if slug}

    @property
    def home_fields(self) -> list[Any]:
        return [self[f"{team.slug}-home"] for team in self.teams]


class MoveTeamForm(forms.Form):
    """The pub a team moves to, and from which day on."""

    to = forms.ChoiceField(
        label="Moves to",
        error_messages={
            "required": "Choose the pub.",
            "invalid_choice": "Choose an open pub from the list.",
        },
    )
    since = PubDate(label="Home matches from", required=True)
    reason = Reason(
        label="Why some are played elsewhere",
        help_text="Needed only where a match is not played at the new pub. Everybody can read it.",
    )

    def __init__(self, *arguments: Any, team: Team, pubs: Iterable[Pub], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["reason"].required = False
        self._pubs = {pub.slug: pub for pub in pubs if pub.pk != team.pub_id and pub.closed_on is None}
        cast(forms.ChoiceField, self.fields["to"]).choices = [
            ("", "Choose a pub"),
            *((slug, home.name) for slug, home in self._pubs.items()),
        ]

    @property
    def pub(self) -> Pub:
        return self._pubs[self.cleaned_data["to"]]


class PlacesForm(forms.Form):
    """A pub for every match that has to move, with the proposed one chosen."""

    def __init__(self, sent: Any, *, moving: Sequence[MovingMatch]) -> None:
        # A match that is new since the page was made has no box in what was sent: all are proposed afresh.
        names = [_box(moving_match) for moving_match in moving]
        self.is_complete = sent is not None and all(name in sent for name in names)
        super().__init__(sent if self.is_complete else None)
        self.moving = moving
        for match in moving:
            self.fields[_box(match)] = forms.ChoiceField(
                initial=match.proposed.slug if match.proposed else STAYS,
                choices=[*map(_choice, match.places), (STAYS, f"no place yet: stays at {match.match.venue}")],
                widget=forms.Select(
                    attrs={"aria-label": f"{match.match.home} v {match.match.away}: played at"}
                ),
                error_messages={"invalid_choice": "There is no room left. Choose another pub."},
            )

    @property
    def rows(self) -> list[tuple[MovingMatch, Any]]:
        return [(match, self[_box(match)]) for match in self.moving]

    @property
    def places(self) -> Mapping[int, Pub | None]:
        """Return the pub chosen for each match by its key, or None."""
        pubs_by_key: dict[int, Pub | None] = {}
        for match in self.moving:
            slug = self.cleaned_data[_box(match)]
            pubs_by_key[match.match.pk] = next(
                (place.pub for place in match.places if place.pub.slug == slug), None
            )
        return pubs_by_key


class CupPlacesForm(forms.Form):
    """A pub for the finals and ties of cups that were to be played at a pub that closes."""

    def __init__(self, sent: Any, *, moving: Sequence[MovingCup], pubs: Iterable[Pub]) -> None:
        self.is_complete = sent is not None and all(_cup_box(moving_cup) in sent for moving_cup in moving)
        super().__init__(sent if self.is_complete else None)
        self.moving = moving
        self._pubs = {pub.slug: pub for pub in pubs}
        for cup in moving:
            otherwise = "at the first drawn’s, or where the finals are" if cup.tie else "no pub yet"
            self.fields[_cup_box(cup)] = forms.ChoiceField(
                required=False,
                choices=[("", otherwise), *((slug, pub.name) for slug, pub in self._pubs.items())],
                widget=forms.Select(attrs={"aria-label": f"{cup.cup}, {cup.words}: played at"}),
                error_messages={"invalid_choice": "Choose an open pub of the league."},
            )

    @property
    def rows(self) -> list[tuple[MovingCup, Any]]:
        return [(cup, self[_cup_box(cup)]) for cup in self.moving]

    @property
    def places(self) -> Mapping[str, Pub | None]:
        """Return the pub chosen for each by its key, or None."""
        return {cup.key: self._pubs.get(self.cleaned_data[_cup_box(cup)]) for cup in self.moving}


def _cup_box(cup: MovingCup) -> str:
    return f"cup-{cup.key}"


def _box(match: MovingMatch) -> str:
    return f"at-{match.match.public_id}"


def _choice(place: PubWithRoom) -> tuple[str, str]:
    whose = " (at home)" if place.is_home else " (away)" if place.is_away else ""
    return place.pub.slug, f"{place.pub}{whose}"
