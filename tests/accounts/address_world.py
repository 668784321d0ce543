"""Two leagues with one of everything an address can name, and the addresses themselves."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from league.models import (
    Decision,
    League,
    Match,
    Photograph,
    PhotographReading,
    RecordChange,
    Season,
    UnfiledPhotograph,
)
from tests.builders import (
    NIGHT,
    a_card,
    a_division,
    a_league,
    a_match,
    a_player,
    a_season,
    a_seat,
    a_square,
    an_account,
    an_adjustment,
    an_offence,
)


def addresses(patterns: list[URLPattern | URLResolver] | None = None) -> Iterator[URLPattern]:
    """Every address but those of the workbench, which has rules and tests of its own."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        elif pattern.namespace != "admin":
            yield from addresses(pattern.url_patterns)


def a_world(name: str, home: str, away: str) -> Match:
    """A league with one of everything: a played match, two players, a ruling, a penalty to decide."""
    season = a_season(a_league(name), name=f"{name} 2026-27")
    division = a_division(season, f"{name} One", teams=0)
    match = a_match(division, home, away)
    game = a_card(match, (15, 9), (12, 15), (15, 11), (15, 8)).tables.get(number=1).games.get()
    for place, player in enumerate(("Jack Hirst", "Norman Ackerley"), start=1):
        a_seat(game, a_player(match.home, player, season), place=place)
    an_adjustment(division, home)
    an_offence(match)
    an_account(division.season.league, "results", f"helper-{division.season.league.slug}")
    league = division.season.league
    league.old_tables.create(year=1974, season_name="1974/75", division=division.name)
    best = [[str(NIGHT), division.slug, 1, match.home.slug, match.away.slug]]
    season.fixture_plans.create(name="First draft", best=best, made_at=timezone.now())
    imports = match.division.season.league.import_runs
    imports.create(what="pubs", made_at=timezone.now())
    league.bank_imports.create(named="january.csv", made_at=timezone.now())
    league.record_changes.create(
        kind="pub",
        object_id=match.venue_id,
        label=str(match.venue),
        action="edited",
        made_at=timezone.now(),
    )
    match.venue.photographs.create(description="The front", jpeg=b"picture", width=1, height=1)
    league.bulletins.create(night=NIGHT, published_at=timezone.now(), published_text="News")
    cup = season.cups.create(name="Cup", slug=f"cup-of-{league.slug}")
    for number, name in enumerate((home, away), start=1):
        cup.entries.create(number=number, name=name)
    cup.draws.create(round=1, lot="a lot", order=[1, 2], drawn_at=timezone.now())
    night = season.cups.create(
        name="Night", slug=f"night-of-{league.slug}", kind="pairs_night", rules={"rounds": 3}
    )
    for number, name in enumerate((home, away), start=1):
        night.entries.create(number=number, name=f"{name} & Friend")
    order = {"tables": [[1, 2]], "free": None}
    night.draws.create(round=1, lot="a lot", order=order, drawn_at=timezone.now())
    return match


def a_version(season: Season) -> str:
    """The id of a published version of the season's fixtures."""
    version, _ = RecordChange.objects.get_or_create(
        league=season.league,
        kind=RecordChange.Kind.SEASON,
        object_id=season.pk,
        action=RecordChange.Action.PUBLISHED,
        defaults={"made_at": timezone.now()},
    )
    return version.public_id


def things_of(match: Match) -> dict[str, object]:
    """What the addresses of a league name, by the names they give it."""
    division = match.division
    league = division.season.league
    return {
        "league_slug": league.slug,
        "season_slug": division.season.slug,
        "division_slug": division.slug,
        "match_id": match.public_id,
        "version": 1,
        "pub_slug": match.venue.slug,
        "square": a_square(match.venue).split("/")[2],
        "team_slug": match.home.slug,
        "player_id": league.players.get(name="Jack Hirst").public_id,
        "first_id": league.players.get(name="Jack Hirst").public_id,
        "second_id": league.players.get(name="Norman Ackerley").public_id,
        "ruling_id": division.rulings.get().public_id,
        "offence_id": match.offences.get().public_id,
        "date": NIGHT,
        "document_name": "fixture-lists",
        "page": "printing",
        "variant": "heckmondwike",
        "players": 4,
        "sides": 2,
        "target": 15,
        "username": f"helper-{league.slug}",
        "plan_id": division.season.fixture_plans.get().public_id,
        "version_id": a_version(division.season),
        "key": f"1.{match.home.slug}.{match.away.slug}",
        "decision_id": a_decision(league).public_id,
        "photograph_id": a_photograph(match).public_id,
        "unfiled_id": an_unfiled_photograph(league).public_id,
        "import_id": league.import_runs.get().public_id,
        "statement_id": league.bank_imports.get().public_id,
        "what": "pubs",
        "form": "csv",
        "year": 1974,
        "cup_slug": division.season.cups.get(kind="knock_out").slug,
        "cup_id": division.season.cups.get(kind="knock_out").public_id,
        "night_slug": division.season.cups.get(kind="pairs_night").slug,
        "kind": "pubs",
        "record_key": match.venue.slug,
        "change_id": league.record_changes.earliest("id").public_id,
        "round_number": 1,
        "number": 1,
        "rest": "leagues",
        "section": "matches",
        "listed": "fixtures",
        "season_table": "pairs",
        "league_table": "cups",
    }


def a_decision(league: League) -> Decision:
    """One that is there, decided and not undone."""
    return league.decisions.filter(undone_at=None).first() or league.decisions.create(
        kind="sanction", about="gone", question="Sanction?", decision="Waived", decided_at=timezone.now()
    )


def a_photograph(match: Match) -> Photograph:
    """One that is there: whoever may, takes it away while he looks round."""
    photograph = match.photographs.first() or match.photographs.create(
        jpeg=b"picture", width=1, height=1, received_at=timezone.now()
    )
    read = {"state": "read", "requested_at": timezone.now(), "straightened": b"picture"}
    PhotographReading.objects.get_or_create(photograph=photograph, defaults=read)
    return photograph


def an_unfiled_photograph(league: League) -> UnfiledPhotograph:
    """One that belongs to no match yet."""
    return league.unfiled_photographs.first() or league.unfiled_photographs.create(
        jpeg=b"picture", width=1, height=1, received_at=timezone.now(), requested_at=timezone.now()
    )


def address(name: str, things: dict[str, object]) -> str:
    """Where that page of these things is."""
    return reverse(name, kwargs={key: things[key] for key in asked_by(name)})


def asked_by(name: str) -> list[str]:
    """What an address has to be told: league_slug, match_id and so on."""
    ((_, names), *_), *_ = get_resolver().reverse_dict.getlist(name)[0]
    return names


def named() -> list[URLPattern]:
    """Every address there is."""
    return list(addresses())
