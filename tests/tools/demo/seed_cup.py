"""The demo's cups as seed data."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from league.cups.serialization import rules_to_data
from league.demo.services import ZONE
from tests.tools.demo import pairs_cup
from tests.tools.demo.chance import same_every_time
from tests.tools.demo.cup import CUP_NAME, CUP_SLUG, LOT, REMARKS, STARTS_AT, CupPlan, PlayedTie
from tests.tools.demo.pairs_cup import PairsCupPlan
from tests.tools.demo.plan import CardVersion
from tests.tools.demo.seed_cards import LETTERS, write_card
from tests.tools.demo.seed_rows import SeedRows

HAND_BY_HAND = (2, 5)  # 50–49
AFTER_DIVISIONS = 99
AWARDS = ("high", "low", "jack", "game")
AFTER_THE_START, A_HAND, A_MINUTE = timedelta(minutes=10), timedelta(minutes=5), timedelta(minutes=1)


def write_cup(
    rows: SeedRows,
    plan: CupPlan,
    *,
    season: int,
    pubs: Mapping[str, int],
    teams: Mapping[str, int],
    players: Mapping[int, int],
    by: int,
) -> None:
    """The cup with its entries, its draw, its ties and who sat down; what it points at by key.

    One tie was entered hand by hand, as a match.
    """
    cup = rows.add_named(
        "cup",
        season=season,
        name=CUP_NAME,
        slug=CUP_SLUG,
        rules=rules_to_data(plan.cup.rules),
        finals_at=pubs[plan.finals_at.slug],
        finals_on=plan.finals_on,
        remarks=REMARKS,
    )
    entries = [
        rows.add(
            "cupentry",
            cup=cup,
            number=entrant.key,
            name=entrant.name,
            team=teams[team.slug],
            seed=entrant.seed,
        )
        for entrant, team in zip(plan.cup.entrants, plan.teams, strict=True)
    ]
    order = list(plan.cup.draws[0].order)
    rows.add("cupdraw", cup=cup, round=1, lot=LOT, order=order, drawn_at=plan.drawn_at)
    for played in plan.ties:
        tie = _tie(rows, cup, plan, played, pubs)
        for entrant, player in _seated(played):
            rows.add("cupseat", tie=tie, entry=entries[entrant - 1], player=players[player])
        if (played.tie.round, played.tie.number) == HAND_BY_HAND and played.home and played.away:
            division = rows.add(
                "division",
                season=season,
                name=CUP_NAME,
                slug=f"cup-{CUP_SLUG}",
                position=AFTER_DIVISIONS,
                cup=cup,
            )
            match = rows.add_named(
                "match",
                division=division,
                tie=tie,
                week=played.tie.round,
                home=teams[played.home.slug],
                away=teams[played.away.slug],
                venue=pubs[played.home.pub.slug],
                date=played.date,
                starts_at=STARTS_AT,
            )
            _card(rows, played, match=match, by=by, players=players)
            _log(rows, played, match=match)


def write_pairs_cup(
    rows: SeedRows, plan: PairsCupPlan, *, season: int, pubs: Mapping[str, int], players: Mapping[int, int]
) -> None:
    """The cup of pairs with its entries, its two draws, and what was played in its groups."""
    cup = rows.add_named(
        "cup",
        season=season,
        name=pairs_cup.CUP_NAME,
        slug=pairs_cup.CUP_SLUG,
        rules=rules_to_data(plan.cup.rules),
    )
    for entrant, (first, second) in zip(plan.cup.entrants, plan.people, strict=True):
        rows.add(
            "cupentry",
            cup=cup,
            number=entrant.key,
            name=entrant.name,
            first_player=players[first.number],
            second_player=players[second.number],
        )
    for draw, drawn_at in zip(plan.cup.draws, plan.drawn_at, strict=True):
        rows.add(
            "cupdraw", cup=cup, round=draw.round, lot=draw.lot, order=list(draw.order), drawn_at=drawn_at
        )
    for result in plan.cup.results:
        night = plan.nights[result.round]
        rows.add(
            "cuptie",
            cup=cup,
            round=result.round,
            number=result.number,
            date=night,
            starts_at=pairs_cup.STARTS_AT,
            venue=pubs[plan.at.slug],
            legs=[list(leg) for leg in result.legs],
            entered_at=datetime.combine(night, pairs_cup.ENTERED_AT),
        )


def _card(rows: SeedRows, played: PlayedTie, *, match: int, by: int, players: Mapping[int, int]) -> None:
    if played.sheet and played.entered_at:
        card = CardVersion(sheet=played.sheet, entered_at=played.entered_at)
        write_card(rows, card, match=match, version=1, by=by, players=players)


def _log(rows: SeedRows, played: PlayedTie, *, match: int) -> None:
    """Every hand of the tie as a phone at its table sent it, by the code of the match."""
    dice = same_every_time("phones of the cup")
    phones = {table.number: _id(dice) for table in played.sheet.tables} if played.sheet else {}
    at = datetime.combine(played.date, STARTS_AT, tzinfo=ZONE) + AFTER_THE_START
    for table in played.sheet.tables if played.sheet else ():
        for game in table.games:
            for number, hand in enumerate(game.hands, start=1):
                sent_at = at + number * A_HAND + table.number * A_MINUTE
                rows.add(
                    "tableentry",
                    match=match,
                    client_id=_id(dice),
                    phone=phones[table.number],
                    table=table.number,
                    game=game.number,
                    place=f"h{number}",
                    body={award: letter for award in AWARDS if (letter := LETTERS[getattr(hand, award)])},
                    entered_at=sent_at,
                    received_at=sent_at,
                )


def _id(dice: Random) -> str:
    return str(UUID(int=dice.getrandbits(128), version=4))


def _tie(rows: SeedRows, cup: int, plan: CupPlan, played: PlayedTie, pubs: Mapping[str, int]) -> int:
    result = plan.cup.result(played.tie.round, played.tie.number)
    return rows.add(
        "cuptie",
        cup=cup,
        round=played.tie.round,
        number=played.tie.number,
        date=played.date,
        starts_at=STARTS_AT,
        venue=pubs[played.home.pub.slug] if played.home and played.sheet else None,
        legs=[list(leg) for leg in result.legs] if result else None,
        deciding=list(result.deciding) if result and result.deciding else None,
        given=str(result.at_fault or "") if result else None,
        reason=result.reason if result else None,
        entered_at=played.entered_at,
    )


def _seated(played: PlayedTie) -> list[tuple[int, int]]:
    """Who sat down for which entrant, each once."""
    if played.sheet is None or played.tie.home.entrant is None or played.tie.away.entrant is None:
        return []
    home, away = played.tie.home.entrant.key, played.tie.away.entrant.key
    seats = [
        (entrant, name.player)
        for table in played.sheet.tables
        for game in table.games
        for entrant, pair in ((home, game.home_pair), (away, game.away_pair))
        for name in pair
        if name.player is not None
    ]
    return list(dict.fromkeys(seats))
