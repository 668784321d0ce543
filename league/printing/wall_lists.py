"""Lists to hang up and forms to hand out: averages, contacts, registration, labels."""

import datetime
from collections.abc import Sequence

from league.models import Division, Enrolment, Season, Team
from league.people.pages.players import players_of_league, ranked
from league.people.selectors import captains_on_paper
from league.printing.card_selectors import due_of
from league.printing.documents import Document, Shown
from league.printing.drawing import lines_in
from league.printing.handbook_selectors import officers_of, postponing_of
from league.regulations.sentences import in_words
from league.scheduling.requests.fields import KINDS
from league.shared.text import bare, counted, listed
from league.templatetags.formatting import signed

# A label of 63.5 by 38.1 mm, 21 on A4: the room for words (mm), sizes of type (points), a line for a point.
LABEL_ROOM, LABEL_HEIGHT, LABEL_SIZES, LABEL_LINE = 55.0, 33.0, (11, 10, 9, 8, 7, 6), 0.45


# How high a line to write on is (mm): as high as leaves the form on one page.
LINES = (17, 15, 13.5, 12, 11, 10, 9, 8, 7.5, 7)
# The type of a list (points): the largest that leaves it on a page, the least where it has more rows.
LIST_SIZES, ROWS_OF_PAGE = (16, 14, 12, 10.5), 40


def averages(season: Season, divisions: Sequence[Division], *, printed_on: datetime.date) -> Document | None:
    """Return the players of each division by what they have won; None before anybody has played.

    Names are as the public sees them; whoever is hidden is left out.
    """
    papers = []
    for division in divisions:
        players, least = ranked(
            players_of_league(season.league, season=season, to_secretary=False, division=division)
        )
        rows = tuple(
            (
                str(player.place),
                player.line.name,
                ", ".join(team.short_name or team.name for team in player.line.teams),
                str(player.tally.played),
                str(player.tally.won),
                f"{100 * player.tally.won / player.tally.played:.0f}",
                signed(player.tally.difference),
            )
            for player in players
            if player.place
        )
        if rows:
            heads = ("", "Player", "Team", "Played", "Won", "%", "Points +/\N{MINUS SIGN}")
            note = f"Placed from {counted(least, 'game')}; who is level shares a place."
            section = {"title": division.name, "heads": heads, "rows": rows, "figures_from": 3, "note": note}
            papers.append([section])
    return _list("Players", "averages", season, papers, printed_on) if papers else None


def contacts(season: Season, *, readers: Enrolment.ContactFor, printed_on: datetime.date) -> Document | None:
    """Return the officers, and the captains who agreed to stand on paper for these readers.

    None where there is nobody. Teams without a captain on it are named once. Below stands what to ring about.
    """
    enrolments = season.enrolments.select_related("team")
    teams = sorted((each.team for each in enrolments), key=lambda team: (bare(team.name), team.slug))
    known = captains_on_paper(season, readers=readers)
    officers = tuple((each["office"], each["words"]) for each in officers_of(season.league))
    captains = tuple(
        (team.name, known[team.pk].name, known[team.pk].phone) for team in teams if team.pk in known
    )
    others = [team.name for team in teams if team.pk not in known]
    note = f"Ask the secretary for {listed(others)}." if others else ""
    if not officers and not captains:
        return None
    due = due_of(season.rule_book.season_regulations())
    when = (
        ("A match cannot be played", " ".join(postponing_of(season.rule_book)[:2])),
        *([("The result", f"The secretary has it {due}.")] if due else []),
    )
    parts = (("Officers", officers), ("Captains", captains), ("When to ring", when))
    sections = [{"title": title, "rows": rows, "figures_from": 2} for title, rows in parts if rows]
    return _list("Who to ring", "contacts", season, [sections], printed_on, note)


def has_anybody_to_ring(season: Season) -> bool:
    """Say whether an officer or a captain stands on the list that the secretary prints."""
    captains = captains_on_paper(season, readers=Enrolment.ContactFor.MEMBERS)
    return bool(captains) or any(officers_of(season.league))


def _list(
    title: str,
    name: str,
    season: Season,
    papers: Sequence[Sequence[Shown]],
    printed_on: datetime.date,
    note: str = "",
) -> Document:
    """Return lists of tables, each on a paper of its own; they are set from these values alone.

    The first `figures_from` columns of a section are words, the others figures.
    """
    return _of_season(
        title,
        name,
        season,
        "wall_list",
        {
            "title": title,
            "season": season.name,
            "league": season.league.name,
            "papers": tuple(papers),
            "printed_on": printed_on,
            "note": note,
        },
        *(
            LIST_SIZES[-1:] if sum(len(each["rows"]) for each in sections) > ROWS_OF_PAGE else LIST_SIZES
            for sections in papers
        ),
    )


def _of_season(
    title: str, name: str, season: Season, template: str, context: Shown, *sizes: Sequence[float]
) -> Document:
    """Return a document of a season; with sizes for each of its papers in the largest that fits."""
    return Document(
        title=f"{title}, {season.name}, {season.league.name}",
        filename=f"{name}-{season.slug}.pdf",
        template=f"printing/{template}.html",
        context=context,
        sizes=sizes,
    )


def registration_form(season: Season, team: Team | None) -> Document:
    """Return an empty form for a new player, a transfer or a return, with the season's rules of it."""
    rules = tuple(in_words(season.rule_book.season_regulations(), ("people", "ineligible_player")))
    form = {**_form(season, team), "rules": rules}
    return _of_season("Registration and transfer", "registration", season, "registration_form", form, LINES)


def requests_form(season: Season, team: Team | None) -> Document:
    """Return an empty form for what a pub or team needs from the fixtures, in the order of the page."""
    kinds = tuple((kind.title, kind.hint.partition(";")[0]) for kind in KINDS.values() if kind.title)
    form = {**_form(season, team), "kinds": kinds}
    title = "What we need from the fixtures"
    return _of_season(title, "requests", season, "requests_form", form, LINES)


def _form(season: Season, team: Team | None) -> Shown:
    """Return what every form says: whose it is, and who it is for."""
    return {
        "league": season.league.name,
        "season": season.name,
        "team": team.name if team else "",
        "send_to": season.league.sheets_to,
    }


def address_labels(season: Season) -> Document | None:
    """Return a label for the captain of every team at its pub, 21 to a sheet; None without an address."""
    enrolments = season.enrolments.select_related("team__pub")
    labels = tuple(
        _label(("The captain", each.team.name, *_place(each.team)))
        for each in sorted(enrolments, key=lambda each: (bare(each.team.name), each.team.slug))
        if each.team.pub.address or each.team.pub.postcode
    )
    if not labels:
        return None
    return _of_season("Address labels", "address-labels", season, "address_labels", {"labels": labels})


def _place(team: Team) -> tuple[str, ...]:
    pub = team.pub
    name = pub.name if bare(pub.name) != bare(team.name) else ""
    return tuple(words for words in (name, *pub.address.split(", "), pub.postcode) if words)


def _label(lines: tuple[str, ...]) -> tuple[tuple[str, ...], float]:
    """Return the lines of a label and the largest type in which they stand on it (points)."""
    for size in LABEL_SIZES:
        high = sum(lines_in(line, LABEL_ROOM, size, weight=600) for line in lines) * size * LABEL_LINE
        if high <= LABEL_HEIGHT:
            break
    return lines, size
