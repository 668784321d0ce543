"""Live pages: a match, a team, the matches of the night, and the boards for a pub's television."""

import datetime
from dataclasses import replace

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render

from league.accounts.access import for_anybody, for_public
from league.competition.selectors import all_leagues, night_of
from league.cups.selectors.cups import cup_at
from league.cups.selectors.draw_nights import shown_draw
from league.installation.page_cache import (
    Within,
    code_stamp,
    same_for_everybody,
    same_until_logged,
    within_match,
)
from league.live.nights import coming_night, last_night, matches_of_pub, night_board
from league.live.pages import draw_page, list_page, match_page, night_page, quiet_page
from league.live.parts import LivePage, page_changes, parse_versions
from league.live.tables import BoardMatch, match_board
from league.models import Cup, League, Match, Pub, Team
from league.results.log import SIDE_PLACES
from league.results.selectors.entry import matches_in
from league.results.selectors.log import log_of
from league.results.selectors.names import roster_of
from league.results.selectors.nights import movement_of_night, movement_of_tonight
from league.shared.revisions import KnownByRevision, reads_committed
from league.standings.selectors.match_lists import MatchLine, match_lines

# Matches of tonight whose sides, rules and rulings each process knows.
_known_matches = KnownByRevision[tuple[Match, MatchLine]](most=2048)

# More pubs than share the first words of their names.
MOST_ALIKE = 50
# No night has a thousand pages.
PAGE_FIGURES = 4


def _no_movement(league: League, **_: object) -> str:
    """A draw is shown by the revision of its league."""
    return ""


