"""Reads cups: which there are, who entered, and a knock-out as it has been played."""

from collections.abc import Iterable
from dataclasses import replace

from django.db.models import Manager, QuerySet

from league.cups.entries import CupState as PlayedCup
from league.cups.entries import Entrant, RoundDraw, Scratch, TieResult
from league.cups.serialization import rules_from_data
from league.matches.outcomes import AtFault, Pair
from league.models import Cup, CupDraw, CupEntry, CupTie, League, Season
from league.people.names import KeptBack, shown_name

AND = " & "


def cups_of_season(season: Season) -> tuple[Cup, ...]:
    """Return the knock-outs of a season, each as its paper needs it."""
    cups = Cup.objects.filter(season=season, kind=Cup.Kind.KNOCK_OUT)
    return tuple(cups.select_related("season__league", "finals_at").order_by("name", "id"))


def pairs_nights_of_season(season: Season) -> tuple[Cup, ...]:
    """Return the pairs nights of a season, each as its paper needs it."""
    cups = Cup.objects.filter(season=season, kind=Cup.Kind.PAIRS_NIGHT)
    return tuple(cups.select_related("season__league", "finals_at").order_by("name", "id"))


def cup_at(league: League, slug: str) -> Cup | None:
    """Return the cup or night of that address; of two in different seasons the later.

    None if there is none.
    """
    cups = Cup.objects.filter(season__league=league, slug=slug).select_related(
        "season__league", "finals_at", "plate_of"
    )
    return cups.order_by("-season__starts_on", "id").first()


def cup_by_public_id(league: League, public_id: str) -> Cup | None:
    """Return the cup or night of that public id; None if the league has none."""
    cups = Cup.objects.filter(season__league=league, public_id=public_id)
    return cups.select_related("season__league", "season__rule_book", "finals_at", "plate_of").first()


def played_cup(cup: Cup) -> PlayedCup:
    """Return what was entered, drawn and played, every name in full. Three queries."""
    return cup_played_as(
        cup, entries_of(cup), tuple(cup.draws.all()), tuple(cup.ties.all()), to_secretary=True
    )


def entries_of(cup: Cup) -> tuple[CupEntry, ...]:
    """Return who entered, in the order of entering, with team, ground and players. One query."""
    return tuple(with_names(cup.entries))


def with_names(entries: Manager[CupEntry]) -> QuerySet[CupEntry]:
    return entries.select_related("team__pub", "first_player", "second_player")


def in_two_pairs(entries: Iterable[CupEntry]) -> tuple[str, ...]:
    """Return a sentence for everybody who entered in two pairs."""
    partners: dict[int, str] = {}
    texts = []
    for entry in entries:
        text, _, other = entry.name.partition(AND)
        for player, partner in ((entry.first_player, other), (entry.second_player, text)):
            if player is not None and player.pk in partners:
                texts.append(f"{player} has entered already, with {partners[player.pk]}.")
            elif player is not None:
                partners[player.pk] = partner
    return tuple(texts)


def entry_name(entry: CupEntry, *, to_secretary: bool = False) -> str:
    """Return the name of an entry, with a pair's players named as this reader may see them."""
    if entry.team_id:
        return entry.name
    kept_back = None if to_secretary else KeptBack.of(entry.cup.season.league)
    written = [*entry.name.split(AND, 1), ""]
    named = zip(written, (entry.first_player, entry.second_player), strict=False)
    shown = (
        shown_name(player, to_secretary=to_secretary)
        if player
        else kept_back.hide(name)
        if kept_back
        else name
        for name, player in named
    )
    return AND.join(filter(None, shown))


def cup_played_as(
    cup: Cup,
    entries: Iterable[CupEntry],
    draws: Iterable[CupDraw],
    ties: Iterable[CupTie],
    *,
    to_secretary: bool,
) -> PlayedCup:
    """Return a knock-out built from its rows."""
    entries = tuple(entries)

    def shown(words: str) -> str:
        return words if to_secretary else KeptBack.of(cup.season.league).hide(words)

    return PlayedCup(
        rules=rules_from_data(cup.rules),
        entrants=tuple(
            Entrant(
                key=entry.number,
                name=entry_name(entry, to_secretary=to_secretary),
                seed=entry.seed,
                handicap=entry.handicap,
            )
            for entry in entries
        ),
        draws=tuple(RoundDraw(round=draw.round, lot=draw.lot, order=tuple(draw.order)) for draw in draws),
        results=tuple(
            replace(result, reason=shown(result.reason)) for result in filter(None, map(result_of, ties))
        ),
        scratched=tuple(
            Scratch(entrant=entry.number, round=entry.left_in_round, reason=shown(entry.left_because))
            for entry in entries
            if entry.left_in_round is not None
        ),
    )


def result_of(row: CupTie) -> TieResult | None:
    """Return the result in a tie's row; None while the row has only date and place."""
    if row.entered_at is None:
        return None
    return TieResult(
        round=row.round,
        number=row.number,
        legs=_pairs(row.legs),
        replays=_pairs(row.replays),
        deciding=(row.deciding[0], row.deciding[1]) if row.deciding else None,
        at_fault=AtFault(row.given) if row.given else None,
        reason=row.reason,
    )


def _pairs(written: list[list[int]]) -> tuple[Pair, ...]:
    return tuple((home, away) for home, away in written)
