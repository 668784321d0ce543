"""Pages for scoring a match at the table: all its tables, and one table hand by hand."""

import json
import uuid
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.accounts.links import CaptainVisitor, for_captain, for_scorer, may_join
from league.accounts.services.links import codes_for, note_opened
from league.accounts.services.pins import WrongPin, check_pin
from league.competition.selectors import night_of
from league.cups.selectors.tie_matches import TieOfMatch, tie_of_match
from league.models import Match, Scorecard, Side, Signature
from league.results.logged_match import LoggedMatch
from league.results.pages.match_end import end_words, enrolment_of, is_over, match_end, match_signing
from league.results.pages.script_words import day_words, other_day, phone_words, possessive, walkover_words
from league.results.pages.table import table_line, table_page
from league.results.parsing.fields import FieldFault, whole_number
from league.results.parsing.table_form import TableTyped, TableTyping, read_id
from league.results.selectors.agreement import nothing_signed, to_agree, walkover_tables_of
from league.results.selectors.log import log_of, mark_of, tables_begun_before
from league.results.selectors.names import squads_of
from league.results.selectors.nights import matches_beside
from league.results.selectors.scorecards import confirmed_card
from league.results.services.entries import NotNow, receive_entries
from league.results.services.reports import Signer, sign_report
from league.results.views.agreement import own_decider, whole
from league.results.views.captains import signer_of
from league.results.views.log import state_with_page
from league.results.views.named_match import match_or_404, tried
from league.shared.decisions import UNPROCESSABLE
from league.shared.errors import Refused
from league.shared.text import capitalised, counted

PHONE = "pegboard-phone"
A_YEAR = 365 * 24 * 60 * 60


Scoring = dict[str, Any]
"""A match as it is scored from one address.

`us` is the side that came, `captain_base` the address of its captain; both are empty by the match's code.
"""


@for_scorer
@require_http_methods(["GET", "HEAD", "POST"])
def scoring_match(request: HttpRequest, match: Match) -> HttpResponse:
    """Show the match of a code: its tables and, once they are over, its end. A captain signs with a PIN."""
    return _match(request, _by_code(request, match))


@for_scorer
@require_http_methods(["GET", "HEAD", "POST"])
def scoring_table(request: HttpRequest, match: Match, table: int) -> HttpResponse:
    """Show one table of the match of a code, hand by hand."""
    return _table(request, _by_code(request, match), table)


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_scoring(request: HttpRequest, captain: CaptainVisitor, match_id: str) -> HttpResponse:
    """Show a match of the captain's own, scored for their side; at its end both captains can sign."""
    return _match(request, _by_captain(captain, match_id), captain)


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_scoring_table(
    request: HttpRequest, captain: CaptainVisitor, match_id: str, table: int
) -> HttpResponse:
    """Show one table of a match of the captain's own."""
    return _table(request, _by_captain(captain, match_id), table)


def _by_code(request: HttpRequest, match: Match) -> Scoring:
    code = request.scoring_code  # type: ignore[attr-defined]  # for_scorer has found it
    if request.method != "POST":
        note_opened(code, now=timezone.now())
    base = reverse("scoring", kwargs={"code": code.code})
    return {"match": match, "base": base, "log": f"{base}log/", "us": "", "captain_base": ""}


def _by_captain(captain: CaptainVisitor, match_id: str) -> Scoring:
    match = match_or_404(captain.league, match_id)
    side = captain.side_of(match)
    if side is None or match.division.season_id != captain.enrolment.season_id:
        raise Http404("Not a match of this team.")
    base = f"{captain.base}matches/{match_id}/"
    return {
        "match": match,
        "base": f"{base}score/",
        "log": f"{base}log/",
        "us": side,
        "back": base,
        "captain_base": captain.base,
        "needs_token": captain.user is not None,
    }


def _match(request: HttpRequest, scoring: Scoring, captain: CaptainVisitor | None = None) -> HttpResponse:
    match = scoring["match"]
    logged, squads = _logged(match), squads_of(match, captain_of=scoring["us"])
    frame = _frame(scoring, logged, squads)
    words, is_late = frame["words"]["words"], confirmed_card(match) is not None
    # While it is played, nobody is asked who has signed.
    end = match_end(to_agree(match) if is_late or is_over(logged) else nothing_signed(logged), words)
    division, league = match.division, match.division.season.league
    address = request.build_absolute_uri(reverse("match", args=[league.slug, match.public_id]))
    if end["is_over"] or request.method == "POST":
        first = request.GET.get("first", "")
        end |= match_signing(end, us=scoring["us"], words=words, first=first, address=address)
    refusal, status = "", HTTPStatus.OK
    if request.method == "POST":
        refusal, status = sign_at_the_table(request, end, captain)
        if not refusal:
            return redirect(scoring["base"])
    standings = reverse("division-picture", args=[league.slug, division.season.slug, division.slug])
    frame["words"]["end"] = end_words(match, end["given"], address=address, table_address=standings)
    tables = [table_line(logged, squads, table, _game_now(logged, table)) for table in logged.numbers]
    page = {**frame, "tables": tables, "is_late": is_late, "end": end, "refusal": refusal}
    cup_tie = tie_of_match(match, to_secretary=False) if end["confirmed"] else None
    page |= {"cup_tie": cup_tie, "decider": _decider(scoring, cup_tie)}
    if captain is not None:
        own_team = captain.enrolment.team.name
        page |= {"own_team": own_team, "own_captain": captain.enrolment.captain_name or own_team}
    return render(request, "results/scoring.html", page, status=status)


