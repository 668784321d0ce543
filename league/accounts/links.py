"""Who comes in without an account: by the code of a match, by a captain's link, by the link of their players.

The address is the permission: nothing in a cookie adds to it, so no other site can use it in somebody's
name, and a page kept on a phone for days can still be sent from. Whoever comes by account brings their
cookie, and a token with it.
"""

import functools
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.crypto import constant_time_compare, salted_hmac

from league.accounts.access import View, opens_with_its_address
from league.accounts.rate_limit import (
    may_bring_phone,
    may_come,
    may_guess,
    remember_coming,
    remember_guess,
)
from league.accounts.signing_in import led_to_sign_in
from league.models import (
    CaptainLink,
    Enrolment,
    League,
    LeagueRole,
    Match,
    Pub,
    PubLink,
    ScoringCode,
    Side,
    TableSquare,
    User,
)

Found = TypeVar("Found")

SIGNATURE = 32
CAPTAIN, PLAYERS, PUB = "captain", "players", "pub"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptainVisitor:
    """Who keeps a team through a season, and how they came: by their link or with their account."""

    enrolment: Enrolment
    base: str
    link: CaptainLink | None = None
    user: User | None = None

    @property
    def league(self) -> League:
        return self.enrolment.season.league

    def side_of(self, match: Match) -> Side | None:
        """Return the side their team has in a match, None if it has none: not in a match of another season
        either.
        """
        if match.division.season_id != self.enrolment.season_id:
            return None
        sides = {match.home_id: Side.HOME, match.away_id: Side.AWAY}
        return sides.get(self.enrolment.team_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class PubVisitor:
    """Who came by the link of a pub, and its address."""

    pub: Pub
    base: str
    link: PubLink

    @property
    def league(self) -> League:
        return self.pub.league


def token_of(link: CaptainLink | PubLink, kind: str = CAPTAIN) -> str:
    """Return what stands in the address of a link: its id and, under the installation's key, its
    signature.
    """
    return link.public_id + _signature(link.public_id, kind)


def for_scorer(view: View) -> View:
    """For whoever holds the code of a match; the view is given that match and nothing else."""

    @functools.wraps(view)
    def opened(request: HttpRequest, code: str, **rest: object) -> HttpResponse:
        spelt = spelling(code)
        if not may_come(request, spelt):
            return _too_many(request)
        if (scoring_code := _code(spelt)) is None:
            remember_guess(request)
            return render(
                request, "accounts/no_such_code.html", {"typed": code[:20]}, status=HTTPStatus.NOT_FOUND
            )
        request.league = scoring_code.match.division.season.league  # type: ignore[attr-defined]  # as for every league page
        if scoring_code.revoked_at is not None:
            page = {"because": scoring_code.revoked_because}
            return render(request, "accounts/code_ended.html", page, status=HTTPStatus.GONE)
        remember_coming(request, spelt)
        request.scoring_code = scoring_code  # type: ignore[attr-defined]
        request.came_by_code = spelt  # type: ignore[attr-defined]
        return _for_one_reader(view(request, scoring_code.match, **rest))

    return opens_with_its_address("scorer", opened)


def for_captain(view: View) -> View:
    """For a captain, by their link (`token`) or account (`league_slug`, `team_slug`); gives a Captain."""

    @functools.wraps(view)
    def opened(request: HttpRequest, **names: object) -> HttpResponse:
        if "token" in names:
            return _by_link(view, request, CAPTAIN, **names)  # type: ignore[arg-type]
        return _by_account(view, request, **names)  # type: ignore[arg-type]

    # By account the token is asked for all the same.
    return opens_with_its_address("captain", opened)


def for_scorer_at_once(
    find: Callable[[str], Found | None], of: Callable[[Match], Found]
) -> Callable[[View], View]:
    """As for_scorer, where phones ask by the dozen a second: the view is given what `find` makes of a code.

    It is one small query. Who is to be refused, or told why, goes the long way, and so would a match that
    `find` does not know: `of` makes the same of it.
    """

    def decorate(view: View) -> View:
        @for_scorer
        def slowly(request: HttpRequest, match: Match, **rest: object) -> HttpResponse:
            return view(request, of(match), **rest)

        @functools.wraps(view)
        def opened(request: HttpRequest, code: str, **rest: object) -> HttpResponse:
            spelt = spelling(code)
            found = find(spelt) if may_come(request, spelt) else None
            if found is None:
                return slowly(request, code=code, **rest)
            remember_coming(request, spelt)
            request.came_by_code = spelt  # type: ignore[attr-defined]
            return _for_one_reader(view(request, found, **rest))

        return opens_with_its_address("scorer", opened)

    return decorate


def for_captain_at_once(
    find: Callable[[str, str], Found | None], of: Callable[[CaptainVisitor, str], Found]
) -> Callable[[View], View]:
    """Return the same for a captain and one of their matches; `find` is given the link's public id and the
    match's.
    """

    def decorate(view: View) -> View:
        @for_captain
        def slowly(request: HttpRequest, captain: CaptainVisitor, match_id: str) -> HttpResponse:
            return view(request, of(captain, match_id))

        @functools.wraps(view)
        def opened(request: HttpRequest, match_id: str, **names: object) -> HttpResponse:
            token = str(names.get("token", ""))
            found = find(token[:-SIGNATURE], match_id) if _is_signed(token, CAPTAIN) else None
            if found is None:
                return slowly(request, match_id=match_id, **names)
            return _for_one_reader(view(request, found))

        return opens_with_its_address("captain", opened)

    return decorate


def for_players(view: View) -> View:
    """For the players of a team by the link their captain gave them; the view is given the Enrolment."""

    @functools.wraps(view)
    def opened(request: HttpRequest, token: str, **rest: object) -> HttpResponse:
        return _by_link(
            lambda inner_request, captain, **more: view(inner_request, captain.enrolment, **more),
            request,
            PLAYERS,
            token,
            **rest,
        )

    return opens_with_its_address("players", opened)


def for_pub(view: View) -> View:
    """For whoever holds the link of a pub; the view is given a PubVisitor."""

    @functools.wraps(view)
    def opened(request: HttpRequest, token: str, **rest: object) -> HttpResponse:
        signed = token[:-SIGNATURE] if _is_signed(token, PUB) else ""
        links = PubLink.objects.filter(public_id=signed)
        base = reverse("pub-nights", kwargs={"token": token})
        return _at_pub(
            request, links, lambda link: view(request, PubVisitor(pub=link.pub, base=base, link=link), **rest)
        )

    return opens_with_its_address("pub", opened)


def for_square(view: View) -> View:
    """For whoever scans the square of a pub; the view is given the TableSquare."""

    @functools.wraps(view)
    def opened(request: HttpRequest, square: str, **rest: object) -> HttpResponse:
        squares = TableSquare.objects.filter(code=spelling(square))
        return _at_pub(request, squares, lambda found: view(request, found, **rest))

    return opens_with_its_address("square", opened)


def _at_pub(
    request: HttpRequest, ways_in: QuerySet[Any], shown: Callable[[Any], HttpResponse]
) -> HttpResponse:
    """Return what is shown to who came by the link or square of a pub, or why it opens nothing."""
    way_in = ways_in.select_related("pub__league").first()
    if way_in is None:
        return _no_such_link(request)
    request.league = way_in.pub.league  # type: ignore[attr-defined]  # as for every league page
    if way_in.revoked_at is not None:
        page = {"is_square": isinstance(way_in, TableSquare), "pub": way_in.pub}
        return render(request, "accounts/pub_link_ended.html", page, status=HTTPStatus.GONE)
    return _for_one_reader(shown(way_in))


def may_join(request: HttpRequest, phone: uuid.UUID) -> bool:
    """Return whether this phone may be new to a full log: always by a captain's link."""
    code = getattr(request, "came_by_code", None)
    return code is None or may_bring_phone(request, code, phone)


def spelling(code: str) -> str:
    """Return a code as it is kept, however it was typed: capitals, spaces and dashes do not matter."""
    return "".join(sign for sign in code.lower() if sign not in " -")


def _code(spelt: str) -> ScoringCode | None:
    codes = ScoringCode.objects.select_related(
        "match__home__pub",
        "match__away__pub",
        "match__division__season__league",
        "match__division__season__rule_book",
    )
    # Not `first`: to put the one row in order costs a third more, with every hand that is sent.
    return next(iter(codes.filter(code=spelt).order_by()), None)


def _by_link(view: View, request: HttpRequest, kind: str, token: str, **rest: object) -> HttpResponse:
    enrolments = CaptainLink.objects.select_related(
        "enrolment__season__league",
        "enrolment__season__rule_book",
        "enrolment__division",
        "enrolment__team__pub",
    )
    link = enrolments.filter(public_id=token[:-SIGNATURE]).first() if _is_signed(token, kind) else None
    if link is None:
        return _no_such_link(request)
    request.league = link.enrolment.season.league  # type: ignore[attr-defined]
    if link.revoked_at is not None:
        return render(request, "accounts/captain_link_ended.html", status=HTTPStatus.GONE)
    base = reverse("captain" if kind == CAPTAIN else "players", kwargs={"token": token})
    return _for_one_reader(
        view(request, CaptainVisitor(enrolment=link.enrolment, base=base, link=link), **rest)
    )


def _by_account(
    view: View, request: HttpRequest, league_slug: str, team_slug: str, **rest: object
) -> HttpResponse:
    league = get_object_or_404(League, slug=league_slug)
    request.league = league  # type: ignore[attr-defined]
    if led := led_to_sign_in(request):
        return led
    user = cast(User, request.user)
    roles = LeagueRole.objects.filter(
        league=league, user=user, role=LeagueRole.Role.CAPTAIN, team__slug=team_slug
    )
    if not roles.exists():
        raise PermissionDenied("Only the captain of this team may do this.")
    # The view itself is exempt, for links: another stands for it.
    refusal = CsrfViewMiddleware(lambda _: HttpResponse()).process_view(
        request, lambda _: HttpResponse(), (), {}
    )
    if refusal is not None:
        return refusal
    enrolments = Enrolment.objects.select_related(
        "season__league", "season__rule_book", "division", "team__pub"
    )
    own = enrolments.filter(team__league=league, team__slug=team_slug).order_by("season__starts_on")
    # The season being played, or the last one; one that is only planned yet if there is no other.
    enrolment = own.filter(season__starts_on__lte=timezone.localdate()).last() or own.first()
    if enrolment is None:
        raise Http404("The team plays in no season.")
    base = reverse("captain-account", kwargs={"league_slug": league_slug, "team_slug": team_slug})
    answer = _for_one_reader(view(request, CaptainVisitor(enrolment=enrolment, base=base, user=user), **rest))
    # This address is no secret, and without it browsers do not say where a form comes from.
    answer.headers["Referrer-Policy"] = "same-origin"
    return answer


def _for_one_reader(answer: HttpResponse) -> HttpResponse:
    """Mark an answer as private, and its address as one to be told to nobody."""
    patch_cache_control(answer, private=True, no_cache=True)
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer


def _no_such_link(request: HttpRequest) -> HttpResponse:
    """Refuse a link that the site has not signed. One that it has is no guess, wherever it comes from."""
    if not may_guess(request):
        return _too_many(request)
    remember_guess(request)
    return render(request, "accounts/no_such_link.html", status=HTTPStatus.NOT_FOUND)


def _too_many(request: HttpRequest) -> HttpResponse:
    answer = render(request, "accounts/too_many_tries.html", status=HTTPStatus.TOO_MANY_REQUESTS)
    answer.headers["Retry-After"] = "900"
    return answer


def _is_signed(token: str, kind: str) -> bool:
    return constant_time_compare(token[-SIGNATURE:], _signature(token[:-SIGNATURE], kind))


def _signature(public_id: str, kind: str) -> str:
    return salted_hmac(f"pegboard.{kind}-link", public_id, algorithm="sha256").hexdigest()[:SIGNATURE]
