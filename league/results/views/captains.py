"""A captain's pages: the season of the team, who can play, line-ups.

A captain comes by link or account; players answer for themselves by the link their captain gave them. Matches
of other teams are as if they did not exist.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.accounts.links import PLAYERS, CaptainVisitor, for_captain, for_players, token_of
from league.accounts.services.letters import say_sent
from league.accounts.services.links import note_opened
from league.models import Enrolment, Match, Side
from league.overview import captain_season as season_page
from league.overview.captain_matches import matches_to_answer_for
from league.overview.captain_week import WeekItem
from league.people.services import choose_letters
from league.records.forms import ShortNamesForm
from league.records.kinds import TEAMS, raw_values
from league.records.services.records import ChangedMeanwhile, save_record
from league.results.forms.matches import LineUpForm, proposed
from league.results.selectors.entry import match_in
from league.results.selectors.squads import LineUps, Squad, last_pairs, line_ups_of, squad_of
from league.results.services.line_ups import answer_availability, give_line_up
from league.results.services.reminders import remind_other_captain
from league.results.services.reports import Signer
from league.results.views.named_match import match_or_404, tried
from league.shared.decisions import UNPROCESSABLE, decided, sent, status
from league.shared.errors import Refused
from league.standings.selectors.team_matches import TeamMatch

REMINDED = "Reminder sent. You can send another in an hour."
NAMES_WRONG = "The short names are not saved. See below what is wrong."
NAMES_CHANGED = "Somebody else has changed the team meanwhile. Check the short names and save again."
NOTHING_TO_REMIND = "That is settled meanwhile. Nothing was sent."


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_season(request: HttpRequest, captain: CaptainVisitor) -> HttpResponse:
    """Show the captain's week, the next match, results, and the link for the players.

    Sent `remind`, it reminds the other captain; sent `e-mails`, it saves which of them the captain wants;
    sent `names`, the team's short names.
    """
    if captain.link is not None:
        note_opened(captain.link, now=timezone.now())
    link = _players_link(request, captain)
    own = season_page.captain_season(captain.enrolment, now=timezone.now(), players_link=link)
    refusal, team = "", captain.enrolment.team
    initial = {"short_name": team.short_name, "button_name": team.button_name}
    names = ShortNamesForm(sent(request, "names"), initial=initial)
    if request.method == "POST":
        try:
            if "names" in request.POST:
                _save_names(request, captain, names)
                messages.success(request, "Names saved.")
            elif "remind" in request.POST:
                _remind(own["others"], request.POST["remind"])
                say_sent(request, REMINDED)
            elif "e-mails" in request.POST:
                choose_letters(enrolment=captain.enrolment, wanted=request.POST.getlist("wanted"))
                messages.success(request, "E-mails saved.")
            return redirect(captain.base)
        except Refused as refused:
            refusal = refused.sentence
    page = {
        "captain": captain,
        "section": "captain",
        "own": own,
        "players_link": link,
        "letters": Enrolment.LetterKind.choices,
        "names": names,
        "refusal": refusal,
    }
    return render(
        request, "results/captain_season.html", page, status=UNPROCESSABLE if refusal else HTTPStatus.OK
    )


def _save_names(request: HttpRequest, captain: CaptainVisitor, form: ShortNamesForm) -> None:
    """Save the short names of the captain's team, in the history with what they were.

    Raises Refused if they are too long, or if the team was changed since the page was opened.
    """
    if not form.is_valid():
        raise Refused(NAMES_WRONG)
    team = captain.enrolment.team
    seen = {name: request.POST.get(f"was-{name}", "") for name in form.fields}
    try:
        save_record(
            kind=TEAMS,
            row=team,
            values=form.cleaned_data,
            opened={**raw_values(TEAMS, team), **seen},
            by=captain.user,
            now=timezone.now(),
            reason="by the captain",
        )
    except ChangedMeanwhile:
        raise Refused(NAMES_CHANGED) from None


def _remind(waiting: Iterable[WeekItem], key: str) -> None:
    """Remind the other captain of what waits for them. Raises Refused if nothing does any more."""
    reminders = (item.reminder for item in waiting)
    reminder = next((reminder for reminder in reminders if reminder and reminder.key == key), None)
    if reminder is None:
        raise Refused(NOTHING_TO_REMIND)
    remind_other_captain(
        match=Match(pk=reminder.match),
        side=reminder.side,
        key=reminder.key,
        text=reminder.text,
        letter=reminder.letter,
        now=timezone.now(),
    )


def _players_link(request: HttpRequest, captain: CaptainVisitor) -> str:
    """Return the link the captain copies to the players; empty while the team has no link."""
    link = captain.link or season_page.live_link(captain.enrolment)
    if link is None:
        return ""
    return request.build_absolute_uri(reverse("players", kwargs={"token": token_of(link, PLAYERS)}))


# About a month: people do not plan further ahead.
MOST_MATCHES = 5
OVER = "That match is over. This is the next one."


@for_players
@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest, enrolment: Enrolment) -> HttpResponse:
    """Show the squad of the team and its next matches; one tap answers whether somebody can play."""
    matches = matches_to_answer_for(enrolment, now=timezone.now())[:MOST_MATCHES]
    chosen = _chosen(matches, request.GET.get("match", ""))
    refusal = ""
    if request.method == "POST":
        chosen = _chosen(matches, request.POST.get("match", ""))
        refusal = OVER
        if chosen is not None and chosen.line.public_id == request.POST.get("match"):
            refusal = _answer(request, enrolment, match_in(enrolment.season.league, chosen.line.public_id))
        if not refusal and chosen is not None:
            return redirect(f"{request.path}?match={chosen.line.public_id}#p-{request.POST['player']}")
    page = {
        "enrolment": enrolment,
        "matches": matches,
        "chosen": chosen,
        "squad": squad_of(enrolment, chosen.line.outcome.match) if chosen else None,
        "refusal": refusal,
    }
    return render(request, "results/players.html", page, status=UNPROCESSABLE if refusal else HTTPStatus.OK)


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_squad(request: HttpRequest, captain: CaptainVisitor, match_id: str) -> HttpResponse:
    """Show who can play in one match; the captain answers for players."""
    match, _ = own_match(captain, match_id)
    refusal = ""
    if request.method == "POST":
        refusal = _answer(request, captain.enrolment, match, by_captain=True)
        if not refusal:
            return redirect(f"{request.path}#p-{request.POST['player']}")
    page = {
        "captain": captain,
        "section": "captain",
        "match": match,
        "squad": squad_of(captain.enrolment, match),
        "refusal": refusal,
    }
    return render(request, "results/squad.html", page, status=UNPROCESSABLE if refusal else HTTPStatus.OK)


def _answer(request: HttpRequest, enrolment: Enrolment, match: Match, *, by_captain: bool = False) -> str:
    """Save the answer; return the sentence of a refusal, or an empty text."""
    answering = partial(
        answer_availability,
        match=match,
        enrolment=enrolment,
        player=request.POST.get("player", ""),
        answer=request.POST.get("answer", ""),
        now=timezone.now(),
        by_captain=by_captain,
    )
    return tried(answering)[1]


def _chosen(matches: Sequence[TeamMatch], match_id: str) -> TeamMatch | None:
    """Return the chosen match if it is still to come; else the next."""
    return next((match for match in matches if match.line.public_id == match_id), next(iter(matches), None))


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_line_up(request: HttpRequest, captain: CaptainVisitor, match_id: str) -> HttpResponse:
    """Show the line-up of the captain's side, which can be changed until the other's is in."""
    match, side = own_match(captain, match_id)
    order = match.division.season.rule_book.line_up_order
    line_ups = line_ups_of(match.pk, side, order=order)
    squad = squad_of(captain.enrolment, match)
    form = _form(request, match, side, line_ups, squad)
    give = partial(give_line_up, match=match, side=side, now=timezone.now())
    if decided(form, lambda _: give(pairs=form.pairs)):
        messages.success(request, "Line-up saved.")
        return redirect(request.path)
    page = {
        "captain": captain,
        "section": "captain",
        "match": match,
        "other": match.away if side == Side.HOME else match.home,
        "line_ups": line_ups,
        "form": form,
    }
    return render(request, "results/line_up.html", page, status=status(form))


def _form(request: HttpRequest, match: Match, side: Side, line_ups: LineUps, squad: Squad) -> LineUpForm:
    book = match.division.season.rule_book
    team = match.home_id if side == Side.HOME else match.away_id
    last = (
        last_pairs(team, before=match.date, tables=book.tables, players=book.players_a_side)
        if line_ups.own is None
        else ()
    )
    return LineUpForm(sent(request), book=book, side=side, squad=squad, named=proposed(line_ups, last, squad))


def signer_of(captain: CaptainVisitor, side: Side) -> Signer:
    """Return the captain as who signs for their side."""
    return Signer(side=side, name=captain.enrolment.captain_name, link=captain.link, user=captain.user)


def own_match(captain: CaptainVisitor, match_id: str) -> tuple[Match, Side]:
    """Return the match of that id and the side the captain's team has in it.

    Raises Http404 if it has none. One query.
    """
    match = match_or_404(captain.league, match_id)
    side = captain.side_of(match)
    if side is None:
        raise Http404("Not a match of this team.")
    return match, side
