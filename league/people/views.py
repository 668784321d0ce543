"""The players in public, only as each wishes to be shown; captains' contacts and links, for the secretary."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.accounts.access import for_public, for_secretary, may_keep
from league.accounts.contact_log import shows_contacts
from league.accounts.letter_links import for_letter_link
from league.accounts.links import token_of
from league.accounts.rate_limit import ask_for_letters
from league.accounts.services.letters import NOTHING_LEAVES, mail_goes_out
from league.accounts.services.links import issue_link, revoke_link
from league.competition.selectors import (
    asked_division,
    current_season,
    divisions_of,
    enrolments_of,
    league_today,
    season_at_hand,
    seasons_of,
)
from league.cups.selectors.seats import cup_tallies
from league.installation.page_cache import same_until_changed
from league.messages.selectors import SeasonLinks, TeamLink, season_links
from league.messages.services import issue_missing_links, send_links
from league.models import CaptainLink, Enrolment, League, Player
from league.people.forms import CaptainsForm
from league.people.pages.pairs import pair_record
from league.people.pages.player import player_record
from league.people.pages.players import players_of_league, ranked
from league.people.selectors import find_player
from league.people.services import decline_letter, save_captains
from league.people.tables import CaptainsTable, PlayersTable
from league.registration.selectors import counted_of
from league.shared.decisions import UNPROCESSABLE, or_404, secretary, sent, status
from league.shared.errors import Refused
from league.shared.grouping import grouped
from league.shared.text import listed, plural

LONGEST_SEARCH = 80

# A page stays a page, however many play: the first by what they have won, all when asked for, and past these
# a search finds them.
FIRST_LISTED, MOST_LISTED = 20, 500


@for_public
@same_until_changed
def player_list(request: HttpRequest, league: League) -> HttpResponse:
    """Render who plays in the top division, or in that of `?division=second`, by what they have won.

    The first of them; all with `?players=placed`. `?show=shares` shows what they took of the four points,
    `?sort=-won` sorts. `?players=all` lists everybody of the league by surname, `?search=zoe` those whose
    names hold it; of very many the first.
    """
    asked = request.GET
    search = asked.get("search", "").strip()[:LONGEST_SEARCH]
    season = current_season(seasons_of(league), league_today(league))
    divisions = divisions_of(season) if season else []
    division = asked_division(divisions, asked.get("division"))
    is_of_league = bool(search) or asked.get("players") == "all" or division is None
    division = None if is_of_league else division
    shows_shares = asked.get("show") == "shares"
    found = players_of_league(
        league,
        season=season,
        search=search,
        to_secretary=may_keep(request.user, league),
        division=division,
        with_shares=shows_shares,
    )
    players, least = (found, 0) if is_of_league else ranked(found)
    placed = [player for player in players if player.place]
    unbeaten = [player for player in placed if player.is_unbeaten]
    table = PlayersTable(
        placed or found, league=league, shows_shares=shows_shares, order_by=asked.get("sort", "")
    )
    is_whole = not placed or asked.get("players") == "placed"
    table.paginate(per_page=MOST_LISTED if is_whole else FIRST_LISTED)
    return render(
        request,
        "people/players.html",
        {
            "section": "players",
            "table": table,
            "divisions": divisions,
            "division": division,
            "unbeaten": unbeaten,
            "names": listed(player.line.name for player in unbeaten) if unbeaten else "",
            "leader": next(iter(placed), None),
            "best": {team: player for player in reversed(placed) for team in player.line.teams},
            "least": least,
            "placed": len(placed),
            "is_whole": is_whole,
            "found": len(found),
            "search": search,
            "season": season,
            "shows_shares": shows_shares,
        },
    )


@for_public
@same_until_changed
def player_page(request: HttpRequest, league: League, player_id: str) -> HttpResponse:
    """Render what a player has done at the tables, in their latest season or that of `?season=2025-26`.

    404 for the public where the player is not shown.
    """
    to_secretary = may_keep(request.user, league)
    player = or_404(
        find_player(league, player_id, to_secretary=to_secretary), f"{league} has no such player."
    )
    if player.public_id != player_id:
        return redirect("player", league.slug, player.public_id)
    season = current_season(seasons_of(league), league_today(league))
    shown = request.GET.get("season", "")
    record = player_record(player, season=season, to_secretary=to_secretary, shown=shown)
    if shown and (record.shown is None or record.shown.season.slug != shown):
        raise Http404(f"{player} has not played in such a season.")
    return render(
        request,
        "people/player.html",
        {
            "section": "players",
            "record": record,
            "counted": counted_of(player, season) if to_secretary and season else (),
            "season": season,
            "cups": cup_tallies(player, to_secretary=to_secretary),
            "may_change": to_secretary,
            "in_public": player.shown != Player.Shown.HIDDEN,
        },
    )


@for_public
@same_until_changed
def pair_page(request: HttpRequest, league: League, first_id: str, second_id: str) -> HttpResponse:
    """Render what two have done on one side, in their latest season or that of `?season=2025-26`.

    404 where they never sat there, or either is not shown.
    """
    to_secretary = may_keep(request.user, league)
    first, second = (
        find_player(league, player_id, to_secretary=to_secretary) for player_id in (first_id, second_id)
    )
    shown = request.GET.get("season", "")
    record = first and second and pair_record(first, second, to_secretary=to_secretary, shown=shown)
    if first is None or second is None or record is None:
        raise Http404(f"{league} has no such pair.")
    if (first.public_id, second.public_id) != (first_id, second_id):
        return redirect("pair", league.slug, first.public_id, second.public_id)
    in_public = Player.Shown.HIDDEN not in (first.shown, second.shown)
    return render(
        request,
        "people/pair.html",
        {"section": "players", "record": record, "in_public": in_public},
    )


@for_secretary
@shows_contacts("Captains")
def captains(request: HttpRequest, league: League) -> HttpResponse:
    """Render and save how the captains of a division are reached, all its teams in one form.

    It is that of `?division=second`, else the top one of the season.
    """
    season = season_at_hand(seasons_of(league), league_today(league))
    divisions = grouped((each.division, each) for each in enrolments_of(season))
    division = asked_division(divisions, request.GET.get("division"))
    form = CaptainsForm(sent(request), enrolments=divisions[division] if division else ())
    if season is not None and form.is_valid():
        try:
            changed = save_captains(season=season, contacts=form.contacts, by=secretary(request))
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, f"Saved. {plural(changed, 'team')} changed.")
            return redirect(request.get_full_path())
    return render(
        request,
        "people/captains.html",
        {
            "form": form,
            "table": CaptainsTable([*form.teams], order_by=request.GET.get("sort", "")),
            "season": season,
            "divisions": divisions,
            "division": division,
            "section": "desk",
        },
        status=status(form),
    )


SHOWN = "shown-links"
"""Where the session keeps which links the next page shows: once, and only to who asked."""


@for_secretary
@shows_contacts("Captains’ links")
def captain_links(request: HttpRequest, league: League) -> HttpResponse:
    """Render who has a link and has used it; issue, show, send, replace or end one by its button."""
    season = season_at_hand(seasons_of(league), league_today(league))
    links = season_links(season)
    refusal = ""
    if request.method == "POST" and season is not None:
        try:
            messages.success(request, _apply(request, links))
        except Refused as refused:
            refusal = refused.sentence
        else:
            return redirect("captain-links", league.slug)
    shown = set(request.session.pop(SHOWN, ()))
    return render(
        request,
        "people/captain_links.html",
        {
            "season": season,
            "links": links,
            "shown": [
                (team, _address(request, team.link))
                for team in links.teams
                if team.link and team.link.pk in shown
            ],
            "refusal": refusal,
            "section": "desk",
        },
        status=UNPROCESSABLE if refusal else 200,
    )


def _apply(request: HttpRequest, links: SeasonLinks) -> str:
    """Do what the pressed button says and return the message about it. Raises Refused."""
    if "issue-missing" in request.POST:
        return _issue_missing(request, links)
    if "send-unsent" in request.POST:
        return _send(request, list(links.unsent))
    for act, do in _ACTS.items():
        if act in request.POST:
            team = next((each for each in links.teams if each.enrolment.team.slug == request.POST[act]), None)
            if team is None:
                raise Refused("That team no longer plays in this season. Check the list again.")
            return do(request, team)
    raise Refused("Press one of the buttons of a team.")


def _issue_missing(request: HttpRequest, links: SeasonLinks) -> str:
    if not links.teams:
        raise Refused("No team plays in a season yet.")
    made = issue_missing_links(
        season=links.teams[0].enrolment.season, by=secretary(request), now=timezone.now()
    )
    request.session[SHOWN] = [link.pk for link in made]
    return f"{len(made)} link{'' if len(made) == 1 else 's'} created. They are shown below once."


def _issue(request: HttpRequest, team: TeamLink) -> str:
    link = issue_link(enrolment=team.enrolment, by=secretary(request), now=timezone.now())
    request.session[SHOWN] = [link.pk]
    return f"Link for {team.enrolment.team} created. It is shown below once."


def _show(request: HttpRequest, team: TeamLink) -> str:
    if team.link is None:
        raise Refused(f"{team.enrolment.team} have no link to show.")
    request.session[SHOWN] = [team.link.pk]
    return f"The link of {team.enrolment.team} is shown below once."


def _send(request: HttpRequest, teams: list[TeamLink]) -> str:
    if not mail_goes_out():
        raise Refused(NOTHING_LEAVES)
    ask_for_letters(request, len(teams), request.league)  # type: ignore[attr-defined]  # as for every league page
    letters = send_links(
        enrolments=[team.enrolment for team in teams],
        address_of=lambda link: _address(request, link).replace(token_of(link), link.public_id),
        by=secretary(request),
        now=timezone.now(),
    )
    if not letters:
        raise Refused("Every link with an e-mail address has already been sent.")
    return f"{len(letters)} letter{'' if len(letters) == 1 else 's'} on the way."


def _end(request: HttpRequest, team: TeamLink) -> str:
    revoke_link(enrolment=team.enrolment, now=timezone.now())
    return f"The link of {team.enrolment.team} has ended, and that of the players with it."


_ACTS: dict[str, Callable[[HttpRequest, TeamLink], str]] = {
    "issue": _issue,
    "show": _show,
    "send": lambda request, team: _send(request, [team]),
    "end": _end,
}
"""What each button does to the team it names."""


def _address(request: HttpRequest, link: CaptainLink) -> str:
    return request.build_absolute_uri(reverse("captain", kwargs={"token": token_of(link)}))


@for_letter_link
@require_http_methods(["GET", "HEAD", "POST"])
def stop_letters(
    request: HttpRequest, letter: Enrolment.LetterKind, enrolments: Sequence[Enrolment]
) -> HttpResponse:
    """Show one button that stops a kind of letter to a captain; sent, stop it."""
    is_stopped = request.method == "POST"
    if is_stopped:
        for enrolment in enrolments:
            decline_letter(enrolment=enrolment, letter=letter)
    return render(
        request,
        "people/stop_letters.html",
        {
            "letter": letter,
            "is_stopped": is_stopped,
            "teams": listed([str(row.team) for row in enrolments]),
        },
    )
