"""Finds names nobody is registered under, on cards and in line-ups, and the players likely meant."""

import difflib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from league.matches.selectors import being_played
from league.models import (
    League,
    LineUp,
    Match,
    Merge,
    NameLeft,
    Player,
    Registration,
    Seat,
    Side,
    TableEntry,
    Team,
)
from league.people.names import bare, stored_name
from league.shared.text import folded


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownName:
    """A name as it was written, its team, and the latest match with it."""

    name: str
    team: Team
    match: Match


def unknown_names(league: League, unplayed: Collection[int]) -> tuple[UnknownName, ...]:
    """Return the unregistered names in seasons being played, each once a team, the latest first.

    `unplayed` are their matches without a result, of which line-ups and logs are read.

    Names that were left as they are written are not among them. Seven queries; three while every name is a
    player's.
    """
    written = sorted(
        _written(league, unplayed),
        key=lambda unknown_name: (str(unknown_name.match.date or ""), unknown_name.match.pk),
    )
    known = _known(league, {unknown_name.name for unknown_name in written}) if written else set()
    left = names_left(league) if written else frozenset()
    names_by_key: dict[tuple[int, str], UnknownName] = {}
    for name in written:
        season = name.match.division.season_id
        if {name.name, _bare(name.name)} & known or (season, name.team.pk, stored_name(name.name)) in left:
            continue
        key = name.team.pk, _bare(name.name)
        names_by_key.pop(key, None)  # or it would keep the place of its first match
        names_by_key[key] = name
    return tuple(reversed(names_by_key.values()))


def _written(league: League, unplayed: Collection[int]) -> Iterator[UnknownName]:
    rows: list[tuple[int, str, str]] = [
        (line_up.match_id, line_up.side, text)
        for line_up in LineUp.objects.filter(match__in=unplayed)
        for pair in line_up.pairs
        for text in pair
    ]
    entries = TableEntry.objects.counting().filter(match__in=unplayed, place__in=["home", "away"])
    for match, place, body in entries.values_list("match", "place", "body"):
        rows += [(match, Side.HOME if place == "home" else Side.AWAY, text) for text in body.values()]
    seats = Seat.objects.filter(
        **{f"{_MATCH}__in": being_played(league), f"{_CARD}__is_confirmed": True}, player=None
    )
    rows += seats.values_list(_MATCH, "side", "written")
    named = {match for match, _, text in rows if text}
    matches = Match.with_ties.select_related("home", "away", "division").in_bulk(named) if named else {}
    for match, side, text in rows:
        if text and match in matches:
            team = matches[match].home if side == Side.HOME else matches[match].away
            yield UnknownName(name=text, team=team, match=matches[match])


def _known(league: League, texts: set[str]) -> set[str]:
    """Return the texts that mean a player: public ids, and names registered in seasons being played."""
    known = set(Player.objects.filter(league=league, public_id__in=texts).values_list("public_id", flat=True))
    registered = Registration.objects.filter(
        season__league=league, season__is_finished=False, player__merged_into=None
    )
    for registration in registered.select_related("player"):
        known |= {_bare(registration.player.name), _bare(str(registration.player))}
    return known


def _bare(name: str) -> str:
    return folded(" ".join(name.split()))


# Jack Hurst is this near to Jack Hirst; Jack Hirst is further from Jock Horne.
NEAR = 0.8
MOST_PROPOSED = 4
_CARD, _MATCH = "game__table__scorecard", "game__table__scorecard__match"

