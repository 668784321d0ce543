"""What a page asks before a result is confirmed: whether it is meant, and which of two drafts is."""

import datetime
from collections.abc import Collection, Mapping

from league.matches.sheet.values import Sheet, SheetGame, SheetTable, first_gap
from league.models import Draft, Match, User
from league.results.parsing.checked_sheet import CheckedSheet
from league.results.parsing.fields import whole_number, writable
from league.results.services.drafts import restore_draft, save_draft
from league.shared.text import count, listed
from league.templatetags.dates import pub_date_year
from league.templatetags.formatting import score
from scoring.games import score_game

REVISION, REPLACES, PAGE = "draft", "replaces", "page"
"""Fields: the revision of the draft a page was opened with; that it replaces a newer one all the same; what
the page calls itself, if its script runs.
"""
MAX_PAGE = 36
MINE, OTHER = "mine", "other"
"""Buttons where a draft was changed in another window: use this page, or the saved draft."""


def is_behind(draft: Draft | None, revision: str, typed: Mapping[str, str], page: str = "") -> bool:
    """Return whether a page was opened before its draft was last changed, and says something else.

    `revision` is what the page sent; without one it is never behind.
    """
    seen = whole_number(revision)
    if draft is None or seen is None or seen == draft.revision or (page and page == draft.page):
        return False
    filled = {name: text for name, text in typed.items() if text.strip()}
    return any(draft.typed.get(name, "") != filled.get(name, "") for name in {*filled, *draft.typed})


def chosen_draft(sent: Mapping[str, str], prefix: str = "") -> str:
    """Return which of two drafts was chosen by its button, MINE or OTHER; "" for neither."""
    return next((name for name in (MINE, OTHER) if f"{prefix}{name}" in sent), "")


def save_sent(
    sent: Mapping[str, str],
    typed: dict[str, str],
    *,
    match: Match,
    by: User,
    began_from: int,
    now: datetime.datetime,
    prefix: str = "",
) -> Draft | None:
    """Save what was typed on a page as the draft, and return it; with OTHER this page's is the earlier one.

    `sent` are the fields above as the page sent them, each behind its `prefix`. Raises as `save_draft` does.
    """
    chosen = chosen_draft(sent, prefix)
    draft = save_draft(
        match=match,
        by=by,
        typed=typed,
        began_from=began_from,
        now=now,
        revision=None if chosen else whole_number(sent.get(f"{prefix}{REVISION}", "")),
        replaces=bool(chosen) or f"{prefix}{REPLACES}" in sent,
        page=writable(sent.get(f"{prefix}{PAGE}", ""))[:MAX_PAGE],
    )
    return restore_draft(match=match, by=by, now=now) if chosen == OTHER else draft


def date_question(
    date: datetime.date | None, today: datetime.date, asked: str = "Was this match played early?"
) -> str:
    """Return what to ask before confirming matches of that date; empty if it has come."""
    return f"{pub_date_year(date)} is still to come. {asked}" if date and date > today else ""


def questions_before(
    date: datetime.date | None,
    sheet: Sheet,
    today: datetime.date,
    *,
    without: Collection[int] = (),
    word: str = "table",
    form: CheckedSheet | None = None,
) -> tuple[str, ...]:
    """Return what to ask before confirming the sheet of a match of that date.

    `without` are the numbers of tables given as walkovers, of which nothing is typed; `word` is what a table
    is called. With `form` hands that do not reach the final score are asked about.
    """
    questions = [date_question(date, today)]
    tables = [table for table in sheet.tables if table.number not in without]
    if tables and not any(table.is_played for table in tables):
        all_tables = f"All {count(len(tables))} {word}s are" if len(tables) > 1 else f"The only {word} is"
        instead = "A match that nobody played is postponed, or given as a walkover."
        questions.append(f"{all_tables} marked “not played”. {instead}")
    if form:
        questions += [_rest_question(table, game, form) for table in tables for game in table.games]
    return tuple(filter(None, questions))


def nobody_named(sheet: Sheet, home: str, away: str, word: str = "table") -> str:
    """Return which tables have no name of a side, in a sentence; empty if every side has one."""
    tables = [table for table in sheet.tables if table.is_played]
    places = []
    for table in tables:
        named = [any(game.home_pair for game in table.games), any(game.away_pair for game in table.games)]
        sides = zip((home, away), named, strict=True)
        places += [f"{word} {table.number} ({name})" for name, is_named in sides if not is_named]
    if not places:
        return ""
    if len(places) == 2 * len(tables):
        return "No player is named, so it counts for none of them."
    return f"Nobody is named at {listed(places)}: it counts for none of their players."


def _rest_question(table: SheetTable, game: SheetGame, form: CheckedSheet) -> str:
    """Return what to ask of a game whose hands stop before its end: a forgotten hand is likelier."""
    played, at = score_game(game.hands, form.rules), form.layout.where(table.number, game.number)
    gap = first_gap(played)
    if gap is not None and (played.winner is not None or gap + 1 < len(game.hands)):
        return f"{at}: hand {gap + 1} is not recorded in full. Can the sheet not be read there?"
    if not game.hands or played.winner is not None:
        return ""
    stands, final = score(*played.scores), score(game.home_score or 0, game.away_score or 0)
    return (
        f"{at} stands at {stands} after hand {len(game.hands)}, and its final score is {final}. "
        "Were the other hands not recorded?"
    )
