"""Pages for the secretary: registrations, a player's record, and unregistered names."""

import json
from itertools import chain
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from league.accounts.access import for_secretary
from league.competition.selectors import (
    asked_division,
    enrolments_of,
    league_today,
    season_at_hand,
    seasons_of,
)
from league.models import League, Merge, Player, Registration, Season
from league.people.pages.players import everybody
from league.records.forms import parse_opened
from league.records.kinds import PLAYERS, raw_values, shown
from league.records.services.records import ChangedMeanwhile, save_record
from league.registration.forms import (
    GONE,
    DescribeForm,
    EndRegistrationForm,
    SamePersonForm,
    SignOnForm,
    WrittenNameForm,
)
from league.registration.selectors import counted_of, team_squads
from league.registration.services.merges import (
    leave_name,
    merge_players,
    name_newcomer,
    name_player,
    reopen_name,
    undo_merge,
)
from league.registration.services.registrations import (
    RegistrationWarning,
    leave_team,
    sign_on,
)
from league.registration.tables import RegistrationsTable
from league.registration.unregistered import WrittenName, merges_of, written_names
from league.shared.decisions import NO_ACT, UNPROCESSABLE, decided, secretary, sent, status
from league.shared.errors import Refused
from league.shared.grouping import grouped
from league.shared.text import folded

CONFLICT = 409
MOST_NAMES = 40
MOST_MERGES = 20


@for_secretary
def registrations(request: HttpRequest, league: League) -> HttpResponse:
    """Show the squads of a division of the season being played, and register a player for any team.

    It is the division of `?division=second`, else the top one. Remarks of the rules have to be confirmed.
    """
    season, today = _season(league), league_today(league)
    divisions = grouped((each.division, each.team) for each in enrolments_of(season))
    division = asked_division(divisions, request.GET.get("division"))
    if season is None or division is None:
        return render(request, "registration/registrations.html", {"season": season, "section": "desk"})
    form = SignOnForm(
        sent(request),
        season=season,
        teams=sorted(
            chain.from_iterable(divisions.values()), key=lambda team: (folded(team.name), team.slug)
        ),
        initial={"on": today, "team": request.GET.get("team", ""), "name": request.GET.get("name", "")[:80]},
    )
    warned = ""
    try:
        done = decided(form, lambda cleaned: _signed_on(request, season, cleaned))
    except RegistrationWarning as warning:
        done, warned = None, warning.sentence
    if done:
        messages.success(request, f"{done.player} is registered for {done.team}.")
        of_team = next(each.slug for each, teams in divisions.items() if done.team in teams)
        return redirect(f"{reverse('registrations', args=[league.slug])}?division={of_team}")
    return render(
        request,
        "registration/registrations.html",
        {
            "season": season,
            "divisions": divisions,
            "division": division,
            "squads": [
                (squad, RegistrationsTable(squad.signed, order_by=request.GET.get("sort", "")))
                for squad in team_squads(season, divisions[division], today=today)
            ],
            "form": form,
            "warned": warned,
            "everybody": everybody(league),
            "section": "desk",
        },
        status=UNPROCESSABLE if warned else status(form),
    )


@for_secretary
def player_record(request: HttpRequest, league: League, player_id: str) -> HttpResponse:
    """Show one player, to change their name, end a registration or merge another record of theirs."""
    player = _player_or_404(league, player_id)
    if player.merged_into and request.method != "POST":
        return redirect("player-record", league.slug, player.merged_into.public_id)
    today = league_today(league)
    describe = DescribeForm(sent(request, "describe"), initial=_initial(player))
    leave = EndRegistrationForm(sent(request, "leave"), initial={"on": today})
    same = SamePersonForm(sent(request, "merge"), player=player, league=league)
    refused: list[str] = []
    conflicts: list[tuple[str, str, str]] = []
    try:
        done = _done(request, player, describe, leave, same, conflicts)
    except Refused as refusal:
        done = ""
        refused.append(refusal.sentence)
    if done:
        messages.success(request, done)
        return redirect("player-record", league.slug, player.public_id)
    forms = (describe, leave, same)
    if request.method == "POST" and not refused and not any(form.is_bound for form in forms):
        refused.append(NO_ACT)
    season = _season(league)
    page = {
        "player": player,
        "describe": describe,
        "leave": leave,
        "same": same,
        "refused": refused,
        "registrations": _registrations_of(player),
        "counted": counted_of(player, season) if season else (),
        "conflicts": conflicts,
        "merges": merges_of(league, kept=[player.pk]),
        "everybody": everybody(league),
        "section": "desk",
    }
    answer = CONFLICT if conflicts else UNPROCESSABLE if refused else status(*forms)
    return render(request, "registration/player_record.html", page, status=answer)


