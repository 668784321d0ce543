"""Everything that programs can read of a league."""

from collections.abc import Iterator

from league.models import Cup, Division, League, Match, Player


def below(league: League, rest: str = "") -> str:
    return f"/api/v1/leagues/{league.slug}{rest}"


def api_addresses(league: League) -> Iterator[str]:
    """Every list, and everything on it by itself, of every season."""
    yield "/api/v1/openapi.json"
    yield "/api/v1/leagues"
    for part in ("", "/seasons", "/teams", "/players", "/cups", "/honours"):
        yield below(league, part)
    for season in league.seasons.all():
        for part in ("", "/standings", "/fixtures", "/matches", "/hands"):
            yield below(league, f"/seasons/{season.slug}{part}")
    for division in Division.objects.filter(season__league=league):
        yield below(league, f"/seasons/{division.season.slug}/divisions/{division.slug}/standings")
    for match in Match.objects.filter(division__season__league=league):
        yield below(league, f"/matches/{match.public_id}")
    for cup in Cup.objects.filter(season__league=league):
        yield below(league, f"/cups/{cup.public_id}")
    for team in league.teams.all():
        yield below(league, f"/teams/{team.slug}")
    for player in league.players.exclude(shown=Player.Shown.HIDDEN):
        yield below(league, f"/players/{player.public_id}")