Groups = dict[tuple[int, str], list[tuple[str, Match, int]]]
"""The places of names by team and bare name: the spelling, the match, the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerProposal:
    """A player who may be meant, the team they are signed on for, and why they are proposed."""

    player: Player
    team: str
    why: str
    is_own: bool
    is_same: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenIn:
    """Where a name stands: the match, and its tables."""

    match: Match
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenName:
    """A name on cards of a team: its spellings, the latest first, its places, and the players proposed.

    `squad` are all players of the team.
    """

    team: Team
    spellings: tuple[str, ...]
    places: tuple[WrittenIn, ...]
    games: int
    proposals: tuple[PlayerProposal, ...]
    squad: tuple[Player, ...]

    @property
    def name(self) -> str:
        return self.spellings[0]

    @property
    def likely(self) -> PlayerProposal | None:
        """Return the proposal to choose at first: the first, unless another player has the same name."""
        same = [proposal for proposal in self.proposals if proposal.is_same]
        if len(same) > 1 and len({player_proposal.is_own for player_proposal in same[:2]}) == 1:
            return None
        return next(iter(self.proposals), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftAsWritten:
    """A name that stays as it is written for a team, in its latest spelling."""

    team: Team
    name: str
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesOnCards:
    """Unregistered names on cards: those still to be identified, and those left as they are written."""

    unidentified: tuple[WrittenName, ...] = ()
    left: tuple[LeftAsWritten, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPlayer:
    """A player and a name they go by: their own, or one of a record merged into theirs."""

    player: Player
    name: str


def seats_of_name(league: League, team: Team, written: str) -> QuerySet[Seat]:
    """Return the seats with a name written for a team, on confirmed cards of seasons being played."""
    return _unknown_seats(league).filter(_of_team(team), written=written)


def written_names(league: League) -> NamesOnCards:
    """Return the unregistered names on cards of seasons being played, each once a team, the latest first.

    Six queries; one while there is none.
    """
    rows = list(
        _unknown_seats(league)
        .order_by(f"{_MATCH}__date", _MATCH, "game__table__number", "pk")
        .values_list("written", "side", _MATCH, "game__table__number")
    )
    if not rows:
        return NamesOnCards()
    matches = Match.with_ties.select_related("home", "away", "division").in_bulk({row[2] for row in rows})
    unidentified: Groups = {}
    left: Groups = {}
    were_left = names_left(league)
    for written, side, key, table in rows:
        match = matches[key]
        team = match.home if side == Side.HOME else match.away
        groups = (
            left if (match.division.season_id, team.pk, stored_name(written)) in were_left else unidentified
        )
        group = team.pk, bare(written)
        groups[group] = [*groups.pop(group, []), (written, match, table)]  # the latest last
    teams = {team.pk: team for match in matches.values() for team in (match.home, match.away)}
    return NamesOnCards(
        unidentified=tuple(_written_names(league, unidentified, teams)),
        left=tuple(
            LeftAsWritten(team=teams[team], name=places[-1][0], games=len(places))
            for (team, _), places in reversed(left.items())
        ),
    )


def names_left(league: League) -> frozenset[tuple[int, int, str]]:
    """Return season, team and name of the names left as written in seasons being played. One query."""
    names = NameLeft.objects.filter(season__league=league, season__is_finished=False)
    return frozenset(names.values_list("season", "team", "name"))


def _written_names(league: League, groups: Groups, teams: Mapping[int, Team]) -> Iterator[WrittenName]:
    likely = _Likely(league) if groups else None
    for (team, _), places in reversed(groups.items()):
        if likely is not None:
            yield _written_name(teams[team], places, likely)


def _written_name(team: Team, places: list[tuple[str, Match, int]], likely: "_Likely") -> WrittenName:
    tables: dict[Match, list[int]] = defaultdict(list)
    for _, match, table in places:
        tables[match].append(table)
    spellings = tuple(dict.fromkeys(written for written, _, _ in reversed(places)))
    return WrittenName(
        team=team,
        spellings=spellings,
        places=tuple(
            WrittenIn(match=match, tables=tuple(dict.fromkeys(at))) for match, at in reversed(tables.items())
        ),
        games=len(places),
        proposals=likely.proposals(spellings[0], team),
        squad=likely.squad(team),
    )


class _Likely:
    """The players of a league by the letters their names begin with. Three queries."""

    def __init__(self, league: League) -> None:
        everybody = {player.pk: player for player in Player.objects.filter(league=league)}
        self._teams: dict[int, dict[int, Team]] = defaultdict(dict)
        running = Registration.objects.not_left().filter(season__league=league, season__is_finished=False)
        for registration in running.select_related("team"):
            player = everybody.get(registration.player_id)
            if player is not None:
                self._teams[player.merged_into_id or player.pk][registration.team_id] = registration.team
        self._everybody = everybody
        self._known: dict[str, list[KnownPlayer]] = defaultdict(list)
        for known in _names_of(everybody, league):
            for letter in {word[0] for word in known.name.split()}:
                self._known[letter].append(known)

    def squad(self, team: Team) -> tuple[Player, ...]:
        players = [self._everybody[key] for key, teams in self._teams.items() if team.pk in teams]
        return tuple(sorted(players, key=lambda player: (folded(str(player)), player.public_id)))

    def proposals(self, written: str, team: Team) -> tuple[PlayerProposal, ...]:
        """Return the players who may be meant: the same name first, the team's own players before others."""
        name = bare(written)
        best_by_player: dict[int, tuple[tuple[bool, bool, float], PlayerProposal]] = {}
        for known in {
            player for letter in {word[0] for word in name.split()} for player in self._known[letter]
        }:
            nearness, why = _near(name, known.name)
            if not why:
                continue
            teams = self._teams.get(known.player.pk, {})
            is_own = team.pk in teams
            rank = (nearness < 1, not is_own, -nearness)
            if known.player.pk not in best_by_player or rank < best_by_player[known.player.pk][0]:
                best_by_player[known.player.pk] = (
                    rank,
                    PlayerProposal(
                        player=known.player,
                        team=", ".join(sorted(team.name for team in teams.values())),
                        why=why,
                        is_own=is_own,
                        is_same=nearness == 1,
                    ),
                )
        order = sorted(
            best_by_player.values(),
            key=lambda ranked: (ranked[0], folded(str(ranked[1].player)), ranked[1].player.pk),
        )
        return tuple(proposal for _, proposal in order[:MOST_PROPOSED])


