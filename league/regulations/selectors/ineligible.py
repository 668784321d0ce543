"""Players on confirmed cards who may not have been eligible, for the secretary alone to decide."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, QuerySet

from league.competition.season_rules.people import LineUpFacts, People, PeopleRule
from league.competition.season_rules.rules import Regulations
from league.models import (
    AcceptedPlayer,
    Division,
    Match,
    NameLeft,
    Offence,
    Registration,
    Ruling,
    Scorecard,
    Season,
    Seat,
    Side,
)
from league.people.names import stored_name
from league.regulations.line_ups import remarks_and_strangers
from league.regulations.selectors.eligibility import (
    line_up_facts,
    player_facts,
    regulations_of,
    season_teams,
    with_cup_ties,
)
from league.regulations.selectors.match_facts import zone_of
from league.regulations.sentences import ineligible_in_words, people_rule_in_words

UNKNOWN = "{} is not registered: no player is known by this name."
# The kind under which the penalty of a verdict on an ineligible player is proposed, before its table.
INELIGIBLE = "ineligible-"
SAT_DOWN = (
    *("game__table__scorecard", "side", "player", "written"),
    *("game__table__number", "player__public_id", "game__home_score", "game__away_score"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EligibilityFinding:
    """What was found about a player, in a sentence, and the season's rule; empty where it has none."""

    sentence: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSatAt:
    """A table a player sat at, how many games their side won with them, and whether it was given or void."""

    number: int
    side: Side
    games_won: int
    is_ruled_on: bool

    @property
    def question(self) -> str:
        """Return the query string that asks the season's rules about it, on the page of a walkover."""
        query = {"for": "ineligible", "side": self.side.value, "at": self.number, "games": self.games_won}
        return urlencode({"table": self.number} | query)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerToCheck:
    """Somebody on a confirmed card who may not have been eligible, with the findings and what was decided.

    `player_id` is empty for a name that no player is known by. Without `name` it is the line-up as a whole.
    `penalty` is what the season's rules make of an ineligible player; empty where they say nothing.
    """

    match: Match
    version: int
    side: Side
    name: str
    player_id: str
    tables: tuple[TableSatAt, ...]
    findings: tuple[EligibilityFinding, ...]
    penalty: str
    accepted: AcceptedPlayer | None = None
    is_ruled_on: bool = False

    @property
    def team(self) -> str:
        return str(self.match.home if self.side == Side.HOME else self.match.away)

    @property
    def called(self) -> str:
        """Return the name, or what stands for the line-up as a whole."""
        return self.name or f"the line-up of {self.team}"

    @property
    def is_breach(self) -> bool:
        """Return whether a rule of the season is broken; else it is only worth a look."""
        return any(finding.rule for finding in self.findings)

    @property
    def is_open(self) -> bool:
        """Return whether the secretary has still to decide about it."""
        return self.accepted is None and not self.is_ruled_on

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Return what names it on a page: version, side, player, written name."""
        return str(self.version), self.side.value, self.player_id, "" if self.player_id else self.name


Person = tuple[int | None, str]
"""A player's key, or None and a name as it was written; None and nothing for the line-up as a whole."""
LINE_UP: Person = (None, "")


Sittings = dict[tuple[int, str], dict[Person, list[list[Any]]]]
"""Who sat down, by card and side, in the order of the tables: table, the player's public id, both scores."""


def open_players(cards: QuerySet[Scorecard]) -> tuple[PlayerToCheck, ...]:
    """Return the players on some cards about whom the secretary has still to decide."""
    return tuple(player for player in ineligible_players(cards) if player.is_open)