@for_secretary
def names(request: HttpRequest, league: League) -> HttpResponse:
    """Show the unregistered names on cards, each with the players it may mean."""
    refused: list[str] = []
    answered: WrittenNameForm | None = None
    cards = written_names(league)
    acts = {"undo": _undone, "leave": _left, "again": _reopened}
    try:
        for name, act in acts.items():
            if sent(request, name) is not None:
                messages.success(request, act(request, league))
                return redirect("written-names", league.slug)
        if sent(request, "take") is not None:
            answered = _answered(request, league, cards.unidentified)
            if decided(answered, lambda cleaned: _named(request, league, answered, cleaned)):
                messages.success(request, f"{answered.written_name.name} is sorted.")
                return redirect("written-names", league.slug)
        elif request.method == "POST":
            refused.append(NO_ACT)
    except Refused as refusal:
        refused.append(refusal.sentence)
    page = {
        "forms": [
            _form_of(written_name, place, league, answered)
            for place, written_name in enumerate(cards.unidentified[:MOST_NAMES])
        ],
        "found": len(cards.unidentified),
        "left": cards.left,
        "refused": refused,
        "merges": merges_of(league)[:MOST_MERGES],
        "section": "desk",
    }
    is_refused = bool(refused) or bool(answered and answered.errors)
    return render(
        request, "registration/written_names.html", page, status=UNPROCESSABLE if is_refused else 200
    )


def _signed_on(request: HttpRequest, season: Season, cleaned: dict[str, Any]) -> Registration:
    return sign_on(
        season=season,
        team=cleaned["team"],
        player=cleaned["player"],
        on=cleaned["on"],
        on_the_night=cleaned["on_the_night"],
        stays_too=cleaned["stays_too"],
        all_the_same="all_the_same" in request.POST,
        charged_by=secretary(request) if cleaned.get("charged") else None,
    )


def _done(
    request: HttpRequest,
    player: Player,
    describe: DescribeForm,
    leave: EndRegistrationForm,
    same: SamePersonForm,
    conflicts: list[tuple[str, str, str]],
) -> str:
    """Run the action that was sent, and return its message; empty for no action or an invalid form.

    Fields that somebody else has changed meanwhile are added to `conflicts`.
    """
    league, now = player.league, timezone.now()
    if sent(request, "undo") is not None:
        return _undone(request, league)
    if changed := decided(describe, lambda cleaned: _described(request, player, describe, conflicts)):
        return f"{changed} is saved."
    if ended := decided(
        leave, lambda cleaned: leave_team(registration=_own(request, player), on=cleaned["on"])
    ):
        return f"{player} has left {ended.team}."
    by = secretary(request)
    if decided(same, lambda cleaned: merge_players(kept=player, gone=cleaned["other"], by=by, now=now)):
        return f"{same.cleaned_data['other']} is {player}. All their games are now under one name."
    return ""


def _described(
    request: HttpRequest, player: Player, form: DescribeForm, conflicts: list[tuple[str, str, str]]
) -> Player:
    """Save what a player is called and how they are shown, with a history and an undo.

    Raises ChangedMeanwhile if somebody else has saved another name since the page was opened: the form then
    has their values, but for what was typed in it.
    """
    values = {name: form.cleaned_data[name] for name in PLAYERS.fields}
    opened = parse_opened(form.cleaned_data["opened"]) or raw_values(PLAYERS, player)
    try:
        save_record(
            kind=PLAYERS, row=player, values=values, opened=opened, by=secretary(request), now=timezone.now()
        )
    except ChangedMeanwhile as meanwhile:
        player.refresh_from_db()
        data = request.POST.copy()
        for name, label in PLAYERS.fields.items():
            is_typed = form.fields[name].has_changed(opened.get(name, ""), form[name].data)
            if opened.get(name) != meanwhile.current[name]:
                yours = str(values[name] or "empty") if is_typed else ""
                conflicts.append((label, shown(player, PLAYERS.column(name)) or "empty", yours))
            if not is_typed:
                data[name] = meanwhile.current[name]
        data["opened"] = json.dumps(meanwhile.current)
        form.data = data
        raise
    return Player.objects.get(pk=player.pk)


