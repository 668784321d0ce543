"""A dispute as the secretary decides it: two versions of a game hand by hand, and what each would mean."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from league.competition.team_names import head_name
from league.models import Match, Objection, Photograph, Scorecard, Side
from league.results.pages.photograph_reading import FoundMark, marks_found
from league.results.pages.script_words import MARKS, home_away, marks_of
from league.results.parsing.comparison import beside_words
from league.results.parsing.fields import PLACE
from league.results.proposals import HandSoFar, SheetVersion
from league.results.selectors.agreement import game_words, proposed_version
from league.shared.text import in_halves, listed, uncapitalised
from scoring.axes import Award

RECORDED, PROPOSED = "recorded", "proposed"
AS = {RECORDED: "as recorded", PROPOSED: "as claimed"}


DisputedGame = dict[str, Any]
"""A game on which the versions differ: the numbers of hands that do, its scores in words (`finals`)."""


def dispute_page(
    match: Match,
    *,
    cards: list[Scorecard],
    versions: Mapping[int, SheetVersion],
    objection: Objection | None,
    captains: Mapping[str, str],
) -> dict[str, Any] | None:
    """Return the two versions of a disputed match, the recorded or the home one first; else None.

    `versions` are the signed sheets by the key of their card, `captains` the names of the captains by side.
    """
    said: tuple[tuple[str, str, str, datetime.datetime], ...]
    words = {"h": head_name(match.home), "a": head_name(match.away)}
    if objection is not None and objection.proposed:
        recorded = versions[objection.scorecard_id]
        card = next(card for card in cards if card.pk == objection.scorecard_id)
        pair = (recorded, proposed_version(objection, recorded))
        games = tuple(_games(pair, [(objection.table, objection.game)]))
        said = (
            (card.reported_for, RECORDED, objection.answer, objection.answered_at or card.entered_at),
            (objection.side, PROPOSED, objection.because, objection.made_at),
        )
    elif len(cards) == len(Side):
        home, away = sorted(cards, key=lambda card: card.reported_for, reverse=True)
        pair = (versions[home.pk], versions[away.pk])
        games = tuple(_games(pair, _differing(pair)))
        said = tuple(
            (card.reported_for, f"sheet-{card.version}", "", card.entered_at) for card in (home, away)
        )
    else:
        return None
    only = games[0] if len(games) == 1 else None
    return {
        "title": _title(games, pair[0].layout.table_word),
        "awards": tuple(award.words for award in pair[0].rules.awards),
        "games": games,
        "versions": tuple(
            {
                "heading": f"{words[side]}: {AS.get(value, 'as signed')}",
                "mark": MARKS[side],
                "summary": _summary(version, only),
                "note": note,
                "captain": captains.get(side) or words[side],
                "at": at,
                "value": value,
                "label": _label(version, only, words[side]),
                "consequence": _consequence(version, pair),
            }
            for version, (side, value, note, at) in zip(pair, said, strict=True)
        ),
        "remark": _remark(only),
    }


def _title(games: tuple[DisputedGame, ...], word: str) -> str:
    """Return what is disputed: “table 4, hands 3 and 6”."""
    if len(games) != 1:
        tables = sorted({game["table"] for game in games})
        return f"{word}s {listed(map(str, tables))}" if games else "the sheets"
    hands = games[0]["differing"]
    if not hands:
        return f"{games[0]['title']}, final score"
    return f"{games[0]['title']}, hand{'s' if len(hands) > 1 else ''} {listed(map(str, hands))}"


def _summary(version: SheetVersion, only: DisputedGame | None) -> str:
    so_far = version.so_far
    match = (
        f"The match ends {so_far.words}." if so_far.is_complete else f"The match is {so_far.words} so far."
    )
    return f"{game_words(version, only['table'], only['game'])}. {match}" if only else match


def _label(version: SheetVersion, only: DisputedGame | None, whose: str) -> str:
    if only is None:
        return f"Use {whose} sheet"
    score = version.score(only["table"], only["game"])
    words = f"Use {home_away(score)}" if score else f"Use {whose} version"
    is_finished = version.is_finished(only["table"], only["game"])
    return words if is_finished else f"{words}, reopen {version.layout.table_word} {only['table']}"


def _consequence(version: SheetVersion, pair: tuple[SheetVersion, ...]) -> str:
    so_far = version.so_far
    if so_far.is_complete:
        return f"Match {so_far.words}."
    still_open = max(sum(each.so_far.points) for each in pair) - sum(so_far.points)
    rest = f", {in_halves(still_open)} points open" if still_open > 0 else ""
    return f"Match {so_far.words} so far{rest}."


def _remark(only: DisputedGame | None) -> str:
    if only is None or not only["differing"]:
        return ""
    alike = len(only["rows"]) - len(only["differing"])
    return f"The other {alike} hands agree." if alike > 1 else ""


def _differing(pair: tuple[SheetVersion, ...]) -> list[tuple[int, int]]:
    """Return the games, by table and number, whose hands or score differ."""
    places = sorted(
        {
            (table.number, game.number)
            for version in pair
            for table in version.sheet.tables
            for game in table.games
        }
    )
    return [
        (table, game)
        for table, game in places
        if pair[0].score(table, game) != pair[1].score(table, game)
        or _bodies(pair[0], table, game) != _bodies(pair[1], table, game)
    ]


def _bodies(version: SheetVersion, table: int, game: int) -> list[dict[str, object]]:
    return [dict(hand.body) for hand in version.hands(table, game)]


def _games(pair: tuple[SheetVersion, ...], places: list[tuple[int, int]]) -> Iterator[DisputedGame]:
    for table, game in places:
        hands = [[hand for hand in version.hands(table, game) if hand.is_needed] for version in pair]
        rows = tuple(
            _row(number, both, pair[0].rules.awards) for number, both in enumerate(zip_longest(*hands), 1)
        )
        yield {
            "table": table,
            "game": game,
            "title": uncapitalised(pair[0].layout.where(table, game)),
            "rows": rows,
            "differing": tuple(row["number"] for row in rows if row["differs"]),
            "finals": tuple(game_words(version, table, game) for version in pair),
        }


def _row(number: int, both: tuple[HandSoFar | None, ...], awards: Sequence[Award]) -> dict[str, Any]:
    bodies = [hand.body if hand else {} for hand in both]
    scores = [hand.score if hand else None for hand in both]
    differing = [bodies[0].get(award) != bodies[1].get(award) for award in awards]
    return {
        "number": number,
        "versions": tuple(
            None
            if hand is None
            else {
                "marks": tuple(zip(marks_of(hand.body, awards), differing, strict=True)),
                "beside": beside_words(hand.body),
                "score": home_away(hand.score),
                "score_differs": len(set(scores)) > 1,
            }
            for hand in both
        ),
        "differs": bodies[0] != bodies[1],
    }


# --- The photographs beside it ----------------------------------------------------------------------
# White around the boxes of a row, and of a table: the running score is written beside its boxes (mm).
AROUND_HAND, AROUND_TABLE = 0.8, 5.0


def photographs_beside(
    photographs: Iterable[Photograph], read: Mapping[int, Mapping[str, Any]], games: Sequence[DisputedGame]
) -> dict[str, Any]:
    """Return the photographs of a match as they stand beside a dispute about these games: one, and others.

    Where several came and the disputed table was read on none of them, any may be the right one: none is
    chosen. Of the one that is, the disputed tables are shown, and what is disputed is outlined.
    `read` has what was read of those with a straightened sheet, by the key of the photograph.
    """
    shown = [_shown(photograph, read.get(photograph.pk), games) for photograph in photographs]
    chosen = next((each for each in shown if each.get("area")), shown[0] if len(shown) == 1 else None)
    others = tuple(each for each in shown if each is not chosen)
    return {"chosen": chosen, "others": others, "are_none": not shown}


def _shown(
    photograph: Photograph, read: Mapping[str, Any] | None, games: Sequence[DisputedGame]
) -> dict[str, Any]:
    if read is None:
        return {"photograph": photograph}
    marks = [
        (int(place[1]), int(place[2] or 1), int(place[3] or 0), mark)
        for mark in marks_found(read)
        if mark.box and (place := PLACE.fullmatch(mark.name))
    ]
    disputed = {game["table"] for game in games}
    places = [[game["table"], game["game"], hand] for game in games for hand in game["differing"]]
    rows = [[mark for *at, mark in marks if at == place] for place in places]
    finals = {(game["table"], game["game"]) for game in games if not game["differing"]}
    rows += [
        [mark for *at, mark in marks if at == [*place, 0] and mark.name.endswith("-final")]
        for place in sorted(finals)
    ]
    return {
        "photograph": photograph,
        "tables": tuple(sorted({table for table, *_ in marks})),
        "is_straightened": True,
        "area": _around([mark for table, *_, mark in marks if table in disputed], AROUND_TABLE),
        "outlines": tuple(area for row in rows if (area := _around(row, AROUND_HAND))),
    }


def _around(marks: Sequence[FoundMark], margin: float) -> dict[str, Any] | None:
    """Return the area of these marks with some white; None without any."""
    boxes = [mark.box for mark in marks if mark.box]
    if not boxes:
        return None
    left, top = min(x for x, *_ in boxes) - margin, min(y for _, y, *_ in boxes) - margin
    right = max(x + width for x, _, width, _ in boxes) + margin
    bottom = max(y + height for _, y, _, height in boxes) + margin
    width, height = right - left, bottom - top
    view_box = f"{left:.1f} {top:.1f} {width:.1f} {height:.1f}"
    return {"x": left, "y": top, "width": width, "height": height, "view_box": view_box}