def ineligible_players(of: QuerySet[Scorecard]) -> tuple[PlayerToCheck, ...]:
    """Return players on confirmed cards who may not have been eligible, by date and table.

    One query while no result is in; three while there are no names; five more for each season the matches are
    of, one for its cups where nobody plays for two pubs, and four where somebody is found.
    """
    cards = _confirmed(of)
    sittings = _sittings(cards)
    seasons = {card.match.division.season_id: card.match.division.season for card in cards.values()}
    suspects: list[_Suspect] = []
    for key, season in seasons.items():
        of_season = {
            card_and_side: people
            for card_and_side, people in sittings.items()
            if cards[card_and_side[0]].match.division.season_id == key
        }
        if of_season:
            suspects += _found(season, cards, of_season)
    return tuple(_decided(suspects, cards)) if suspects else ()


def _confirmed(of: QuerySet[Scorecard]) -> dict[int, Scorecard]:
    """Return the confirmed ones of some cards in the order of their matches. Two queries at most."""
    cards = (
        of.filter(is_confirmed=True)
        .select_related("match__home", "match__away", "match__tie")
        .order_by("match__date", "match__division__position", "match")
    )
    # Or a season with its rule book would be made for each card.
    known = Division.with_cups.select_related("season__league", "season__rule_book").annotate(
        has_squads=Exists(Registration.objects.filter(season=OuterRef("season")))
    )
    divisions = known.in_bulk({card.match.division_id for card in cards})
    for card in cards:
        card.match.division = divisions[card.match.division_id]
    return {card.pk: card for card in cards}


def _sittings(cards: Mapping[int, Scorecard]) -> Sittings:
    """Return who sat down, by card and side. One query; none without cards."""
    sittings: Sittings = defaultdict(lambda: defaultdict(list))
    seats = Seat.objects.filter(game__table__scorecard__in=list(cards)).order_by(
        "game__table__number", "game__number", "-side", "place"
    )
    for card, side, player, written, *sat in seats.values_list(*SAT_DOWN):
        sittings[card, side][player, written].append(sat)
    return sittings


@dataclass(frozen=True, slots=True, kw_only=True)
class _Suspect:
    """Somebody with findings, before it is known what was decided about them."""

    card: Scorecard
    side: Side
    person: Person
    name: str
    sat: Sequence[list[Any]]
    findings: tuple[EligibilityFinding, ...]
    penalty: str

    @property
    def team(self) -> int:
        match = self.card.match
        return match.home_id if self.side == Side.HOME else match.away_id

    @property
    def name_left(self) -> tuple[int, int, str]:
        """Return season, team and name, as a name that stays as it is written is stored."""
        return self.card.match.division.season_id, self.team, stored_name(self.person[1])


def _found(season: Season, cards: Mapping[int, Scorecard], sittings: Sittings) -> Iterator[_Suspect]:
    """Yield everybody of a season about whom something is found. Five queries, or six with its cups."""
    regulations = regulations_of(season)
    teams = season_teams(season)
    keys = {player for on_side in sittings.values() for player, _ in on_side if player is not None}
    known = player_facts(season, keys, teams)
    if regulations.people.one_pub:
        known = with_cup_ties(known, season, teams.by_key)
    penalty = ineligible_in_words(regulations)
    for (key, side), on_side in sittings.items():
        card = cards[key]
        players = [player for player, _ in on_side if player is not None]
        line_up = line_up_facts(card.match, side, players, teams, known)
        if line_up is None:
            continue
        findings = _findings(line_up, regulations, zone_of(season))
        if regulations.people.registration is not None or card.match.division.has_squads:  # type: ignore[attr-defined]  # annotated
            findings |= _unknown(on_side, regulations.people)
        for person, sentences in findings.items():
            player, written = person
            yield _Suspect(
                card=card,
                side=Side(side),
                person=person,
                name=written if player is None else known[player].name,
                sat=on_side.get(person, ()),
                findings=tuple(sentences),
                penalty=penalty,
            )