def _undone(request: HttpRequest, league: League) -> str:
    merge = Merge.objects.filter(league=league, public_id=request.POST["undo"][:12].replace("\0", "")).first()
    if merge is None:
        raise Refused("What was to be undone is not there; open the page again.")
    undo_merge(merge=merge, now=timezone.now())
    return f"Merge undone: {merge.gone or merge.written} is as before."


def _left(request: HttpRequest, league: League) -> str:
    name = _sent_name(request, written_names(league).unidentified)
    leave_name(league=league, team=name.team, written=name.spellings, now=timezone.now())
    return f"{name.name} of {name.team} is left as written."


def _reopened(request: HttpRequest, league: League) -> str:
    slug = request.POST.get("team", "")
    left = (
        left_as_written for left_as_written in written_names(league).left if left_as_written.team.slug == slug
    )
    written = next((name_left for name_left in left if name_left.name == request.POST["again"]), None)
    if written is None:
        raise Refused(GONE)
    reopen_name(league=league, team=written.team, name=written.name)
    return f"{written.name} of {written.team} is in the list of unregistered names again."


def _own(request: HttpRequest, player: Player) -> Registration:
    key = request.POST["leave"]
    for registration in _registrations_of(player):
        if str(registration.pk) == key:
            return registration
    raise Refused("That registration is not there any more; open the page again.")


def _registrations_of(player: Player) -> list[Registration]:
    registration_query_set = player.registrations.select_related("team", "season")
    return list(registration_query_set.order_by("-season__starts_on", "-registered_on", "-id"))


def _answered(
    request: HttpRequest, league: League, written_names: tuple[WrittenName, ...]
) -> WrittenNameForm:
    """Return the form that was sent, for the team and name in it. Raises Refused if the name is gone."""
    name = _sent_name(request, written_names)
    return WrittenNameForm(
        request.POST, written_name=name, league=league, prefix=f"n{written_names.index(name)}"
    )


def _sent_name(request: HttpRequest, written_names: tuple[WrittenName, ...]) -> WrittenName:
    team, name = request.POST.get("team", ""), request.POST.get("written", "")
    name_sent = next(
        (
            written_name
            for written_name in written_names
            if written_name.team.slug == team and name in written_name.spellings
        ),
        None,
    )
    if name_sent is None:
        raise Refused(GONE)
    return name_sent


def _form_of(
    name: WrittenName, place: int, league: League, answered: WrittenNameForm | None
) -> WrittenNameForm:
    if answered and answered.written_name == name:
        return answered
    return WrittenNameForm(None, written_name=name, league=league, prefix=f"n{place}")


def _named(
    request: HttpRequest, league: League, form: WrittenNameForm, cleaned: dict[str, Any]
) -> list[Merge]:
    by, now, name = secretary(request), timezone.now(), form.written_name
    if cleaned["is_new"]:
        season = _season(league) if cleaned["signs_on"] else None
        return name_newcomer(
            league=league, team=name.team, written=name.spellings, signs_on=season, by=by, now=now
        )
    return name_player(
        league=league, team=name.team, written=name.spellings, player=cleaned["player"], by=by, now=now
    )


def _season(league: League) -> Season | None:
    return season_at_hand(seasons_of(league), league_today(league))


def _initial(player: Player) -> dict[str, Any]:
    fields = {name: getattr(player, name) for name in PLAYERS.fields}
    return fields | {"opened": json.dumps(raw_values(PLAYERS, player))}


def _player_or_404(league: League, public_id: str) -> Player:
    player = league.players.select_related("merged_into", "league").filter(public_id=public_id).first()
    if player is None:
        raise Http404(f"{league} has no player {public_id}.")
    return player
