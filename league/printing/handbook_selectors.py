"""Reads a season's handbook: database to plain values, in the same number of queries for every season."""

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from league.competition.selectors import divisions_of
from league.cups.selectors.cup_pages import RoundOnPage
from league.cups.selectors.seasons import CupOfSeason, cups_played_in
from league.honours.selectors import RollLine, roll_of_honour
from league.models import Division, Enrolment, League, Pub, RuleBook, Season
from league.models import Match as MatchRow
from league.people.names import KeptBack
from league.people.selectors import CaptainContact, captains_on_paper
from league.printing.brackets import group_tables
from league.printing.card_selectors import secretary_of
from league.printing.documents import Shown
from league.printing.drawing import board_to
from league.printing.handbooks import GRID_NAMES, WIDEST_CELL, WIDTH, grid_of
from league.printing.posters import day_and_time, usual_time
from league.printing.short_names import brief_names
from league.regulations.rule_books import game_in_words, match_in_words, regulations_in_words
from league.shared.text import bare, counted, listed
from league.standings.selectors.match_lists import MatchLine, match_lines
from league.templatetags.dates import pub_date, pub_date_year, pub_time
from league.templatetags.formatting import full_stop, points
from scoring.prose import Section


def handbook_of(
    season: Season, *, readers: Enrolment.ContactFor, today: datetime.date, site: str = ""
) -> Shown | None:
    """Return what the handbook of a season says, with the contacts these readers may have. None without a
    team.

    Names of players are as the public sees them. At most 20 queries, however large the league.
    """
    divisions = divisions_of(season)
    enrolments = _enrolments(season)
    if not enrolments:
        return None
    league = season.league
    captains = captains_on_paper(season, readers=readers)
    lines = match_lines(MatchRow.objects.filter(division__season=season))
    usual = _usual_time(lines)
    cups = cups_played_in(season)
    teams = {each.team_id: _team(each, captains.get(each.team_id)) for each in enrolments}
    names = brief_names({each.team.slug: each.team.short_name or each.team.name for each in enrolments})
    book, before = season.rule_book, _season_before(season)
    known = _sentences(before.rule_book) if before else None
    rules = (*match_in_words(book), *regulations_in_words(book))
    now = _sentences(book)
    officers = tuple(officers_of(league))
    return {
        "league": league.name,
        "season": season.name,
        "season_slug": season.slug,
        "about": league.about,
        "summary": _summary(enrolments, divisions, lines),
        "target": board_to(book.target),
        "site": site,
        "printed_on": today,
        "is_for_members": readers == Enrolment.ContactFor.MEMBERS,
        "officers": officers,
        "secretary": secretary_of(league),
        "postponing": postponing_of(book),
        "usual": f"All matches start at {pub_time(usual)} unless a time is given." if usual else "",
        "dates": _dates(lines, cups, names),
        "pubs": _pubs(enrolments, teams, lines, usual),
        "divisions": tuple(
            _division(
                division,
                number,
                [teams[each.team_id] for each in enrolments if each.division_id == division.pk],
                [line for line in lines if line.division.pk == division.pk],
            )
            for number, division in enumerate(divisions, start=1)
        ),
        "rules": _numbered(rules, known, first=1),
        "game": _numbered(game_in_words(book), known, first=1 + len(rules)),
        "rules_before": before.name if before else "",
        "left_out": tuple(text for text in known or () if text not in now),
        "cups": tuple(_cup(each, number) for number, each in enumerate(cups, start=1)),
        "honours": _honours(league),
    }


def _enrolments(season: Season) -> list[Enrolment]:
    return sorted(
        season.enrolments.select_related("team__pub", "division"),
        key=lambda each: (bare(each.team.name), each.team.slug),
    )


def _season_before(season: Season) -> Season | None:
    return (
        Season.objects.filter(league=season.league_id, starts_on__lt=season.starts_on)
        .select_related("rule_book")
        .order_by("-starts_on", "-id")
        .first()
    )


def _team(enrolment: Enrolment, captain: CaptainContact | None) -> Shown:
    return {
        "name": enrolment.team.name,
        "pub": enrolment.team.pub.name,
        "pub_anchor": f"pub-{enrolment.team.pub_id}",
        "anchor": f"team-{enrolment.team_id}",
        "captain": {"name": captain.name, "phone": captain.phone} if captain else None,
    }


