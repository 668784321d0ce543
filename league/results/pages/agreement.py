"""A match as its captains see it before they sign: its tables, its hands, and where versions differ."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from league.matches.sheet.values import (
    SeatName,
    Sheet,
    SheetGame,
    beside_result,
    completed,
    known_running,
    match_score,
)
from league.models import Match, PhoneSetAside, RuleBook
from league.results.log import LogEntry, PlaceState, standing
from league.results.log_room import UNUSUAL
from league.results.logged_match import LoggedMatch, entry_words, place_in_words
from league.results.pages.before_confirming import nobody_named
from league.results.pages.replay import MARKS, hand_seen
from league.results.parsing.comparison import ChangedLine, changed_lines, typed_from
from league.results.parsing.fields import PLACE, Layout
from league.results.selectors.names import Roster
from league.results.selectors.reports import score_words, team_names
from scoring import AWAY, HOME, games
from scoring.rules import Rules


def sheet_seen(
    sheet: Sheet, match: Match, roster: Roster, hide: Callable[[str], str] = str
) -> dict[str, Any]:
    """Return a sheet with the names a reader may see: the roster's, and `hide` of those that were typed."""
    book = match.division.season.rule_book
    rules = book.rules()
    return {
        "words": score_words(match_score(sheet, rules, book.match_format())),
        "unnamed": nobody_named(sheet, match.home.name, match.away.name, book.table_word),
        "awards": rules.awards,
        "games": tuple(
            {
                "where": book.place(table.number, game.number if game.number > 1 else 0),
                "table": table.number,
                "game": game.number,
                "home_pair": _names(game.home_pair, roster, hide),
                "away_pair": _names(game.away_pair, roster, hide),
                "home": game.home_score,
                "away": game.away_score,
                "hands": _hands(game, rules),
                "notes": tuple(map(hide, beside_result(game, rules))),
            }
            for table in sheet.tables
            if table.is_played
            for game in table.games
        ),
        "not_played": tuple(book.place(table.number) for table in sheet.tables if not table.is_played),
    }


def _names(pair: Sequence[SeatName], roster: Roster, hide: Callable[[str], str]) -> str:
    known = ((roster.known(seat.player) if seat.player else None, seat.written) for seat in pair)
    return ", ".join(filter(None, (player.label if player else hide(written) for player, written in known)))


def _hands(game: SheetGame, rules: Rules) -> tuple[dict[str, Any], ...]:
    # A log may go on after the game was over: such hands peg nothing and are named among what is wrong.
    running = known_running(games.score_game(game.hands, rules), game.penalties)
    rows = enumerate(zip(game.hands, running, strict=False), 1)
    sides = (MARKS[HOME], MARKS[AWAY])
    return tuple(hand_seen(number, hand, score, rules.awards, sides) for number, (hand, score) in rows)


def differences(
    first: Sheet, other: Sheet, rule_book: RuleBook, layout: Layout, roster: Roster
) -> tuple[ChangedLine, ...]:
    """Return every line on which two sheets differ, in the order of the sheet.

    A game with hands on one sheet only is compared by its score.
    """
    rules = rule_book.rules()
    whole = [completed(sheet, rules) for sheet in (first, other)]
    by_hands = [
        {(table.number, game.number) for table in sheet.tables for game in table.games if game.hands}
        for sheet in whole
    ]
    alike = [_without_hands(sheet, by_hands[0] ^ by_hands[1]) for sheet in whole]
    fields = [typed_from(sheet, rule_book, roster) for sheet in alike]
    return changed_lines({}, fields[0], fields[1], layout)


def _without_hands(sheet: Sheet, places: set[tuple[int, int]]) -> Sheet:
    def game(table: int, sheet_game: SheetGame) -> SheetGame:
        return replace(sheet_game, hands=(), notes=()) if (table, sheet_game.number) in places else sheet_game

    return sheet.with_games(game)


def two_phones(logged: LoggedMatch, teams: Mapping[str, str]) -> tuple[dict[str, Any], ...]:
    """Return where phones differ, in the order of the sheet. `teams` names who sent by the side's link."""
    return tuple(
        {
            "where": place_in_words(state.place, logged.layout),
            "versions": tuple(_versions(state, teams, logged.layout)),
        }
        for state in logged.differing
    )


def _versions(standing: PlaceState, teams: Mapping[str, str], layout: Layout) -> Iterator[tuple[str, str]]:
    for entry in standing.versions:
        whose = f"for {teams[entry.sent_for]}" if entry.sent_for else "at the table"
        yield f"{whose}, phone {entry.phone[:4]}", entry_words(entry.place, entry.body, layout)


def obstacles(logged: LoggedMatch) -> tuple[dict[str, Any], ...]:
    """Return why a logged match cannot be signed, each reason with its place in words."""
    return tuple(
        {"where": _where(fault.field, logged.layout), "sentence": fault.sentence}
        for fault in logged.checked.faults
    )


def _where(field: str, layout: Layout) -> str:
    place = PLACE.fullmatch(field)
    return layout.where(*(int(number or 0) for number in place.groups()[:3])) if place else ""


# --- The phones of the log --------------------------------------------------------------------------
MOST_PHONES, MOST_CHANGES = 12, 12


def phones_in_log(
    match: Match, layout: Layout, lines: Iterable[dict[str, Any]], aside: Iterable[PhoneSetAside]
) -> Iterator[dict[str, Any]]:
    """Yield the phones of a log, those with the most entries first; at most a dozen.

    Each with what changes if it is set aside, or counts again.
    """
    of_phone: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        of_phone.setdefault(line["entry"].phone, []).append(line)
    entries = [line["entry"] for own in of_phone.values() for line in own]
    rows, teams = {str(row.phone): row for row in aside}, team_names(match)
    most = sorted(of_phone, key=lambda phone: (phone not in rows, len(of_phone[phone])), reverse=True)
    for phone in most[:MOST_PHONES]:
        own = of_phone[phone]
        # Whose link the entries came by; empty for the code.
        sides = sorted({line["entry"].sent_for for line in own})
        changes = list(_changes(entries, rows.keys(), phone, layout))
        yield {
            "id": phone,
            "name": phone[:8],
            "number": own[0]["phone"],
            "is_unusual": len(own) >= UNUSUAL,
            "aside": rows.get(phone),
            "ways": " and ".join(f"the link of {teams[side]}" if side else "the code" for side in sides),
            "entries": len(own),
            "first": own[0]["received_at"],
            "last": own[-1]["received_at"],
            "changes": changes[:MOST_CHANGES],
            "more": len(changes[MOST_CHANGES:]),
        }


def _changes(
    entries: list[LogEntry], aside: Iterable[str], phone: str, layout: Layout
) -> Iterator[dict[str, str]]:
    """Yield the places where something else would count if this phone were set aside, or no longer were."""
    now, then = set(aside), set(aside) ^ {phone}
    places = {entry.place for entry in entries if entry.phone == phone}
    here = [entry for entry in entries if entry.place in places]
    counts = standing(entry for entry in here if entry.phone not in now)
    would_count = standing(entry for entry in here if entry.phone not in then)
    for place in sorted(places):
        bodies = [state[place].body if place in state else {} for state in (counts, would_count)]
        if bodies[0] != bodies[1]:
            before, after = (entry_words(place, body, layout) if body else "nothing" for body in bodies)
            yield {"where": place_in_words(place, layout), "now": before, "then": after}
