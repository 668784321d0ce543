"""The score sheet of a cup tie: the league's own form under the cup's name, the round and the tie.

It has no code: a tie is not entered hand by hand, so that a square would lead nowhere. It says instead where
its total goes.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.text import slugify

from league.cups.selectors.cup_pages import CupOnPage, RoundOnPage
from league.cups.selectors.cups import AND
from league.cups.selectors.tie_pages import TieOnPage
from league.printing.documents import Document, score_sheets
from league.printing.forms_on_paper import MatchOnPaper, SheetMatch, sheet_form
from league.printing.selectors import Numbered, squads_of
from league.shared.text import counted

SEND = "Both captains sign. Then send the total of both sides to the secretary, and keep this sheet."


def open_ties(page: CupOnPage, round_number: int | None = None) -> tuple[tuple[RoundOnPage, TieOnPage], ...]:
    """Return the ties that can be played or are being played, of one round or of all."""
    return tuple(
        (each, tie)
        for each in page.rounds
        if round_number in (None, each.round.number)
        for tie in each.ties
        if tie.tie.is_open
    )


def tie_sheets(
    pages: Sequence[tuple[CupOnPage, Sequence[tuple[RoundOnPage, TieOnPage]]]],
    *,
    to_secretary: bool = False,
    is_large: bool = False,
) -> Document | None:
    """Return the sheet of each of these ties. None without any. One query for each cup of teams."""
    matches = [
        match for page, ties in pages for match in ties_on_paper(page, ties, to_secretary=to_secretary)
    ]
    if not matches:
        return None
    # One table has a page for itself.
    is_large = is_large or not any(any(tie.teams) for _, ties in pages for _, tie in ties)
    names = {page.cup.name: None for page, ties in pages if ties}
    titles = {each.round.title: None for _, ties in pages for each, _ in ties}
    meeting = matches[0].meeting
    if len(matches) == 1 and meeting:
        what = f"{meeting.home} v {meeting.away}, {next(iter(names))}"
    else:
        what = f"{next(iter(names)) if len(names) == 1 else 'Cups'}, {counted(len(matches), 'tie')}"
        what = f"{next(iter(names))}, {next(iter(titles))}" if len(names) == len(titles) == 1 else what
    return score_sheets(
        matches,
        title=f"Score sheets: {what}",
        filename=f"score-sheets-{slugify(what)}.pdf",
        is_large=is_large,
    )


def ties_on_paper(
    page: CupOnPage, ties: Sequence[tuple[RoundOnPage, TieOnPage]], *, to_secretary: bool
) -> list[MatchOnPaper]:
    """Return these ties as their sheets need them, with the players this reader may see."""
    season = page.cup.season
    form = sheet_form(season.rule_book)
    # Two pairs sit at one table, and at no other.
    of_pairs = replace(
        form, games=form.games[:1], race_to=None, table_won=0, game_won=0, aggregate=0, match_won=0
    )
    teams = {team.pk for _, tie in ties for team in tie.teams if team}
    squads = squads_of({season.pk}, teams) if teams else {}

    def named(tie: TieOnPage, side: int) -> tuple[str, ...]:
        """Return a team's players, or the two of a pair."""
        if team := (tie.home_team, tie.away_team)[side]:
            return squads.get((season.pk, team.pk), Numbered()).names(to_secretary=to_secretary)
        entrant = (tie.tie.home, tie.tie.away)[side].entrant
        return tuple(entrant.name.split(AND)) if entrant else ()

    return [
        MatchOnPaper(
            form=form if any(tie.teams) else of_pairs,
            league=season.league.name,
            season=season.name,
            meeting=_meeting(page, each, tie),
            squads=(named(tie, 0), named(tie, 1)),
            send=SEND,
        )
        for each, tie in ties
    ]


def _meeting(page: CupOnPage, each: RoundOnPage, on_page: TieOnPage) -> SheetMatch:
    tie = on_page.tie
    what = _next_match(on_page)
    title = each.round.title
    where = on_page.venue.name if on_page.venue else ""
    start = f"start {tie.start[0]}–{tie.start[1]}" if tie.start and any(tie.start) else ""
    number = f"tie {tie.called}" if tie.called and len(each.round.lines) > 1 else ""
    round_name = title.removesuffix("s") if title.endswith("finals") else title
    parts = (page.cup.name, round_name[0].lower() + round_name[1:], number, what, start)
    home, away = tie.home.words, tie.away.words
    return SheetMatch(
        home=home,
        away=away,
        home_slug=slugify(home),
        away_slug=slugify(away),
        venue=where,
        division=page.cup.name,
        week=tie.round,
        occasion=", ".join(filter(None, parts)),
        date=on_page.date,
        starts_at=on_page.starts_at,
    )


def _next_match(on_page: TieOnPage) -> str:
    """Return what of a tie is played next.

    The sides stand as they were drawn also where the second is at home: so their figures are entered.
    """
    tie, result = on_page.tie, on_page.tie.result
    if result is None or len(result.legs) < tie.legs:
        return ("second leg" if on_page.is_second_leg else "first leg") if tie.legs > 1 else ""
    return "deciding game" if tie.verdict.next_leg is None else "replay"