# --- The cover, the officers, what to do when a match cannot be played ----------------------------
def _summary(enrolments: Sequence[Enrolment], divisions: Sequence[Division], lines: list[MatchLine]) -> str:
    size = f"{counted(len(enrolments), 'team')} in {counted(len(divisions), 'division')}"
    dates = sorted(line.date for line in lines if line.date)
    span = f"{dates[0]:%B} to {dates[-1]:%B}" if dates else ""
    when = ", ".join(filter(None, (day_and_time(dates, _usual_time(lines)), span)))
    return f"{size[:1].upper()}{size[1:]}." + (f" {when}." if when else "")


def _usual_time(lines: Iterable[MatchLine]) -> datetime.time | None:
    return usual_time(line.starts_at for line in lines)


def officers_of(league: League) -> Iterator[Shown]:
    """Yield the officers as the league lists them, one a line: “Secretary: Jo Hirst, 01924 555001”."""
    for line in league.officers.splitlines():
        office, colon, words = line.partition(":")
        if line.strip():
            yield {"office": office.strip() if colon else "", "words": (words if colon else line).strip()}


NO_RULE = "Ring the other captain, then the secretary. Agree a new date."


def postponing_of(book: RuleBook) -> tuple[str, ...]:
    """Return what the season's rules say of postponing a match, or what is always right."""
    sections = (section for section in regulations_in_words(book) if section.title == "Postponements")
    return (NO_RULE, *(sentence.text for section in sections for sentence in section.sentences))


# --- Dates, pubs, fixtures ------------------------------------------------------------------------
def _dates(
    lines: list[MatchLine], cups: Iterable[CupOfSeason], names: Mapping[str, str]
) -> tuple[Shown, ...]:
    weeks: dict[datetime.date, set[int]] = {}
    moved: list[tuple[datetime.date, str]] = []
    for line in lines:
        if line.date and line.postponed_from:
            match = f"{names[line.home.slug]} v {names[line.away.slug]}"
            moved.append((line.date, f"{match}, moved from {pub_date(line.postponed_from)}"))
        elif line.date and not line.outcome.is_play_off:
            weeks.setdefault(line.date, set()).add(line.outcome.week)
    events = {
        date: [f"Week{'s' if len(numbers) > 1 else ''} {listed(str(each) for each in sorted(numbers))}"]
        for date, numbers in weeks.items()
    }
    for date, words in moved:
        events.setdefault(date, []).append(words)
    for each in cups:
        for date, words in _cup_dates(each):
            events.setdefault(date, []).append(words)
    return tuple(
        {"date": pub_date_year(date), "events": tuple(words)} for date, words in sorted(events.items())
    )


def _cup_dates(each: CupOfSeason) -> Iterator[tuple[datetime.date, str]]:
    dated = {page.date for page in each.rounds}
    for page in each.rounds:
        if page.date:
            yield page.date, f"{each.cup.name}, {page.round.title.lower()}"
    if each.cup.finals_on and each.cup.finals_on not in dated:
        at = f", at {each.cup.finals_at.name}" if each.cup.finals_at else ""
        finals = ": finals" if each.cup.kind == each.cup.Kind.KNOCK_OUT else ""
        yield each.cup.finals_on, f"{each.cup.name}{finals}{at}"


def _pubs(
    enrolments: Iterable[Enrolment],
    teams: dict[int, Shown],
    lines: Iterable[MatchLine],
    usual: datetime.time | None,
) -> tuple[Shown, ...]:
    by_pub: dict[Pub, list[Shown]] = {}
    for each in enrolments:
        by_pub.setdefault(each.team.pub, []).append(teams[each.team_id])
    hours: dict[int, list[datetime.time | None]] = {}
    for line in lines:
        hours.setdefault(line.venue.key, []).append(line.starts_at)
    return tuple(
        {
            "name": pub.name,
            "anchor": f"pub-{pub.pk}",
            "address": ", ".join(filter(None, (pub.address, pub.postcode))),
            "lines": tuple(_about_pub(pub, usual_time(hours.get(pub.pk, ())), usual)),
            "phone": pub.phone,
            "teams": tuple(own),
        }
        for pub, own in sorted(by_pub.items(), key=lambda item: (bare(item[0].name), item[0].slug))
    )


def _about_pub(pub: Pub, start: datetime.time | None, usual: datetime.time | None) -> Iterator[str]:
    if pub.closed_on:
        yield f"Closed from {pub_date_year(pub.closed_on)}."
    if pub.formerly:
        yield f"Formerly {pub.formerly}."
    if pub.rooms:
        yield full_stop(pub.rooms)
    if pub.step_free:
        yield full_stop(f"Step-free access: {pub.step_free}")
    if start and start != usual:
        yield f"Starts at {pub_time(start)}."
    if pub.remarks:
        yield full_stop(" ".join(pub.remarks.split()))