@for_public
@same_until_logged
def live_match(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Show a match while it is played: its tables, who sits at them, what it stands at."""
    board, date = _board(request, league, match_id)
    return _shown(request, match_page(league, board, date))


@for_public
@same_for_everybody(movement_of_night)
def live_night(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """Show the board of a night.

    Query: `division` and `pub` are slugs; `page` is a number, where there are many matches.
    """
    division, pub = request.GET.get("division", ""), request.GET.get("pub", "")
    board = night_board(league, date, division=division, pub=pub, page=_page(request))
    text = "".join(
        f"&{name}={value}" for name, value in (("division", division), ("pub", pub)) if _is_address(value)
    )
    page = night_page(league, board, today=night_of(league), query=text)
    nothing = {"date": date, "query": text}
    return _shown(request, page, board=board, **nothing)


@for_public
@same_for_everybody(movement_of_tonight)
def live_list(request: HttpRequest, league: League) -> HttpResponse:
    """Show the matches of tonight in a list for phones; on other days when the next are played."""
    board = night_board(league, night_of(league), is_paged=False)
    coming = None if board.matches else coming_night(_matches_of(league), board.date)
    return _shown(request, list_page(league, board, coming))


@for_public
@same_for_everybody(movement_of_tonight)
def live_team(request: HttpRequest, league: League, team_slug: str) -> HttpResponse:
    """Show the match of a team while it is played; before and after, when the next one is."""
    team = Team.objects.filter(league=league, slug=team_slug).first()
    if team is None:
        raise Http404(f"{league} has no team {team_slug}.")
    date = night_of(league)
    matches = _matches_of(league).filter(Q(home=team) | Q(away=team))
    public_id = matches.filter(date=date).values_list("public_id", flat=True).first()
    if public_id:
        return _shown(request, match_page(league, _board(request, league, public_id)[0], date))
    return _shown(request, quiet_page(league, team.name, coming_night(matches, date)))


@for_public
@same_for_everybody(movement_of_tonight)
def television(request: HttpRequest, league: League, pub_slug: str = "") -> HttpResponse:
    """Show tonight's board on a television, a pub's own matches first.

    On other days the results of the last night, for a week, and then what comes next.
    """
    pub = _pub(league, pub_slug) if pub_slug else None
    date = night_of(league)
    board = night_board(league, date, pub=pub.slug if pub else "", page=_page(request))
    if board.matches and (pub is None or board.has_own):
        page = night_page(league, board, today=date)
        return _shown(request, page, board=board, is_kiosk=True)
    matches = _matches_of(league) if pub is None else matches_of_pub(league, pub.slug)
    past = last_night(matches, date)
    board = night_board(league, past or date, pub=pub.slug if pub else "", page=_page(request))
    has_results = bool(past and board.finished)
    if has_results and _page(request) <= board.pages:
        page = night_page(league, replace(board, pages=board.pages + 1), today=date)
        return _shown(request, page, board=board, is_kiosk=True)
    coming, title = coming_night(matches, date), league.name if pub is None else pub.name
    page = quiet_page(league, title, coming, next_page="?page=1" if has_results else "")
    return _shown(request, page, is_kiosk=True)


@for_public
@same_for_everybody(_no_movement)
def draw_night(request: HttpRequest, league: League, cup_slug: str) -> HttpResponse:
    """Show the draw of a cup on a television, one ball after the other as the secretary shows them."""
    cup = cup_at(league, cup_slug)
    if cup is None or cup.kind != Cup.Kind.KNOCK_OUT:
        raise Http404(f"{league} has no cup {cup_slug}.")
    cup.season.league = league
    return _shown(request, draw_page(league, shown_draw(cup, page=_page(request))), is_kiosk=True)


@for_anybody
def short_television(request: HttpRequest, pub_slug: str = "") -> HttpResponse:
    """Lead from an address short enough for a remote control to the board of the only league."""
    leagues = all_leagues()
    if len(leagues) != 1:
        return redirect("front-page")
    if pub_slug:
        return redirect("pub-television", leagues[0].slug, pub_slug)
    return redirect("television", leagues[0].slug)


def _pub(league: League, slug: str) -> Pub:
    """Return the pub of that address, or the only one whose address begins like that."""
    pubs = list(league.pubs.filter(slug__startswith=slug)[:MOST_ALIKE])
    exact = [pub for pub in pubs if pub.slug == slug]
    found = exact or pubs
    if len(found) != 1:
        raise Http404(f"{league} has no pub {slug}.")
    return found[0]


def _matches_of(league: League) -> QuerySet[Match]:
    return Match.with_ties.filter(division__season__league=league)


def _board(request: HttpRequest, league: League, match_id: str) -> tuple[BoardMatch, datetime.date | None]:
    """Return a match as it is watched, with its date.

    One query while its division is as it was, and one more where no stamp has asked which that is.
    """
    within = getattr(request, "page_within", None) or within_match(league, match_id)
    if within is None:
        raise Http404(f"{league} has no match {match_id}.")
    match, line = _match_and_line(league, within)
    entries = log_of(match)
    # Everybody who is registered is read only where a phone has named somebody.
    roster = roster_of(match) if any(entry.place.name in SIDE_PLACES for entry in entries) else None
    revision = league.revision_of(within.division)[0] if reads_committed() else None
    return match_board(match, line, entries, roster, revision=revision), match.date


def _match_and_line(league: League, within: Within) -> tuple[Match, MatchLine]:
    revision = league.revision_of(within.division)
    known = _known_matches.find((league.pk, within.match), revision)
    if known is None or not reads_committed():
        # Its whole night at once: a result changes what is known of each.
        date = Match.with_ties.filter(public_id=within.match).values("date")
        its_night = Q(division=within.division, date__in=date)
        matches = matches_in(league, Q(public_id=within.match) | its_night)
        lines = match_lines(Match.with_ties.filter(pk__in=[match.pk for match in matches]))
        of_id = {line.public_id: line for line in lines}
        night = {
            match.public_id: (match, of_id[match.public_id]) for match in matches if match.public_id in of_id
        }
        if reads_committed():
            for public_id, match_and_line in night.items():
                _known_matches.add((league.pk, public_id), revision, match_and_line)
        if within.match not in night:
            raise Http404(f"{league} has no match {within.match}.")
        known = night[within.match]
    return known


def _page(request: HttpRequest) -> int:
    page = request.GET.get("page", "")
    return int(page) if page.isascii() and page.isdigit() and len(page) < PAGE_FIGURES else 1


def _is_address(value: str) -> bool:
    return bool(value) and value.replace("-", "").replace("_", "").isalnum() and value.isascii()


def _shown(request: HttpRequest, page: LivePage, **context: object) -> HttpResponse:
    """Show the page; with `?have=` and the versions a screen has, only what has changed, as JSON."""
    if "have" in request.GET:
        return JsonResponse(page_changes(page, parse_versions(request.GET["have"]), code_stamp()))
    return render(request, "live/page.html", {"page": page, "code": code_stamp(), **context})
