"""What a visitor asks of a league as a whole: its home, their pub, a search, whom to ring."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from league.accounts.access import for_public
from league.accounts.contact_log import note_contacts
from league.accounts.services.letters import mail_goes_out
from league.bulletin.selectors import news_of
from league.competition.selectors import current_season, enrolments_of, league_today, seasons_of
from league.installation.page_cache import played_now, same_until_changed, same_until_played, stamp_of
from league.models import Enrolment, League
from league.overview import home
from league.overview.help_sections import search_help
from league.overview.search import MOST, FoundSentence, is_found, marked, search_public, typed_text
from league.overview.season_teams import team_contacts
from league.overview.stored_data import STORED
from league.people.selectors import contacts_shown_to
from league.printing.handbook_selectors import officers_of
from league.printing.registry.catalogue import DOCUMENTS
from league.regulations.rule_books import league_rules
from league.shared.decisions import or_404

PAGES_FOUND = (
    ("roll-of-honour", "Roll of honour", "Champions, cup winners and runners-up of every season."),
    ("league-records", "Records", "Biggest and closest matches, longest runs, best seasons."),
    ("all-time-tables", "All-time tables", "Teams and players, all seasons added up."),
)
"""Pages of a league that a search finds: the name of the address, the title, and what is on it."""


@for_public
@same_until_played
def league_home(request: HttpRequest, league: League) -> HttpResponse:
    """Show the answer first: with `?team=the-fleece` that team's, and its way through the season.

    One division is shown, that team's or the top one, or the one of `?division=division-two`.
    """
    own, today = request.GET.get("team", ""), league_today(league)
    page = home.league_home(league, today, own, request.GET.get("division", ""))
    if page["season"] is None:
        return render(request, "overview/no_season.html", {"section": "week"})
    return render(
        request,
        "overview/home.html",
        {
            "section": "week",
            "page": page,
            "own": own if page.get("own") else "",
            "today": today,
            "news": news_of(league, today),
            "playing": played_now(request, league),
        },
    )


@for_public
@same_until_changed
def your_pub(request: HttpRequest, league: League) -> HttpResponse:
    """Ask which pub is the visitor's. The choice is a link; the device remembers it (`your_pub.js`)."""
    season = current_season(seasons_of(league), league_today(league))
    return render(
        request, "overview/choose_pub.html", {"section": "your pub", "enrolments": enrolments_of(season)}
    )


@for_public
@same_until_changed
def your_pub_summary(request: HttpRequest, league: League, team_slug: str) -> JsonResponse:
    """Return what the bar says of a team, with the stamp of the league by which a device knows how long."""
    own = or_404(
        home.league_home(league, league_today(league), team_slug).get("own"),
        f"{league} has no such team this season.",
    )
    team = own["team"]
    return JsonResponse(
        {
            "team": team.slug,
            "short": team.short_name or team.name,
            "place": own["place"],
            "page": reverse("team", args=(league.slug, team.slug)),
            "asOf": stamp_of(league),
        }
    )


@for_public
@same_until_changed
def league_search(request: HttpRequest, league: League) -> HttpResponse:
    """Find what is public in a league: whoever plays, matches, cups, news, pages, rules, documents, help."""
    text = typed_text(request.GET.get("q", ""))
    public = [kind for kind in DOCUMENTS if kind.may_print(frozenset())]
    documents = [kind for kind in public if is_found(text, f"{kind.title} {kind.about}")]
    return render(
        request,
        "overview/search.html",
        {
            "section": "search",
            "text": text,
            "results": search_public(league, text) if text else {},
            "documents": [(kind, marked(text, (kind.about,))) for kind in documents[:MOST]],
            "rules": _rules_found(league, text) if text else (),
            "pages": [page for page in PAGES_FOUND if text and is_found(text, " ".join(page[1:]))],
            "help_found": search_help(text),
        },
    )


def _rules_found(league: League, text: str) -> list[tuple[str, FoundSentence]]:
    """Return the sections of the season's rules that have every word, with the sentence that says so."""
    rules = league_rules(league, league_today(league))
    sections = (*rules.match, *rules.regulations, *rules.game) if rules else ()
    texts = {section.title: [sentence.text for sentence in section.sentences] for section in sections}
    return [
        (title, marked(text, sentences))
        for title, sentences in texts.items()
        if is_found(text, f"{title} {' '.join(sentences)}")
    ][:MOST]


@for_public
@same_until_changed
def contacts(request: HttpRequest, league: League) -> HttpResponse:
    """Show the officers, and the captains of the teams as far as they agreed to be shown to this reader."""
    readers = contacts_shown_to(request.user, league)
    if readers != Enrolment.ContactFor.EVERYBODY:
        note_contacts(request, league, "Contacts")
    return render(
        request,
        "overview/contacts.html",
        {
            "section": "contacts",
            "officers": list(officers_of(league)),
            "divisions": list(team_contacts(league, league_today(league), readers)),
            "readers": readers,
        },
    )


@for_public
def privacy(request: HttpRequest, league: League) -> HttpResponse:
    """Show what the league stores about people and for how long, and what leaves the site as it is set up."""
    return render(
        request,
        "overview/privacy.html",
        {
            "section": "help",
            "stored": STORED,
            "sends_letters": mail_goes_out(),
            "backups": settings.BACKUPS_KEPT,
            "is_copied": settings.BACKUP_TO is not None,
            "is_watched": bool(settings.PING_URL),
        },
    )


@for_public
@same_until_changed
def accessibility(request: HttpRequest, league: League) -> HttpResponse:
    """Show what was checked for people with disabilities, and whom to tell what keeps them out."""
    return render(request, "overview/accessibility.html", {"section": "help"})
