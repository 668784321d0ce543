"""Folded cards as documents: a team's or a division's season, eight panels on A4 or four of A5."""

import datetime
from collections.abc import Mapping, Sequence
from itertools import product
from urllib.parse import urlsplit

from django.urls import reverse

from league.printing.card_folds import PAPERS, CardPaper, Panels, Sheets, card_sheets, fold_marks
from league.printing.card_sections import (
    BETWEEN,
    CODE,
    HEADING,
    SPARE,
    counting_section,
    cover,
    grounds_sections,
    nights_section,
    notes_section,
    team_sections,
    week_sections,
)
from league.printing.codes import codes_alone
from league.printing.documents import Document, Shown
from league.printing.drawing import MARK, Drawing, board_to, mark
from league.printing.fixture_documents import public_address
from league.printing.other_nights import OtherNight, in_order, matches_elsewhere, moved_matches
from league.printing.posters import when_played
from league.scheduling.selectors.fixtures import FixtureList
from scoring.seats import AWAY, HOME

CAPTAIN, SECRETARY = "Captain", "Secretary"
MOST_TEAM_PANELS, WEEK_PANELS = 3, (4, 5)

# Panels for grounds, rules and other nights.
ONE_EACH = 3

# What the contacts take below the front of a large card, in mm.
CONTACTS = 98.0


Cards = Sequence[tuple[FixtureList, Shown]]


def folded_cards(
    cards: Cards, *, printed_on: datetime.date, paper_name: str = "wallet", site: str = ""
) -> Document:
    """Return a card of each list with its facts: a team's own, or a division's where the list has no team.

    `paper_name` is "wallet" or "a5"; `site` is where the league is public, if known.
    """
    first, _ = cards[0]
    paper = PAPERS[paper_name]
    return Document(
        title=f"Folded card: {_named(first)}, {first.season}, {first.league}",
        filename=f"{'-'.join(_file_parts(cards, paper))}.pdf",
        template="printing/folded_cards.html",
        context={
            "paper": paper,
            "cards": [_sheets(fixtures, facts, paper, printed_on, site) for fixtures, facts in cards],
        },
        follows_from=(tuple(cards), printed_on, paper_name, site),
        drawings={
            "drawing:folds": fold_marks(paper),
            "drawing:home": _side_mark(HOME),
            "drawing:away": _side_mark(AWAY),
            **codes_alone((_address(fixtures, site) for fixtures, _ in cards), CODE),
        },
    )


def _side_mark(side: int) -> Drawing:
    """Return the mark of home or away by itself."""
    edge = 2 * MARK
    return Drawing(shapes=mark(side, MARK, MARK), width=edge, height=edge)


def _named(fixtures: FixtureList) -> str:
    return fixtures.team.name if fixtures.team else fixtures.division


def _file_parts(cards: Cards, paper: CardPaper) -> list[str]:
    first, _ = cards[0]
    own = first.team.slug if first.team else first.division_slug
    every = "all-teams" if first.team else "all-divisions"
    parts = ["folded-card", own if len(cards) == 1 else every, first.season_slug]
    return parts if paper.name == "wallet" else [*parts, paper.name]


def _address(fixtures: FixtureList, site: str) -> str:
    """Return the public page of the card: its team's, else its division's; empty without a site."""
    if not site or not fixtures.league_slug or not fixtures.team:
        return public_address(fixtures, site)
    return site + reverse("team", args=[fixtures.league_slug, fixtures.team.slug])


def _sheets(
    fixtures: FixtureList, facts: Shown, paper: CardPaper, printed_on: datetime.date, site: str
) -> Sheets:
    own = fixtures.team.name if fixtures.team else ""
    captain = next((captain for captain in facts["captains"] if captain.team == own), None)
    contacts = {
        "template": "printing/_card_contacts.html",
        "captain": captain,
        "secretary": facts["secretary"],
        "to_write": (
            *([CAPTAIN] if fixtures.team and captain is None else []),
            *([] if facts["secretary"] else [SECRETARY]),
        ),
        "due": facts["due"],
        "code": _address(fixtures, site),
        "site": urlsplit(site).netloc,
        "printed_on": printed_on,
        "number": fixtures.number,
    }
    make = _wallet if paper.name == "wallet" else _a5
    return card_sheets(make(fixtures, facts, contacts, paper), paper)


def _front(fixtures: FixtureList, paper: CardPaper, taken: float = 0) -> Shown:
    own = fixtures.team is not None
    when = when_played(fixtures)
    return cover(
        _named(fixtures),
        (fixtures.division, f"fixtures {fixtures.season}") if own else (f"Fixtures {fixtures.season}",),
        tuple(filter(None, (when[:1].upper() + when[1:], fixtures.league))),
        board_to(fixtures.target),
        paper,
        taken,
    )