def _division(division: Division, number: int, teams: list[Shown], lines: list[MatchLine]) -> Shown:
    usual = _usual_time(lines)
    nights = groupby(lines, key=lambda line: line.date)
    return {
        "name": division.name,
        "anchor": f"d{number}",
        "usual": f"Matches start at {pub_time(usual)} unless a time is given." if usual else "",
        "teams": tuple(teams),
        "nights": tuple(_night(date, list(on_date), usual) for date, on_date in nights),
        "grid": grid_of(len(teams), WIDTH, GRID_NAMES, WIDEST_CELL),
    }


def _night(date: datetime.date | None, lines: list[MatchLine], usual: datetime.time | None) -> Shown:
    weeks = sorted({line.outcome.week for line in lines if not line.outcome.is_play_off})
    return {
        "date": pub_date_year(date) or "No date yet",
        "note": f"week {listed(map(str, weeks))}" if weeks else "play-off",
        "fixtures": tuple(_fixture(line, usual) for line in lines),
    }


def _fixture(line: MatchLine, usual: datetime.time | None) -> Shown:
    notes = (
        pub_time(line.starts_at) if line.starts_at and line.starts_at != usual else "",
        "" if line.is_at_home else f"at {line.venue.name}",
        "play-off" if line.outcome.is_play_off else "",
        f"moved from {pub_date(line.postponed_from)}" if line.postponed_from else "",
        "void" if line.void else "",
    )
    return {
        "home": line.home.name,
        "away": line.away.name,
        "note": ", ".join(filter(None, notes)),
        "home_points": points(line.home_share.shown_halves) if line.home_share else "",
        "away_points": points(line.away_share.shown_halves) if line.away_share else "",
    }


# --- Rules ----------------------------------------------------------------------------------------
def _sentences(book: RuleBook) -> tuple[str, ...]:
    """Return the rules of a book in their order."""
    sections = (*match_in_words(book), *regulations_in_words(book), *game_in_words(book))
    return tuple(sentence.text for section in sections for sentence in section.sentences)


def _numbered(sections: Sequence[Section], known: Collection[str] | None, *, first: int) -> tuple[Shown, ...]:
    """Return sections of rules by number; changed are those that were not known before, if any were."""
    return tuple(
        {
            "number": number,
            "name": section.title,
            "anchor": f"rule-{number}",
            "rules": tuple(
                {
                    "number": f"{number}.{place}",
                    "text": sentence.text,
                    "standing": sentence.origin.words,
                    "is_changed": known is not None and sentence.text not in known,
                }
                for place, sentence in enumerate(section.sentences, start=1)
            ),
        }
        for number, section in enumerate(sections, start=first)
    )


# --- Cups and honours -----------------------------------------------------------------------------
def _cup(each: CupOfSeason, number: int) -> Shown:
    cup = each.cup
    at = f"at {cup.finals_at.name}" if cup.finals_at else ""
    return {
        "name": cup.name,
        "anchor": f"cup-{number}",
        "finals": " ".join(filter(None, (pub_date_year(cup.finals_on), at))),
        "rules": each.rules,
        "standing": each.standing,
        "groups": group_tables(each.groups),
        "rounds": tuple(map(_round, each.rounds)),
    }


def _round(page: RoundOnPage) -> Shown:
    at = f"at {page.venue.name}" if page.venue and len(page.ties) > 1 else ""
    return {
        "title": page.round.title,
        "when": " ".join(filter(None, (pub_date_year(page.date), at))),
        "ties": tuple(f"{each.tie.home.words} v {each.tie.away.words}" for each in page.ties),
    }


def _honours(league: League) -> tuple[Shown, ...]:
    return tuple(
        {
            "season": year.season_name,
            "lines": tuple(
                (line.competition, KeptBack.of(league).hide(_honour(line))) for line in year.lines
            ),
        }
        for year in roll_of_honour(league)
        if year.lines
    )


def _honour(line: RollLine) -> str:
    """Return who won, and who came second, as it was typed."""
    words = listed(holder.name for holder in line.winners)
    for place, holders in line.others:
        if place == 2:
            second = listed(holder.name for holder in holders)
            words = f"{words}; second, {second}" if words else f"second, {second}"
    return words
