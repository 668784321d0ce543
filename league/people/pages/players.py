"""The list of players: those of a division by what they have won, or everybody by surname."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from django.db.models import Count, F, Prefetch, Q

from league.matches.hung_jacks import counts_hung_jacks, hung_jacks
from league.models import Division, HandResult, League, Player, Registration, Season, Seat
from league.people.models import full_name
from league.people.names import surname_first
from league.people.pages.games import IN_LEAGUE, tallies_by
from league.people.pages.lines import PlayerLine, PlayerTally, player_line
from league.people.pages.shares import AWARDS
from league.shared.text import folded


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPlayer:
    """A player in the list, and the season's games.

    `place` is by the share of games won, None for who has played too few. `shares` are those of the four
    points, out of a hundred, of the recorded hands at their tables, where they are asked for.
    """

    line: PlayerLine
    tally: PlayerTally
    place: int | None = None
    shares: Mapping[str, int] = field(default_factory=dict)

    @property
    def sorted_name(self) -> tuple[str, str]:
        """What stands for the player in the order of surnames."""
        return " ".join(surname_first(self.line.name)), self.line.public_id

    @property
    def is_unbeaten(self) -> bool:
        return bool(self.place) and self.tally.won == self.tally.played

    @property
    def merit(self) -> tuple[Fraction, int, int]:
        """What the places go by: the share of games won, then games won, then the difference in points."""
        tally = self.tally
        return Fraction(tally.won, tally.played or 1), tally.won, tally.difference


def players_of_league(
    league: League,
    *,
    season: Season | None,
    search: str = "",
    to_secretary: bool,
    division: Division | None = None,
    with_shares: bool = False,
) -> tuple[ListedPlayer, ...]:
    """Return the players whose names hold every word of the search, whatever its accents and capitals.

    With a division of the season only those who play there, or for a team of it. Searched and sorted in
    Python: SQLite folds only ASCII, and the two databases sort names differently. Somebody who is not shown
    by any name is left out for the public. Where the season's game counts hung jacks everybody stands with
    theirs. Three queries; two more with a season, for its rule book and games; one each with a division, with
    shares, and where it counts hung jacks.
    """
    words = folded(search).split()
    players = league.players.not_merged().prefetch_related(
        Prefetch(
            "registrations",
            Registration.objects.not_left().filter(season=season).select_related("team"),
            to_attr="current",
        )
    )
    hung = hung_jacks(season) if season and counts_hung_jacks(season) else None
    within = {"division": division} if division else {"division__season": season}
    in_season = {f"game__table__scorecard__match__{name}": value for name, value in within.items()}
    tallies = tallies_by("player", Seat.objects.filter(**IN_LEAGUE, **in_season)) if season else {}
    shares = _shares(in_season) if with_shares else {}
    enrolled = set(division.enrolments.values_list("team", flat=True)) if division else set()
    listed = []
    for player in players:
        if player.shown == Player.Shown.HIDDEN and not to_secretary:
            continue
        teams = tuple(each.team for each in player.current)  # type: ignore[attr-defined]  # prefetched above
        if division and player.pk not in tallies and not any(team.pk in enrolled for team in teams):
            continue
        line = player_line(
            player, to_secretary, teams=teams, hung=hung.of_player(player.pk) if hung else None
        )
        if all(word in folded(line.name) for word in words):
            tally = tallies.get(player.pk, PlayerTally())
            listed.append(ListedPlayer(line=line, tally=tally, shares=shares.get(player.pk, {})))
    return tuple(sorted(listed, key=lambda player: (surname_first(player.line.name), player.line.public_id)))


def ranked(players: Iterable[ListedPlayer]) -> tuple[tuple[ListedPlayer, ...], int]:
    """Return the players by what they have won, and how many games a place takes: half of the most.

    Those who are equal share a place; those who have played less come last, without one.
    """
    players = sorted(players, key=lambda player: player.merit, reverse=True)
    least = -(-max((player.tally.played for player in players), default=0) // 2)
    counted = [player for player in players if player.tally.played >= max(least, 1)]
    merits = [player.merit for player in counted]
    placed = [replace(player, place=merits.index(player.merit) + 1) for player in counted]
    return (*placed, *(player for player in players if player.tally.played < max(least, 1))), least


def everybody(league: League) -> list[str]:
    """Everybody's name, to choose from while typing. For the secretary. One query."""
    return sorted(
        {
            full_name(*names)
            for names in league.players.not_merged().order_by().values_list("name", "told_apart_by")
        },
        key=folded,
    )


def _shares(in_season: Mapping[str, object]) -> dict[int, dict[str, int]]:
    """Return what each player's side took of the four points, out of a hundred, where any is recorded."""
    hands = HandResult.objects.filter(
        game__table__scorecard__is_confirmed=True,
        game__table__scorecard__match__tie=None,
        game__seats__player__isnull=False,
        **in_season,
    )
    side, fields = F("game__seats__side"), [award for award, _ in AWARDS]
    counts = {
        **{f"own_{award}": Count("pk", filter=Q(**{award: side})) for award in fields},
        **{f"of_{award}": Count("pk", filter=~Q(**{award: ""})) for award in fields},
    }
    return {
        player: {
            award: round(100 * own / of)
            for award, own, of in zip(fields, counted[: len(fields)], counted[len(fields) :], strict=True)
            if of
        }
        for player, *counted in hands.order_by().values_list("game__seats__player").annotate(**counts)
    }
