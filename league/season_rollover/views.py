"""Pages of the rollover: close a season, write its honours, create or delete the next one."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.accounts.access import for_secretary
from league.competition.selectors import divisions_of
from league.competition.services import close_season
from league.cups.selectors.lists import cups_open
from league.honours.selectors import HonoursDue, final_honours, honours_due
from league.honours.services import reopen_with_honours, write_final_honours
from league.models import League, Registration, Season
from league.season_rollover.forms import GoingUpForm, NextSeasonForm
from league.season_rollover.proposals import FinalTable, NextSeasonProposal, RolloverRefused, next_season
from league.season_rollover.selectors import (
    dates_after,
    final_tables,
    joined_with,
    open_pubs,
    played_up_to,
    season_after,
    season_lines,
    signed_on,
    signs_again,
    teams_besides,
    teams_of,
)
from league.season_rollover.services import SeasonInput, begin_next_season, delete_new_season
from league.season_rollover.signing import SignsAgain
from league.shared.decisions import NO_ACT, SURE, UNPROCESSABLE, sent
from league.shared.errors import Refused
from league.shared.text import plural

A_PAGE = 20
SIGNING_SHOWN = 200


@for_secretary
def seasons(request: HttpRequest, league: League) -> HttpResponse:
    """Show the seasons, the latest first, twenty a page."""
    page = Paginator(league.seasons.order_by("-starts_on", "-id"), A_PAGE).get_page(request.GET.get("page"))
    context = {"lines": season_lines(page.object_list), "page": page, "section": "desk"}
    return render(request, "season_rollover/seasons.html", context)


@for_secretary
def season(request: HttpRequest, league: League, season_slug: str) -> HttpResponse:
    """Show one season, to close or reopen it, write its honours, or delete it while nothing is planned."""
    season = _season(league, season_slug)
    refusal = ""
    if request.method == "POST":
        try:
            messages.success(request, _run_action(request, season))
        except Refused as refused:
            refusal = refused.sentence
        else:
            return _back(request, season)
    (line,) = season_lines([season])
    final = final_honours(season)
    page = {
        "line": line,
        "refusal": refusal,
        "honours": final,
        "honours_due": honours_due(season, final),
        "next": season_after(season),
        "following": _following(season),
        "cups_open": cups_open(season, final),
        "joined": () if line.matches else joined_with(season),
        "section": "desk",
    }
    return render(request, "season_rollover/season.html", page, status=UNPROCESSABLE if refusal else 200)


@for_secretary
def next_season_page(request: HttpRequest, league: League, season_slug: str) -> HttpResponse:
    """Show next season as proposed from the final tables; `make` creates it."""
    season = _season(league, season_slug)
    tables = final_tables(season)
    if not any(table.rows for table in tables):
        raise Http404(f"{season} has no table to begin from.")
    page_forms = _page_forms(request, season)
    is_read = page_forms.is_read
    proposal, refusals = _proposed(tables, page_forms.form) if is_read else (next_season(tables), [])
    if "make" in request.POST and is_read and not refusals:
        try:
            made = _made(season, page_forms, proposal)
        except Refused as refused:
            refusals = [refused.sentence]
        else:
            messages.success(request, f"{made} created. Next, plan its fixtures.")
            return redirect("season", league.slug, made.slug)
    page = _context(season, page_forms, proposal) | {"refusals": refusals}
    status = UNPROCESSABLE if refusals or not is_read else 200
    return render(request, "season_rollover/next_season.html", page, status=status)


@dataclass(frozen=True, slots=True, kw_only=True)
class _PageForms:
    """The forms of the page: the season with its teams, and the players who have played up."""

    form: NextSeasonForm
    going_up: GoingUpForm
    signed: tuple[Registration, ...]

    @property
    def is_read(self) -> bool:
        forms = (self.form, self.going_up)
        return all(not form.is_bound or form.is_valid() for form in forms)

    def signing(self, proposal: NextSeasonProposal, *, everybody: bool) -> tuple[SignsAgain, ...]:
        """Return who goes up and who signs on again, by the rules and the choices typed."""
        agains = signs_again(
            self.signed, proposal, everybody=everybody, going_up=self.going_up.up if self.is_read else ()
        )
        signs = self.going_up.signing if self.is_read else frozenset()
        return tuple(
            replace(again, goes_up=again.goes_up and (again.player, again.was) not in signs)
            for again in agains
        )


def _page_forms(request: HttpRequest, season: Season) -> _PageForms:
    signed = signed_on(season)
    form = NextSeasonForm(
        sent(request),
        season=season,
        before=divisions_of(season),
        teams=teams_of(season),
        others=teams_besides(season),
        dates=dates_after(season),
        signed=Counter(registration.team_id for registration in signed),
    )
    players = played_up_to(season, signed)
    return _PageForms(form=form, going_up=GoingUpForm(sent(request), players=players), signed=signed)


def _context(season: Season, page_forms: _PageForms, proposal: NextSeasonProposal) -> dict[str, Any]:
    """Return the context of the page."""
    form = page_forms.form
    everybody = form.is_bound and bool(form.cleaned_data.get("everybody"))
    signing = [again for again in page_forms.signing(proposal, everybody=everybody) if not again.goes_up]
    return {
        "season": season,
        "form": form,
        "rows": form.rows(proposal),
        "gone": form.gone(proposal),
        "going_up": page_forms.going_up,
        "signing": signing[:SIGNING_SHOWN],
        "signing_count": len(signing),
        "everybody": everybody,
        "pubs": open_pubs(season),
        "section": "desk",
    }


def _season(league: League, slug: str) -> Season:
    season = league.seasons.select_related("league", "rule_book", "copied_from").filter(slug=slug).first()
    if season is None:
        raise Http404(f"{league} has no such season.")
    return season


def _run_action(request: HttpRequest, season: Season) -> str:
    """Run the action of the button that was pressed, and return its message. Raises Refused."""
    acts: dict[str, Callable[[], str]] = {
        "close": lambda: _closed(season, with_honours="honours" in request.POST),
        "reopen": lambda: _reopened(season, is_sure=request.POST.get("reopen") == SURE),
        "write-honours": lambda: _written(write_final_honours(season=season)),
        "throw-away": lambda: _thrown_away(season),
    }
    for name, act in acts.items():
        if name in request.POST:
            return act()
    raise Refused(NO_ACT)


def _closed(season: Season, *, with_honours: bool) -> str:
    close_season(season=season)
    written = _written(write_final_honours(season=season)) if with_honours else ""
    return f"{season} is closed: its tables are final. {written}".strip()


def _following(season: Season) -> Season | None:
    """Return the season that was created from this one. One query."""
    return season.copies.order_by("starts_on").first()


def _reopened(season: Season, *, is_sure: bool) -> str:
    """Reopen a season. Raises Refused while the next one was made from it and nobody has said it may be."""
    following = _following(season)
    if following and not is_sure:
        raise Refused(
            f"{following} was created from {season} and stays as it was created. Reopen {season} only to "
            "correct it: read what follows below, then press the button there."
        )
    lines = reopen_with_honours(season=season)
    off = (
        f" {plural(lines, 'line')} taken off the roll of honour: closing writes them again." if lines else ""
    )
    return f"{season} is open again. Close it after your corrections.{off}"


def _written(due: HonoursDue) -> str:
    new, gone = len(due.fresh), len(due.outdated)
    text = f"{new} line{'' if new == 1 else 's'} written on the roll of honour"
    off = f", {gone} that no longer {'holds' if gone == 1 else 'hold'} taken off it" if gone else ""
    return f"{text}{off}."


def _thrown_away(season: Season) -> str:
    delete_new_season(season=season)
    return f"{season} is deleted, as if it had not been started."


def _back(request: HttpRequest, season: Season) -> HttpResponse:
    if "throw-away" in request.POST:
        return redirect("seasons", season.league.slug)
    return redirect("season", season.league.slug, season.slug)


def _proposed(tables: tuple[FinalTable, ...], form: NextSeasonForm) -> tuple[NextSeasonProposal, list[str]]:
    """Return the proposal with the typed changes; if they are refused, the one without them, and why."""
    try:
        return next_season(tables, form.changes, form.rules), []
    except RolloverRefused as refused:
        return next_season(tables), [str(refused)]


def _made(season: Season, page_forms: _PageForms, proposal: NextSeasonProposal) -> Season:
    form = page_forms.form
    undecided = form.undecided(proposal)
    if undecided:
        names = ", ".join(placing.name for placing in undecided)
        raise Refused(f"The line runs through a shared place: choose a division for {names}.")
    cleaned: dict[str, Any] = form.cleaned_data
    signing = page_forms.signing(proposal, everybody=cleaned["everybody"])
    first, last = form.days
    season_input = SeasonInput(
        name=cleaned["name"],
        starts_on=first,
        ends_on=last,
        divisions=form.division_inputs,
        teams=form.next_teams(proposal),
        signs_again={(again.player, again.was) for again in signing if not again.goes_up},
        goes_up={
            (again.player, again.was): again.team
            for again in signing
            if again.goes_up and again.team is not None
        },
    )
    return begin_next_season(season=season, season_input=season_input)
