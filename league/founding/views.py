"""Open a league from a pasted list, or from the file of a league: a preview first, then all at once."""

from pathlib import Path

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.accounts.rate_limit import MINUTES, may_try
from league.accounts.signing_in import sign_in
from league.competition.models.leagues import WEEKDAYS
from league.demo.services import DemoContents, demo_contents
from league.exchange.forms import check_context, sum_in_words
from league.exchange.league_file.reading import FileRefused, preview_league
from league.exchange.services.league_files import held_file, hold_file, import_held_league
from league.founding.access import for_founder, is_demo_secretary, is_first_visit
from league.founding.forms import FounderForm, LeagueFileForm, NewLeagueForm, usual_season
from league.founding.services import open_league
from league.installation.local_secrets import drop_demo_sign_in
from league.installation.uploads import LARGEST_LEAGUE_FILE
from league.models import User
from league.regulations.presets import get
from league.shared.decisions import UNPROCESSABLE
from league.shared.errors import Refused

GONE = " The demo league is deleted."
OPENED_TOO_OFTEN = f"Too many tries. Wait {MINUTES} minutes, then open the league."


@for_founder
def new_league(request: HttpRequest) -> HttpResponse:
    """Show the form; `look` previews the league of the list, `open` creates it."""
    is_visitor, is_first = not request.user.is_authenticated, is_first_visit(request)
    demo = None if is_visitor else demo_contents()
    needs_account = is_visitor or is_demo_secretary(request.user)
    if request.method != "POST":
        form = NewLeagueForm(initial=usual_season(timezone.localdate()))
        return render(request, "founding/new_league.html", {"form": form, "is_first": is_first})
    form = NewLeagueForm(request.POST, request.FILES)
    is_opening = "open" in request.POST
    is_understood = form.is_valid() and form.team_list.is_ready
    is_ready = is_understood and form.is_as_looked_at
    typed = request.POST if is_opening and is_ready else None
    last = FounderForm(typed, has_demo=bool(demo), needs_account=needs_account, is_first=is_first)
    if is_ready and is_opening and last.is_valid():
        try:
            if is_visitor and not may_try(request, "new league"):
                raise Refused(OPENED_TOO_OFTEN)
            return _opened(request, form, last)
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
    page = {
        "form": form,
        "last": last if is_understood else None,
        "divisions": form.divisions if is_understood else (),
        "season": form.first_season if is_understood else None,
        "night_name": dict(WEEKDAYS).get(form.first_season.night or 0, "") if is_understood else "",
        "looked": form.seen,
        "preset": get(form.cleaned_data["preset"]) if form.is_valid() else None,
        "changed": is_opening and is_understood and not is_ready,
        "is_sent": is_opening,
        **check_context(form.team_list),
        **about_demo(demo),
        "needs_account": needs_account,
        "is_visitor": is_visitor,
        "is_first": is_first,
    }
    is_refused = bool(form.errors or last.errors) or (is_opening and not is_understood)
    return render(request, "founding/new_league.html", page, status=UNPROCESSABLE if is_refused else 200)


@for_founder
def league_from_file(request: HttpRequest) -> HttpResponse:
    """Take a league's file and show what it holds; `import` imports it."""
    is_visitor, is_first = not request.user.is_authenticated, is_first_visit(request)
    needs_account = is_visitor or is_demo_secretary(request.user)
    demo = None if is_visitor else demo_contents()
    page: dict[str, object] = {
        **about_demo(demo),
        "needs_account": needs_account,
        "form": LeagueFileForm(),
        "is_first": is_first,
        "is_visitor": is_visitor,
        "largest": LARGEST_LEAGUE_FILE // 1_000_000,
    }
    if request.method != "POST":
        return render(request, "founding/league_from_file.html", page)
    is_importing = "import" in request.POST
    typed = request.POST if is_importing else None
    last = FounderForm(typed, has_demo=bool(demo), needs_account=needs_account, is_first=is_first)
    path: Path | None = None
    try:
        token = request.POST.get("token", "") if is_importing else _held(request, page)
        if token is None:
            return render(request, "founding/league_from_file.html", page, status=UNPROCESSABLE)
        path = held_file(settings.VAR_DIR, token)
        if is_importing and last.is_valid():
            return _imported(request, path, last)
        page |= {"summary": preview_league(path), "token": token, "last": last}
    except (FileRefused, Refused) as refusal:
        page["refusal"] = str(refusal).replace(str(path), "This file")
        if path is not None and not is_importing:
            path.unlink(missing_ok=True)
    is_refused = "refusal" in page or bool(last.errors)
    return render(
        request, "founding/league_from_file.html", page, status=UNPROCESSABLE if is_refused else 200
    )


def _held(request: HttpRequest, page: dict[str, object]) -> str | None:
    """Hold the file that was sent and return its token; None if there is none, or it is too large."""
    page["form"] = form = LeagueFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return None
    file = form.cleaned_data["file"]
    if file.size > LARGEST_LEAGUE_FILE:
        form.add_error(
            "file",
            f"The file has more than {LARGEST_LEAGUE_FILE // 1_000_000} MB; `import_league` reads it.",
        )
        return None
    return hold_file(settings.VAR_DIR, file.read())


def _imported(request: HttpRequest, path: Path, last: FounderForm) -> HttpResponse:
    """Import a league's file and redirect to its first page. Raises FileRefused and Refused."""
    by = request.user if isinstance(request.user, User) else None
    clears = bool(last.cleaned_data.get("clear_demo"))
    imported, owner = import_held_league(file=path, by=by, founder=last.founder, clear_demo=clears)
    after_opening(request, last, owner, clears=clears)
    messages.success(
        request, f"{imported.league} is imported: {imported.rows} rows. You own it here.{GONE * clears}"
    )
    return redirect("secretary-desk", imported.league.slug)


def _opened(request: HttpRequest, form: NewLeagueForm, last: FounderForm) -> HttpResponse:
    """Create the league, sign its owner in and redirect to its desk. Raises Refused."""
    clears = bool(last.cleaned_data.get("clear_demo"))
    league, owner = open_league(
        league_input=form.league,
        season=form.first_season,
        rule_book=get(form.cleaned_data["preset"]).rule_book(),
        divisions=form.divisions,
        by=request.user if isinstance(request.user, User) else None,
        founder=last.founder,
        clear_demo=clears,
        columns=form.columns,
    )
    after_opening(request, last, owner, clears=clears)
    messages.success(request, f"{league} is open.{GONE * clears} The next steps are below.")
    return redirect("secretary-desk", league.slug)


def after_opening(request: HttpRequest, last: FounderForm, owner: User, *, clears: bool) -> None:
    """Sign a new owner in, and forget the demo's password once the demo is gone."""
    if clears:
        drop_demo_sign_in(settings.VAR_DIR)
    if last.founder:
        sign_in(request, owner)


def about_demo(demo: DemoContents | None) -> dict[str, object]:
    """Return what a page says of the demo league before it is deleted."""
    if demo is None:
        return {"demo": None}
    counts = sum_in_words({noun: (count, count) for noun, count in demo.counts.items() if count})
    return {"demo": demo, "demo_words": counts}
