"""One game at a table: its line in the list of tables, and its scoring page."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.text import Truncator

from league.competition.team_names import button_names, head_name, name_on_two_lines
from league.matches.sheet.openings import penalty_kinds, room
from league.results.log import CARDS, PENALTIES, SIDE_PLACES, Body, SheetPlace
from league.results.log import MARKS as MARK_FIELDS
from league.results.logged_match import ENTRY_UNDONE, GameSoFar, LoggedMatch
from league.results.pages.script_words import (
    ALL_LETTERS,
    LETTERS,
    MARKS,
    LeadIn,
    home_away,
    lead_in,
    marks_of,
    pegged,
    rule_words,
    seat_of_opener,
    verbs_for_first,
    walkover_words,
)
from league.results.parsing.comparison import beside_words, hand_words
from league.results.parsing.fields import CONTRADICTION
from league.results.parsing.table_form import (
    INSERT,
    REMOVE,
    TableTyped,
    changed_hands,
    shown_hands,
    with_entries,
)
from league.results.selectors.names import MatchSquads
from league.templatetags.formatting import score as score_in_words
from scoring import AWAY, HOME, Side
from scoring.cards import Rank, Suit
from scoring.games import GameScore
from scoring.rules import Rules

MUCH_LONGER = 5


def table_line(
    logged: LoggedMatch, squads: MatchSquads, table: int, game: int, hand: int | None = None
) -> dict[str, Any]:
    """Return a game as the list of tables shows it, and as its own page begins.

    `hand` is an earlier one to correct; otherwise the next of a game under way is entered. `figure` is the
    score in the list, a dash before the first hand; `pairs` are empty while no name is known. Of the `sides`
    home is on the left, whoever holds the phone.
    """
    begun = {(one.table, one.game): one for one in logged.games()}
    so_far = begun.get((table, game), GameSoFar(table=table, game=game, score=(0, 0)))
    last, earlier = logged.hand_to_play(table, game) - 1, hand or 0
    is_correction = 1 <= earlier <= last
    is_walkover = table in logged.walkover_tables
    notes = logged.bodies.get(SheetPlace(table, 1, "notes"), {})
    is_not_played = is_walkover or bool(notes.get("not-played"))
    is_next = bool(logged.layout.hands) and not (so_far.is_over or is_not_played)
    to_open = last + 1 if is_next and not is_correction else None
    seated = table_seats(logged, squads, table, game, to_open)
    words = button_names(logged.match.home, logged.match.away)
    sides = tuple(_side(side, logged, squads, so_far, seated, words) for side in (HOME, AWAY))
    names = [", ".join(seat["name"] for seat in side["seats"] if seat["name"]) for side in sides]
    figure = home_away(so_far.score) if last or so_far.is_over else "–"
    if is_not_played:
        figure = "walkover" if is_walkover else "not played"
    return {
        "logged": logged,
        "form": logged.checked,
        "title": logged.layout.where(table, game),
        "target": logged.checked.rules.target,
        "number": table,
        "game": game,
        "so_far": so_far,
        "last_hand": last,
        "is_correction": is_correction,
        "hand": earlier if is_correction else last + 1,
        "asks_for_hand": is_correction or is_next,
        "is_not_played": is_not_played,
        "outcome": _outcome(logged, so_far),
        "figure": figure,
        "words": words,
        "seated": seated,
        "sides": sides,
        "pairs": " v ".join(names) if any(names) else "",
        "differing": differing_places(logged, squads, table, game, words),
    }


def _outcome(logged: LoggedMatch, so_far: GameSoFar) -> str:
    """Return a result in a sentence, empty while the game goes on: “The Fleece won 15–13, after 9 hands.”"""
    if so_far.table in logged.walkover_tables:
        return walkover_words(logged.match, logged.walkover_tables[so_far.table])
    if not so_far.is_over:
        return ""
    home, away = so_far.score
    team = (logged.match.home if home > away else logged.match.away).name
    is_whole = so_far.hand and not so_far.is_final_only
    after = f", after {so_far.hand} hands" if is_whole else ""
    return f"{team} won {score_in_words(max(home, away), min(home, away))}{after}."


def _side(
    side: Side,
    logged: LoggedMatch,
    squads: MatchSquads,
    so_far: GameSoFar,
    seated: Mapping[str, Any],
    words: tuple[str, str],
) -> dict[str, Any]:
    letter, team = LETTERS[side], (logged.match.home, logged.match.away)[side]
    return {
        "letter": letter,
        "mark": MARKS[letter],
        "team": team.name,
        "lines": name_on_two_lines(team),
        "head": head_name(team),
        "word": words[side],
        "seats": seated["seats"][side],
        "squad": squads.to_pick(letter),
        "score": so_far.score[side],
        "before": so_far.before[side],
        "won": so_far.is_over and so_far.score[side] > so_far.score[1 - side],
    }


def table_page(
    logged: LoggedMatch,
    squads: MatchSquads,
    table: int,
    game: int,
    *,
    hand: int | None = None,
    change: str = "",
    typed: TableTyped | None = None,
) -> dict[str, Any]:
    """Return the scoring page of a game: the hand to enter, the hands so far, everything else to enter.

    `typed` is what was sent but not stored: it is shown in the form again, and the hands show its effect.
    Of the page, `follows` are the ids of the entries it shows, by place; `doing` says what is done with an
    earlier hand, `becomes` what that does to the score, `undo` what can be taken back, at `undo_place`;
    `final_fault` is why a recorded final score does not count.
    """
    place = typed.place if typed and typed.place else SheetPlace(table, game, "")
    written: Body = (typed.body or {}) if typed else {}
    page = table_line(logged, squads, table, game, place.hand or hand)
    so_far, last, number = page["so_far"], page["last_hand"], page["hand"]
    change = change if page["is_correction"] and change in (REMOVE, INSERT) else ""
    is_preview = change == REMOVE or bool(place.hand and typed and not typed.refusals)
    at, after = SheetPlace(table, game, f"h{number}"), logged
    if is_preview:
        after = with_entries(logged, changed_hands(logged, at, change, written))

    def shown(name: str) -> Body:
        return written if place.name == name else logged.bodies.get(SheetPlace(table, game, name), {})

    in_form = shown(at.name) if page["is_correction"] and change != INSERT else {}
    final, faults = shown("final"), (text for name, text in so_far.faults if name.endswith("-final"))
    counts = so_far.is_final_only or not logged.bodies.get(SheetPlace(table, game, "final"))
    undo_place = "final" if so_far.is_final_only else f"h{last}"
    places = {name: name for name in (*SIDE_PLACES, "pitch", "final", "notes")}
    places |= {"hand": at.name, "undo": undo_place}
    undo = "final score" if so_far.is_final_only else ""
    if last and not undo:
        undo = f"hand {last}, {pegged(score_at(logged, at, last - 1), score_at(logged, at, last))}"
    home, away = (len(side["lines"]) for side in page["sides"])
    return {
        **page,
        "leans": "" if abs(home - away) < MUCH_LONGER else MARKS["h"] if home > away else MARKS["a"],
        "change": change,
        "doing": _doing(logged, at, change, last),
        "entry": hand_entry(written if place.hand else in_form, logged.checked.rules, page["words"]),
        "refusals": typed.refusals if typed else (),
        "is_preview": is_preview,
        "becomes": f"{home_away(score_at(logged, at, 99))} becomes {home_away(score_at(after, at, 99))}",
        # Where hands move up or down, what stood at their numbers before says nothing.
        "hands": hand_lines(
            table,
            game,
            after.hand_to_play(table, game) - 1,
            now=after,
            was=after if change else logged,
        ),
        "hands_shown": shown_hands(logged, table, game),
        "follows": {
            name: " ".join(logged.heads(SheetPlace(table, game, shown))) for name, shown in places.items()
        },
        "undo": undo,
        "undo_place": undo_place,
        "final": {"home": final.get("home-final", ""), "away": final.get("away-final", "")}
        | {CONTRADICTION: final.get(CONTRADICTION, "")}
        if final
        else {},
        "final_fault": "" if counts else next(faults, ""),
        "notes": shown("notes"),
    }


def _doing(logged: LoggedMatch, at: SheetPlace, change: str, last: int) -> str:
    """Return what is done with a hand: “Remove hand 5, the same as hand 4. Hand 6 becomes hand 5.”"""
    hand = at.hand or 0
    earlier = SheetPlace(at.table, at.game, f"h{hand - 1}")
    is_same = hand > 1 and logged.bodies.get(at, {}) == logged.bodies.get(earlier, {})
    same = f", the same as hand {hand - 1}" if is_same else ""
    moves = f" Hand {hand + 1} becomes hand {hand}." if hand < last else ""
    words = {
        REMOVE: f"Remove hand {hand}{same}.{moves}",
        INSERT: f"Insert a hand before hand {hand}.",
    }
    return words.get(change, f"Change hand {hand}.")


# --- Its hands: the one to enter, those so far, versions, seats -------------------------------------


def hand_entry(body: Mapping[str, Any], rules: Rules, words: Sequence[str]) -> dict[str, Any]:
    """Return a hand with the fields of its form; `words` are those for the sides.

    Its awards are in the order of pegging; behind its penalties is an empty line for one more.
    """
    ready = "" if penalty_kinds(rules) else str(rules.peek_penalty or "")
    cards = {part.replace("-", "_"): body.get(part, "") for part in CARDS}
    return {
        "body": body,
        "rows": tuple(
            {
                "name": award["name"],
                "words": award["words"],
                "choices": tuple(_choices(award, body, words)),
            }
            for award in rule_words(rules, words)["awards"]
        ),
        "room": room(rules),
        "marks": tuple(
            {"name": name, "word": word, "value": body.get(name, "")}
            for name, word in zip(MARK_FIELDS, words, strict=False)
        ),
        "turnup_scores": rules.turnup_scores,
        "penalties": tuple(enumerate([*body.get(PENALTIES, ()), {"points": ready}], 1)),
        "suits": tuple(Suit),
        "ranks": tuple(sorted(Rank, reverse=True)),
        "cards": cards,
        "has_cards": any(cards.values()),
    }


def _choices(
    award: Mapping[str, Any], body: Mapping[str, Any], words: Sequence[str]
) -> Iterator[dict[str, Any]]:
    letters = list(ALL_LETTERS[: len(words)])
    if award["nobody"]:
        # Between two sides; more sit side by side.
        letters.insert(1 if len(letters) == len(LETTERS) else len(letters), "-")
    for letter in letters:
        word = "Nobody" if letter == "-" else words[ALL_LETTERS.index(letter)]
        chosen = body.get(award["name"]) == letter
        yield {"letter": letter, "mark": MARKS[letter], "word": word, "is_chosen": chosen}


def score_at(logged: LoggedMatch, place: SheetPlace, hand: int) -> tuple[int, ...]:
    """Return the score of a game after a hand, as far as its hands are known."""
    played: GameScore | None = logged.checked.played.get((place.table, place.game))
    running = played.running if played else ()
    return running[min(hand, len(running)) - 1] if hand and running else (0, 0)


def hand_lines(
    table: int, game: int, last: int, *, now: LoggedMatch, was: LoggedMatch
) -> tuple[dict[str, Any], ...]:
    """Return the hands of a game, the latest first; `was` is the match before a correction."""
    return tuple(_line(SheetPlace(table, game, f"h{number}"), now, was) for number in range(last, 0, -1))


def _line(place: SheetPlace, now: LoggedMatch, was: LoggedMatch) -> dict[str, Any]:
    body, number = now.bodies.get(place, {}), place.hand or 0
    after, earlier = score_at(now, place, number), score_at(was, place, number)
    played = now.checked.played.get((place.table, place.game))
    start = f"{now.layout.prefix(place.table, place.game)}-{place.name}-"
    faults = (fault.sentence for fault in now.checked.faults if fault.field.startswith(start))
    return {
        "number": number,
        "marks": marks_of(body, now.checked.rules.awards),
        "score": home_away(after),
        "was": home_away(earlier) if earlier != after else "",
        "beside": beside_words(body),
        "won": bool(played and played.ending and played.ending.hand + 1 == number),
        "faults": tuple(dict.fromkeys(faults)),
    }


TITLES = {"home": "Who plays", "away": "Who plays", "pitch": "Who opened", "final": "The final score"}


# A flood differs everywhere, in hundreds of versions; nobody reads more than a few.
MOST_DIFFERING, MOST_VERSIONS, LONGEST_VERSION = 4, 4, 160


def differing_places(
    logged: LoggedMatch, squads: MatchSquads, table: int, game: int, sides: Sequence[str]
) -> tuple[dict[str, Any], ...]:
    """Return the places of a game where phones differ; `sides` are the words for the sides."""

    def words(place: SheetPlace, body: Mapping[str, Any]) -> str:
        if place.hand is not None:
            return hand_words(body, sides, logged.checked.rules.awards) or ENTRY_UNDONE
        called = {"h": sides[0], "a": sides[1]} if place.name == "pitch" else {}
        return ", ".join(called.get(text) or squads.name(str(text)) for text in body.values()) or "nothing"

    states = [state for state in logged.differing if (state.place.table, state.place.game) == (table, game)]
    return tuple(
        {
            "place": state.place.name,
            "title": f"Hand {state.place.hand}"
            if state.place.hand
            else TITLES.get(state.place.name, "The remark"),
            "versions": tuple(
                {
                    "id": version.id,
                    "words": Truncator(words(state.place, version.body)).chars(LONGEST_VERSION),
                }
                for version in state.versions[:MOST_VERSIONS]
            ),
        }
        for state in states[:MOST_DIFFERING]
    )


# The seats drawn round a table: top, right, bottom, left.
SEAT_PLACES = ((15, 4), (26, 15), (15, 26), (4, 15))


def table_seats(
    logged: LoggedMatch, squads: MatchSquads, table: int, game: int, hand: int | None
) -> dict[str, Any]:
    """Return the players of a game, by side, and who opens the hand to enter.

    `hand` is its number, None if there is none. `marked` are the seats of the four that open it and deal it.
    """
    rules, players = logged.checked.rules, logged.layout.players
    letter = str(logged.bodies.get(SheetPlace(table, game, "pitch"), {}).get("first-pitch", ""))
    first = LETTERS.index(letter) if letter in LETTERS else None
    entered = [_entered(logged, table, game, side) for side in (HOME, AWAY)]
    home, away = ([squads.name(text) for text in texts] for texts in entered)
    opener, lead, of = None, LeadIn(""), (first, rules, 2 * players)
    if hand is not None:
        teams = button_names(logged.match.home, logged.match.away)
        lead = lead_in(hand, first, home, away, teams, rules)
    if hand is not None and first is not None:
        opener = ((first + hand - 1) % 2, (hand - 1) // 2 % players + 1)
    return {
        "seats": tuple(
            tuple(
                {
                    "field": f"{SIDE_PLACES[side]}-{place}",
                    "entered": text,
                    "name": squads.name(text),
                    "pitches": opener == (side, place),
                }
                for place, text in enumerate(entered[side], 1)
            )
            for side in (HOME, AWAY)
        ),
        "first_letter": letter,
        "first_question": f"Hand 1. Who {verbs_for_first(rules)[0]}?",
        "lead": lead,
        "marked": (seat_of_opener(hand, *of), seat_of_opener(hand - 1, *of)) if hand else (None, None),
        "seat_places": SEAT_PLACES,
    }


def _entered(logged: LoggedMatch, table: int, game: int, side: Side) -> tuple[str, ...]:
    """Return the texts entered for the seats; a later game without names has those of the game before."""
    places = (SheetPlace(table, number, SIDE_PLACES[side]) for number in range(game, 0, -1))
    body = next((body for place in places if (body := logged.bodies.get(place))), {})
    return tuple(body.get(str(seat), "") for seat in range(1, logged.layout.players + 1))