def _logged(match: Match) -> LoggedMatch:
    return LoggedMatch(match, log_of(match), walkover_tables=walkover_tables_of(match.rulings.in_force()))


def _decider(scoring: Scoring, cup_tie: TieOfMatch | None) -> str:
    """Return where the deciding games of a level tie are scored by whoever scored it; empty without any.

    By the code of the level match it is the code of the next: both lie before the same people. One that the
    secretary has ended is not issued again.
    """
    if scoring["captain_base"] or cup_tie is None or cup_tie.deciding is None:
        return own_decider(scoring["captain_base"], cup_tie)
    if cup_tie.deciding.scoring_codes.exclude(revoked_at=None).exists():
        return ""
    codes = codes_for(matches=[cup_tie.deciding.pk], now=timezone.now())
    return reverse("scoring", kwargs={"code": codes[cup_tie.deciding.pk]})


def _table(request: HttpRequest, scoring: Scoring, table: int) -> HttpResponse:
    logged = _logged(scoring["match"])
    if table not in logged.numbers:
        raise Http404(f"The match has {counted(len(logged.numbers), 'table')}.")
    game = whole_number(request.GET.get("game", "")) or _game_now(logged, table)
    if game not in logged.layout.games_at(table):
        raise Http404(f"{logged.layout.at(table)} plays no game {game}.")
    if request.method != "POST":
        return _page(request, scoring, logged, table, game)
    typed = TableTyping(request.POST.dict(), logged, table, game, timezone.now()).read()
    if typed.refusals:
        return _page(request, scoring, logged, table, game, typed, UNPROCESSABLE)
    if "look" in request.POST and typed.sent:
        return _page(request, scoring, logged, table, game, typed)
    return _record(request, scoring, logged, table, game, typed)


