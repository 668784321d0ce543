"""What a pub's own website shows of a league in a frame: the only pages that may stand in one."""

import functools

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt

from league.accounts.access import View, for_public
from league.competition.selectors import league_today, night_of, top_division
from league.installation.page_cache import same_for_everybody, same_until_changed
from league.live.nights import coming_night, night_board
from league.models import Division, League, Match
from league.results.selectors.nights import movement_of_tonight
from league.standings.selectors.lines import standings_lines
from league.standings.selectors.match_lists import MatchLine, match_lines
from league.standings.selectors.standings import division_table

# Any site may frame these pages; they run and send nothing.
FRAME_POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors *",
    )
)
TITLES = {"fixtures": "Fixtures", "results": "Results", "next": "Next match"}
MOST_MATCHES = 30


def may_be_framed(view: View) -> View:
    """Let any site show the answers of a view in a frame."""

    @functools.wraps(view)
    def framed(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        answer = view(request, *args, **named)
        answer.headers["Content-Security-Policy"] = FRAME_POLICY
        answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        answer.headers["X-Robots-Tag"] = "noindex"
        return answer

    return xframe_options_exempt(framed)


@for_public
@may_be_framed
@same_until_changed
def embedded_standings(request: HttpRequest, league: League) -> HttpResponse:
    """Show a table small: of `?division=`, of that of `?team=`, whose row is marked, or the top one."""
    top = top_division(league, league_today(league))
    if top is None:
        return _no_season(request)
    division, own = _chosen(request, top)
    table = division_table(division, league=league)
    page = {
        "division": division,
        "own": own,
        "table": table,
        "lines": standings_lines(table, with_prospects=True),
    }
    return render(request, "embed/standings.html", page)


@for_public
@may_be_framed
@same_until_changed
def embedded_matches(request: HttpRequest, league: League, listed: str) -> HttpResponse:
    """Show fixtures, results or the next match small, of a division or of `?team=` alone."""
    if listed not in TITLES:
        raise Http404(f"{league} shows no {listed} in a frame.")
    top = top_division(league, league_today(league), for_fixtures=listed != "results")
    if top is None:
        return _no_season(request)
    division, own = _chosen(request, top)
    lines = [line for line in match_lines(division.matches.all()) if _is_of(line, own) and line.date]
    today = league_today(league)
    to_come = [line for line in lines if not line.is_over and line.date and line.date >= today]
    shown = [line for line in reversed(lines) if line.is_over] if listed == "results" else to_come
    if listed == "next":
        shown = [line for line in shown if line.date == shown[0].date]
    return render(
        request,
        "embed/matches.html",
        {
            "division": division,
            "own": own,
            "title": TITLES[listed],
            "lines": shown[:MOST_MATCHES],
            "whole": "division-results" if listed == "results" else "division-fixtures",
        },
    )


@for_public
@may_be_framed
@same_for_everybody(movement_of_tonight)
def embedded_live(request: HttpRequest, league: League) -> HttpResponse:
    """Show tonight's matches small: all, those of `?division=`, or that of `?team=`; else when the next are.

    The frame has no script: it loads itself again.
    """
    date, division = night_of(league), request.GET.get("division", "")[:60]
    own = request.GET.get("team", "")[:60]
    board = night_board(league, date, division=division, is_paged=False)
    shown = [match for match in board.matches if _is_of(match.line, own)]
    coming = None
    if not shown:
        matches = Match.objects.filter(division__season__league=league)
        matches = matches.filter(division__slug=division) if division else matches
        coming = coming_night(matches.filter(Q(home__slug=own) | Q(away__slug=own)) if own else matches, date)
    return render(
        request,
        "embed/live.html",
        {"matches": shown, "coming": coming, "date": date, "has_divisions": board.has_divisions},
    )


def _is_of(line: MatchLine, own: str) -> bool:
    return not own or own in {line.home.slug, line.away.slug}


def _no_season(request: HttpRequest) -> HttpResponse:
    """Say so: a pub puts the frame on its site once, and the season begins later."""
    return render(request, "embed/no_season.html")


def _chosen(request: HttpRequest, top: Division) -> tuple[Division, str]:
    """Return the division and the team that are asked for, the team empty if none is."""
    own, slug = request.GET.get("team", "")[:60], request.GET.get("division", "")[:60]
    divisions = top.season.divisions.select_related("season__league", "season__rule_book")
    if slug:
        division = divisions.filter(slug=slug).first()
    else:
        division = divisions.filter(enrolments__team__slug=own).first() if own else top
    if division is None:
        raise Http404(f"{top.season} has no such division or team.")
    return division, own
