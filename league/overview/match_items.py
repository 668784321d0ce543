"""Questions of the inbox about one match: a dispute, a player to check; with what each decision changes."""

import datetime

from league.inbox.models import Decision
from league.matches.outcomes import AtFault, Pair
from league.models import League, Match, Side
from league.overview.inbox_items import Choice, InboxItem, short_name, to_page
from league.regulations.selectors.ineligible import PlayerToCheck
from league.results.selectors.agreement import ScoreRow, SignedSheet, SignedSheets
from league.shared.text import ordinal
from league.standings.selectors.effects import EffectsOf, ResultEffect, TeamPlace
from league.templatetags.dates import pub_date
from league.templatetags.formatting import full_stop, points

Kind = Decision.Kind
AWARDED = "The other side wins the table."


def dispute_item(
    league: League, match: Match, sheets: SignedSheets | None, effects: EffectsOf | None
) -> InboxItem:
    """Return the question of a dispute: which signed sheet counts, or whether the result stays.

    `match` is one of `disputed_matches`.
    """
    facts = f"{full_stop(match.disputed_because)} {match.division}, {pub_date(match.date) or 'no date'}."
    if sheets is None:
        opened = match.open_dispute  # type: ignore[attr-defined]  # annotated by `disputed_matches`
        return InboxItem(
            key=f"dispute-{match.public_id}",
            kind=Kind.DISPUTE,
            question="Dispute: which result counts?",
            match=match,
            about=match.public_id,
            seen=str(opened or 0),
            facts=facts,
            choices=_entered(league, match, effects),
            is_trouble=True,
        )
    row = _only_difference(sheets)
    question = "Dispute: which sheet counts?"
    if row:
        table_word = match.division.season.rule_book.table_word
        question = f"Dispute: which score counts for {table_word} {row.table}?"
        home, away = (_score(score) for score in row.scores)
        facts = f"Home sheet says {home}, away sheet {away}. {facts}"
    # One sheet and an objection to it: the other version is what the objection proposes.
    compared = "match-dispute" if len(sheets.sheets) == 1 else "match-reports"
    beside = "Hands, names and photographs side by side."
    return InboxItem(
        key=f"dispute-{match.public_id}",
        kind=Kind.SHEET,
        question=question,
        match=match,
        about=match.public_id,
        seen=str(sheets.latest_version),
        facts=facts,
        sheets=None if row else sheets,
        choices=(
            *(_sheet(match, sheet, row, effects) for sheet in sheets.sheets),
            to_page(league, "Compare sheets", beside, compared, match.public_id),
        ),
        is_trouble=True,
    )


def flooded_item(league: League, match: Match, entries: int) -> InboxItem:
    """Return the hint that a phone sent more than a match needs, until it is set aside or two weeks pass."""
    shows = "Shows what each phone sent. One phone’s entries can be set aside."
    return InboxItem(
        key=f"log-{match.public_id}",
        kind="log",
        question="Unusual number of entries from one phone",
        match=match,
        facts=f"{entries} entries. {match.division}, {pub_date(match.date) or 'no date'}.",
        choices=[to_page(league, "Check log", shows, "match-log", match.public_id)],
        is_trouble=True,
    )


def _only_difference(sheets: SignedSheets) -> ScoreRow | None:
    """Return the game in which two sheets differ, if it is one and each has a score."""
    differing = [row for row in sheets.rows if row.differs]
    is_one = len(sheets.sheets) == 2 and len(differing) == 1 and all(differing[0].scores)
    return differing[0] if is_one else None


def _score(score: Pair | None) -> str:
    return f"{score[0]}–{score[1]}" if score else ""


def _sheet(match: Match, sheet: SignedSheet, row: ScoreRow | None, effects: EffectsOf | None) -> Choice:
    whose = "home" if sheet.side == Side.HOME else "away"
    label = f"Use {_score(sheet.scores[row.table, row.game])}" if row else f"Use {whose} sheet"
    effect = effects.with_result(sheet.tables) if effects else None
    becomes = _result_words(match, effect) if effect else f"The result is {sheet.words}."
    return Choice(label, becomes, f"sheet-{sheet.version}", needs_reason=True)


def _entered(league: League, match: Match, effects: EffectsOf | None) -> tuple[Choice, ...]:
    if effects and not effects.outcome.has_card:
        stays = "No result is entered yet."
    else:
        stays = f"{_points(effects.as_it_stands()) if effects else 'The result'} counts as it is entered."
    return (
        Choice("Close dispute", stays, "close", needs_reason=True),
        to_page(league, "Correct result", "Opens the sheet, then close it.", "match-entry", match.public_id),
    )


def player_item(
    league: League, player: PlayerToCheck, effects: EffectsOf | None, *, on: datetime.date
) -> InboxItem:
    """Return the question about a player the rules object to: award the table, or accept them."""
    match, table_word = player.match, player.match.division.season.rule_book.table_word
    tables = [table for table in player.tables if not table.is_ruled_on]
    stays = _result_words(match, effects.as_it_stands()) if effects else "The result stays as it is."
    awards = (
        to_page(
            league,
            f"Award {table_word} {table.number}",
            f"{full_stop(player.penalty or AWARDED)} {_awarded(player, table.number, effects, on)} "
            "You see it before you save it.",
            "match-walkover",
            match.public_id,
            query=f"?{table.question}",
        )
        for table in tables[:1]
    )
    findings = " ".join(f"{finding.sentence} {finding.rule}".strip() for finding in player.findings)
    numbers = ", ".join(str(table.number) for table in tables)
    where = f"{table_word}{'' if len(tables) == 1 else 's'} {numbers}"
    other = "Opens the sheet, if somebody else played."
    return InboxItem(
        key=f"player-{match.public_id}-{'-'.join(player.key)}",
        kind=Kind.PLAYER,
        question="Not eligible: does the result count?" if player.is_breach else "Check a player",
        match=match,
        about="|".join((match.public_id, *player.key)),
        facts=f"{player.called} for {player.team}, {where}. {findings}",
        choices=(
            *awards,
            Choice("Accept player", f"{stays} Your reason is recorded.", "accept", needs_reason=True),
            to_page(league, "Correct name", other, "match-entry", match.public_id),
        ),
        is_trouble=player.is_breach,
    )


def _awarded(player: PlayerToCheck, table: int, effects: EffectsOf | None, on: datetime.date) -> str:
    if effects is None:
        return ""
    return _result_words(player.match, effects.with_table_awarded(table, AtFault(player.side.value), on=on))


def _result_words(match: Match, effect: ResultEffect) -> str:
    """Return what a match gives by a decision and where both teams stand then."""
    result = _points(effect) if effect.home and effect.away else "It counts for nobody"
    home, away = _place(effect.home_place), _place(effect.away_place)
    return f"{result}; {short_name(match.home)} {home}, {short_name(match.away)} {away}."


def _points(effect: ResultEffect) -> str:
    return "–".join(points(share.half_points) for share in (effect.home, effect.away) if share)


def _place(place: TeamPlace) -> str:
    return f"joint {ordinal(place.place)}" if place.is_shared else ordinal(place.place)