def _record(
    request: HttpRequest, scoring: Scoring, logged: LoggedMatch, table: int, game: int, typed: TableTyped
) -> HttpResponse:
    """Add the entries to the log; refusals are shown on the page, with everything typed."""
    # Of a phone that sends plain forms: from its cookie, or new.
    phone, seconds = read_id(request.COOKIES.get(PHONE, "")) or uuid.uuid4(), 0
    try:
        received = receive_entries(
            match=scoring["match"],
            sent=typed.sent,
            phone=phone,
            received_at=timezone.now(),
            sent_for=scoring["us"],
            may_join=partial(may_join, request, phone),
        )
        refused = tuple(received.refused.values())
    except Refused as refusal:
        refused, seconds = (refusal.sentence,), refusal.seconds if isinstance(refusal, NotNow) else 0
    if refused:
        typed = replace(typed, refusals=tuple(FieldFault(field="", sentence=text) for text in refused))
        status = HTTPStatus.TOO_MANY_REQUESTS if seconds else UNPROCESSABLE
        page = _page(request, scoring, logged, table, game, typed, status)
        if seconds:
            page.headers["Retry-After"] = str(seconds)
        return page
    several = f"?game={game}" if logged.layout.games > 1 else ""
    answer = redirect(f"{scoring['base']}tables/{table}/{several}")
    # Only tells two phones at one table apart; it permits nothing.
    answer.set_cookie(
        PHONE,
        str(phone),
        max_age=A_YEAR,
        path=settings.SESSION_COOKIE_PATH,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return answer


def _page(
    request: HttpRequest,
    scoring: Scoring,
    logged: LoggedMatch,
    table: int,
    game: int,
    typed: TableTyped | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    squads = squads_of(scoring["match"], captain_of=scoring["us"])
    hand = whole_number(request.GET.get("hand", ""))
    change = request.POST.get("change") or request.GET.get("change", "")
    context = {
        **_frame(scoring, logged, squads, table),
        "page": table_page(logged, squads, table, game, hand=hand, change=change, typed=typed),
        "form_id": uuid.uuid4(),
        "tables": logged.numbers,
        "games": logged.layout.games_at(table) if logged.layout.games > 1 else (),
        "is_late": confirmed_card(scoring["match"]) is not None,
        "is_match_over": is_over(logged),
    }
    return render(request, "results/table.html", context, status=status)


def _frame(scoring: Scoring, logged: LoggedMatch, squads: Any, table: int | None = None) -> dict[str, Any]:
    """Return the context of both pages: the match, its addresses, and the words of their script."""
    match = scoring["match"]
    day = day_words(match, matches_beside(match))
    return {
        "scoring": scoring,
        "match": match,
        "other_day": other_day(day, night_of(match.division.season.league)),
        "words": {
            "race": match.division.season.rule_book.race_to,
            **phone_words(logged.checked, match, squads, base=scoring["base"], log=scoring["log"]),
            "walkovers": {
                table: walkover_words(match, at_fault) for table, at_fault in logged.walkover_tables.items()
            },
            "day": day,
            "begun": tables_begun_before(match),
            "told": state_with_page(logged, mark_of(match), table),
        },
    }


def _game_now(logged: LoggedMatch, table: int) -> int:
    """Return the game a table is at: the first that is not over."""
    over = {far.game for far in logged.games() if far.table == table and far.is_over}
    games = logged.layout.games_at(table)
    return next((game for game in games if game not in over), games[-1])


# --- Signing with one tap, or with a PIN ------------------------------------------------------------
CHANGED = (
    "The score changed before your signature came in, so it was not taken. Check the result, then sign again."
)
MEANWHILE = "Something was entered or signed meanwhile. Check the result again, then sign."
NOT_HERE = "On this page nobody signs for that side without its PIN."
NO_PIN = "{captain} has no PIN. They sign on their own page."
NO_MORE = "Five wrong PINs. {captain} signs on their own page now."


def sign_at_the_table(
    request: HttpRequest, end: Mapping[str, Any], captain: CaptainVisitor | None
) -> tuple[str, HTTPStatus]:
    """Sign the sheet on the page for one side. Returns why not and the status; an empty text if it is signed.

    The captain whose page it is signs with `sign`; anybody else's signature needs the PIN of the side.
    A signature given without signal names what its phone showed (`seen`) and is only taken for just that.
    """
    if "seen" in request.POST:
        if not _is_as_seen(request.POST["seen"], end):
            return CHANGED, HTTPStatus.CONFLICT
    elif whole(request, "entries") != end["logged"].last:
        return MEANWHILE, HTTPStatus.CONFLICT
    _, refusal, status = tried(partial(_sign, request, end, captain), sentence=MEANWHILE)
    return refusal, status


def _sign(request: HttpRequest, end: Mapping[str, Any], captain: CaptainVisitor | None) -> Scorecard:
    return sign_report(
        match=end["logged"].match,
        sheet=end["logged"].sheet,
        signer=_signer(request, end, captain),
        began_from=whole_number(request.POST.get("version", "")) or 0,
        now=timezone.now(),
    )


def _is_as_seen(seen: str, end: Mapping[str, Any]) -> bool:
    """Return whether the log holds what a phone has seen: a JSON object of bodies by "table/game/place"."""
    stands = {
        f"{place.table}/{place.game}/{place.name}": body
        for place, body in end["logged"].bodies.items()
        if body
    }
    try:
        return bool(json.loads(seen) == stands)
    except (ValueError, RecursionError):
        return False


def _signer(request: HttpRequest, end: Mapping[str, Any], captain: CaptainVisitor | None) -> Signer:
    """Return who signs. Raises Refused if they may not."""
    side = next((one for one in end["signing"] if one["letter"] == request.POST.get("side")), None)
    if side is None:
        raise Refused(NOT_HERE)
    if side["is_own"] and captain is not None and "sign" in request.POST:
        return signer_of(captain, side["letter"])
    return _by_pin(request, end, side)


def _by_pin(request: HttpRequest, end: Mapping[str, Any], side: dict[str, Any]) -> Signer:
    enrolment = enrolment_of(end["logged"].match, side["letter"])
    if enrolment is None or not side["has_pin"]:
        raise Refused(capitalised(NO_PIN.format(captain=side["captain"])))
    try:
        check_pin(
            match=end["logged"].match,
            side=side["letter"],
            enrolment=enrolment,
            pin=request.POST.get("pin", "").strip(),
        )
    except WrongPin as wrong:
        if not wrong.tries_left:
            raise Refused(capitalised(NO_MORE.format(captain=side["captain"]))) from wrong
        tries = "1 try" if wrong.tries_left == 1 else f"{wrong.tries_left} tries"
        raise Refused(f"That is not {possessive(side['captain'])} PIN. {tries} left.") from wrong
    return Signer(side=Side(side["letter"]), name=enrolment.captain_name, by=Signature.How.PIN)