def _rest_on_front(panels: Panels, known: Sequence[OtherNight], paper: CardPaper) -> Panels:
    """Return the panels of a card, with its last nights on the front if no other panel has room."""
    (front,), *others = panels
    more = sum(section.get("more", 0) for panel in others for section in panel)
    bare = {**front, "target": None, "height": front["height"] - (paper.board if front["target"] else 0)}
    for first in (front, bare):
        rest = nights_section(known[-more:], "", paper, room=paper.depth - first["height"] - BETWEEN)
        if not rest["more"]:
            break
    if not more or not rest["entries"]:
        return panels
    return [(first, rest), *(tuple({**section, "more": 0} for section in panel) for panel in others)]


def _nights(fixtures: FixtureList, facts: Shown, names: Mapping[str, str]) -> tuple[OtherNight, ...]:
    return in_order([*facts["nights"], *moved_matches(fixtures, names), *matches_elsewhere(fixtures, names)])


def _wallet(fixtures: FixtureList, facts: Shown, contacts: Shown, paper: CardPaper) -> Panels:
    """Return eight panels: the fixtures first, then whom to ring, the grounds, the rules, other nights."""
    matches, names = _matches(fixtures, paper, MOST_TEAM_PANELS, WEEK_PANELS)
    known = _nights(fixtures, facts, {} if fixtures.team else names)
    nights = nights_section(known, facts["postponing"], paper)
    left = len(paper.places) - 2 - len(matches)
    panels: Panels = [(_front(fixtures, paper),), *((section,) for section in matches), (contacts,)]
    if left == 1:
        return _rest_on_front(_crowded(panels, fixtures, facts, names, paper), known, paper)
    grounds_on = grounds_sections(fixtures, names, paper, 2 if left > ONE_EACH else 1)
    if left == ONE_EACH and grounds_on[0]["is_brief"]:  # whole grounds are worth more than the rules
        grounds_on = grounds_sections(fixtures, names, paper, 2)
    panels += [(section,) for section in grounds_on]
    if left > len(grounds_on) + 1:
        panels.append((counting_section(facts, paper),))
    while nights["more"] and len(panels) < len(paper.places) - 1:
        panels.append(({**nights, "more": 0},))
        known = known[len(nights["entries"]) :]
        nights = nights_section(known, "", paper)
    panels = _rest_on_front([*panels, (nights,)], known, paper)
    return panels + [(notes_section(paper),)] * (len(paper.places) - len(panels))


def _a5(fixtures: FixtureList, facts: Shown, contacts: Shown, paper: CardPaper) -> Panels:
    """Return four panels: front and contacts, the fixtures inside, the rest on the back."""
    matches, names = _matches(fixtures, paper, 1, (2,))
    front = (_front(fixtures, paper, CONTACTS), contacts)
    if len(matches) > 1:
        return [front, *((section,) for section in matches), _together(fixtures, facts, names, paper)]
    nights = nights_section(
        _nights(fixtures, facts, {}), facts["postponing"], paper, room=paper.depth / 2, largest=11
    )
    rules = counting_section(facts, paper, BETWEEN + nights["height"])
    return [front, (matches[0],), tuple(grounds_sections(fixtures, names, paper)), (rules, nights)]


def _matches(
    fixtures: FixtureList, paper: CardPaper, most_panels: int, of_weeks: Sequence[int]
) -> tuple[Sequence[Shown], Mapping[str, str]]:
    """Return the matches of a team or a division, and the names by which the card calls the teams."""
    if fixtures.team:
        names = {team.slug: team.name for team in fixtures.teams}
        return team_sections(fixtures, paper, most_panels), names
    return week_sections(fixtures, paper, of_weeks, columns=paper.columns)


def _crowded(
    panels: Panels, fixtures: FixtureList, facts: Shown, names: Mapping[str, str], paper: CardPaper
) -> Panels:
    """Return the panels of a card with one left: other nights below the last weeks, or below the grounds."""
    together = _together(fixtures, facts, names, paper)
    *before, (weeks,), contacts = panels
    room = paper.depth - weeks.get("height", paper.depth) - BETWEEN
    if room > 2 * HEADING:
        nights = nights_section(_nights(fixtures, facts, names), "", paper, room=room, largest=9.2)
        if len(nights["entries"]) >= len(together[-1]["entries"]):
            return [*before, (weeks, nights), contacts, tuple(grounds_sections(fixtures, names, paper))]
    return [*panels, together]


def _together(
    fixtures: FixtureList, facts: Shown, names: Mapping[str, str], paper: CardPaper
) -> tuple[Shown, ...]:
    """Return the grounds and the other nights on one panel, in type as like as there is room."""
    known = _nights(fixtures, facts, names)
    for may_be_brief, size in product((False, True), paper.text_sizes):
        nights = nights_section(known, facts["postponing"], paper, room=paper.depth * 0.6, largest=size)
        taken = BETWEEN + nights["height"]
        (grounds,) = grounds_sections(fixtures, names, paper, taken=taken, largest=size)
        is_whole = not nights["more"] and (may_be_brief or not grounds["is_brief"])
        if is_whole and grounds["height"] + taken <= paper.depth - SPARE:
            return (grounds, nights)
    nights = nights_section(known, "", paper, room=paper.depth / 3)
    return (*grounds_sections(fixtures, names, paper, taken=BETWEEN + nights["height"]), nights)
