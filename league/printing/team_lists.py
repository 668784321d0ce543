"""The fixtures of one team on a page: in the order they will be played, each with its ground."""

import datetime
from collections.abc import Sequence

from league.printing.documents import Document, Shown
from league.printing.posters import at_home, usual_time_of, when_played
from league.scheduling.selectors.fixtures import Fixture, FixtureList
from league.templatetags.dates import date_and_time, pub_date

# Sizes of type in points; where none fits, without the addresses of grounds.
WAYS = ((12, False), (10.5, False), (9.5, False), (8.5, False), (8, False), (8.5, True), (8, True))


def team_fixture_lists(
    fixtures: Sequence[FixtureList], *, printed_on: datetime.date, title: str = ""
) -> Document:
    """Return the matches of each team given with their grounds, in the order they will be played."""
    first = fixtures[0]
    of = first.team.slug if len(fixtures) == 1 and first.team else "all-teams"
    return Document(
        title=title or f"Fixtures: {first.team.name if first.team else first.division}, {first.season}",
        filename=f"fixtures-{of}-{first.season_slug}.pdf",
        template="printing/team_fixture_list.html",
        context={
            "papers": [(each, _head(each), meetings_of(each)) for each in fixtures],
            "printed_on": printed_on,
        },
        follows_from=(tuple(fixtures), printed_on),
        sizes=(WAYS,) * len(fixtures),
    )


def _head(fixtures: FixtureList) -> tuple[str, ...]:
    when = when_played(fixtures)
    home = at_home(fixtures.team) if fixtures.team else ""
    return (
        f"{fixtures.division}, {fixtures.league}, fixtures {fixtures.season}.",
        *([f"{when}."] if when else []),
        f"Home: {home}.",
    )


def meetings_of(fixtures: FixtureList) -> tuple[Shown, ...]:
    """Return the matches as the team of the list sees them."""
    usual = usual_time_of(fixtures)
    return tuple(_meeting(match, fixtures, usual) for match in in_turn(fixtures))


def _meeting(match: Fixture, fixtures: FixtureList, usual: datetime.time | None) -> Shown:
    is_home = match.home == fixtures.team
    brief = match.home.pub if match.ground == match.home.ground else match.ground
    is_usual = fixtures.team is not None and match.ground == at_home(fixtures.team)
    return {
        "fixture": match,
        "when": date_and_time(match.date, match.starts_at, usual),
        "moved_from": pub_date(match.moved_from) if match.moved_from else "",
        "is_home": is_home,
        "against": match.away.name if is_home else match.home.name,
        "ground": "" if is_usual else match.ground,
        "brief_ground": "" if is_usual else brief,
    }


def in_turn(fixtures: FixtureList) -> list[Fixture]:
    """Return the matches as they will be played: by the date that holds now, those without one last."""
    return sorted(
        fixtures.fixtures, key=lambda fixture: (fixture.date is None, fixture.date or fixture.stood_on)
    )