def _findings(
    line_up: LineUpFacts, regulations: Regulations, zone: ZoneInfo
) -> dict[Person, list[EligibilityFinding]]:
    """Return what the rules find, or else who is of no squad or of another."""
    findings: dict[Person, list[EligibilityFinding]] = defaultdict(list)
    remarks, strangers = remarks_and_strangers(line_up, regulations, zone)
    for remark in remarks:
        rule = people_rule_in_words(remark.rule, regulations.people)
        person = LINE_UP if remark.player is None else (remark.player, "")
        findings[person].append(EligibilityFinding(sentence=remark.sentence, rule=rule))
    for player, sentence in strangers.items():
        if (player, "") not in findings:  # a rule has said what is to be said
            findings[player, ""].append(EligibilityFinding(sentence=sentence, rule=""))
    return findings


def _unknown(people: Iterable[Person], rules: People) -> dict[Person, list[EligibilityFinding]]:
    """Return a finding for each name that no player is known by."""
    rule = people_rule_in_words(PeopleRule.REGISTRATION, rules)
    return {
        (None, written): [EligibilityFinding(sentence=UNKNOWN.format(written), rule=rule)]
        for _, written in people
        if written
    }


def _decided(suspects: Sequence[_Suspect], cards: Mapping[int, Scorecard]) -> Iterator[PlayerToCheck]:
    """Yield the players with what was decided about them, without names left as written. Four queries."""
    found_on = {suspect.card.pk: suspect.card.match_id for suspect in suspects}
    accepted = {
        (row.scorecard_id, row.side, (row.player_id, row.written)): row
        for row in AcceptedPlayer.objects.filter(scorecard__in=found_on).select_related("accepted_by")
    }
    ruled_on = _ruled_on(found_on.values())
    offences = set(
        Offence.objects.filter(match__in=found_on.values(), kind__startswith=INELIGIBLE).values_list(
            "match", "team", "kind"
        )
    )
    left = set(
        NameLeft.objects.filter(
            season__in={suspect.card.match.division.season_id for suspect in suspects}
        ).values_list("season", "team", "name")
    )
    order = {key: place for place, key in enumerate(cards)}
    for suspect in sorted(
        suspects, key=lambda suspect: (order[suspect.card.pk], suspect.sat[0][0] if suspect.sat else 0)
    ):
        if suspect.person[1] and suspect.name_left in left:
            continue
        match = suspect.card.match
        tables = tuple(
            TableSatAt(
                number=number,
                side=suspect.side,
                games_won=sum(
                    home > away if suspect.side == Side.HOME else away > home for *_, home, away in games
                ),
                is_ruled_on=(match.pk, number, suspect.side.value) in ruled_on,
            )
            for number, games in groupby(suspect.sat, itemgetter(0))
        )
        kinds = {(match.pk, suspect.team, f"{INELIGIBLE}{table.number}") for table in tables}
        yield PlayerToCheck(
            match=match,
            version=suspect.card.version,
            side=suspect.side,
            name=suspect.name,
            player_id=(suspect.sat and suspect.sat[0][1]) or "",
            tables=tables,
            findings=suspect.findings,
            penalty=suspect.penalty,
            accepted=accepted.get((suspect.card.pk, suspect.side.value, suspect.person)),
            is_ruled_on=(match.pk, None, suspect.side.value) in ruled_on
            or (bool(tables) and all(table.is_ruled_on for table in tables))
            or bool(kinds & offences),
        )


def _ruled_on(matches: Iterable[int]) -> set[tuple[int, int | None, str]]:
    """Return match, table (None: all) and side of what was given against a side or is void. One query."""
    rulings = Ruling.objects.in_force().filter(
        match__in=matches, kind__in=(Ruling.Kind.WALKOVER, Ruling.Kind.VOID)
    )
    return {
        (match, table, side.value)
        for match, table, kind, at_fault in rulings.values_list("match", "table", "kind", "at_fault")
        for side in Side
        if kind == Ruling.Kind.VOID or at_fault in (side, Ruling.AtFault.BOTH)
    }