def _names_of(everybody: Mapping[int, Player], league: League) -> Iterator[KnownPlayer]:
    """Yield the names of each player: their own, those of merged records, and spellings given to them."""
    for player in everybody.values():
        holder = everybody.get(player.merged_into_id or player.pk)
        if holder is not None:
            for name in {bare(player.name), bare(str(player).replace("(", " ").replace(")", " "))} - {""}:
                yield KnownPlayer(player=holder, name=name)
    as_written = Merge.objects.filter(league=league, undone_at=None, gone=None)
    for key, written in as_written.values_list("kept", "written"):
        holder = everybody.get(key)
        if holder is not None and holder.merged_into_id is None and bare(written):
            yield KnownPlayer(player=holder, name=bare(written))


def _near(written: str, known: str) -> tuple[float, str]:
    """Return how near two names are, from 0 to 1, and the reason to propose one; empty if they differ."""
    if written == known:
        return 1, "the same name"
    if _is_initialled(written, known) or _is_initialled(known, written):
        return 0.95, "the initials fit"
    spelling = difflib.SequenceMatcher(None, written, known)
    if spelling.real_quick_ratio() < NEAR or spelling.quick_ratio() < NEAR or spelling.ratio() < NEAR:
        return 0, ""
    return min(spelling.ratio(), 0.94), "spelt nearly so"


def _is_initialled(short: str, whole: str) -> bool:
    """Return whether "j hirst" may be "jack hirst": the last names are the same, the first begin alike."""
    *first, last = short.split() or [""]
    *wholes, family = whole.split() or [""]
    return bool(first and wholes) and last == family and len(first[0]) == 1 and wholes[0].startswith(first[0])


def _unknown_seats(league: League) -> QuerySet[Seat]:
    return Seat.objects.filter(
        player=None,
        **{
            f"{_CARD}__is_confirmed": True,
            f"{_MATCH}__division__season__league": league,
            f"{_MATCH}__division__season__is_finished": False,
        },
    )


def _of_team(team: Team) -> Q:
    return Q(side=Side.HOME, **{f"{_MATCH}__home": team}) | Q(side=Side.AWAY, **{f"{_MATCH}__away": team})


def merges_of(league: League, *, kept: Iterable[int] | None = None) -> QuerySet[Merge]:
    """Return the merges of a league that are not undone, the latest first; `kept` limits them to players."""
    merges = Merge.objects.filter(league=league, undone_at=None).select_related("kept", "gone", "made_by")
    return merges if kept is None else merges.filter(kept__in=list(kept))
