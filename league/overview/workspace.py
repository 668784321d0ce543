"""The secretary's workspace: its sections and their pages as data, for the rail, the search and the tests.

A page of the workspace belongs to one section. A reader sees the pages they may open, and a section leads to
the first of them. Nothing here asks the database.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from league.accounts.powers import Power
from league.installation.stamps import late_clock
from league.models import League
from league.shared.text import folded


@dataclass(frozen=True, slots=True)
class WorkspacePage:
    """A page without a subject of its own: its label, the name of its address, who may open it.

    `words` are others it is searched by.
    """

    label: str
    name: str
    power: Power
    words: str = ""


@dataclass(frozen=True, slots=True)
class WorkspaceSection:
    """A section of the rail: `pages` are listed under it, `inside` are addresses of single things in it."""

    slug: str
    label: str
    pages: tuple[WorkspacePage, ...]
    inside: frozenset[str] = frozenset()

    def pages_for(self, powers: Collection[str]) -> tuple[WorkspacePage, ...]:
        """Return the pages that a reader with these powers may open."""
        return tuple(page for page in self.pages if page.power in powers)


DESK, RESULTS, FIXTURES, SECRETARY, PEOPLE = (
    Power.DESK,
    Power.RESULTS,
    Power.FIXTURES,
    Power.SECRETARY,
    Power.PEOPLE,
)

SECTIONS = (
    WorkspaceSection(
        "inbox",
        "Inbox",
        (
            WorkspacePage("To decide", "secretary-desk", DESK, "inbox desk home"),
            WorkspacePage("Waiting", "inbox-waiting", DESK, "paused promised sheets requests outbox"),
            WorkspacePage("Decided", "inbox-decided", DESK, "undo history decisions"),
        ),
        frozenset({"workspace-search", "inbox-decide"}),
    ),
    WorkspaceSection(
        "results",
        "Results",
        (
            WorkspacePage("This week", "workspace-results", DESK, "results scores entry drafts nights"),
            WorkspacePage("Read photographs", "read-photographs", RESULTS, "photo sheet scan pile"),
            WorkspacePage("Score a match", "league-scoring", Power.SCORING, "phone screen table"),
        ),
        frozenset(
            {
                *("night", "night-finals", "match-entry", "match-draft", "match-put-right"),
                *("match-dispute", "match-reports", "match-log", "match-photograph", "match-code"),
                *("match-photographs", "match-photograph-reading", "match-walkover", "match-accept-player"),
            }
        ),
    ),
    WorkspaceSection(
        "fixtures",
        "Fixtures",
        (
            WorkspacePage("Plans", "fixture-plans", FIXTURES, "fixtures publish calendar schedule"),
            WorkspacePage("Season calendar", "season-calendar", FIXTURES, "weeks off cup spare finals"),
            WorkspacePage("Versions", "fixture-versions", FIXTURES, "published return restore earlier list"),
            WorkspacePage("Play-offs", "play-offs", FIXTURES, "decider"),
        ),
        frozenset(
            {
                *("compare-plans", "plan-again", "plan-from-list", "fixture-plan", "fixture-plan-fairness"),
                *("fixture-plan-list", "fixture-plan-change", "fixture-plan-back", "fixture-plan-search"),
                *("fixture-plan-requests", "match-postpone", "match-venue", "fixture-version"),
            }
        ),
    ),
    WorkspaceSection(
        "teams",
        "Teams and players",
        (
            WorkspacePage("Pubs and teams", "records", SECRETARY, "divisions edit new merge delete landlord"),
            WorkspacePage("Closed pubs and moves", "pubs-kept", SECRETARY, "close rename move"),
            WorkspacePage("Players", "registrations", SECRETARY, "registration sign on squad transfer"),
            WorkspacePage("Unregistered names", "written-names", SECRETARY, "merge sort names"),
            WorkspacePage("Captains", "captains", SECRETARY, "contacts telephone address e-mail"),
            WorkspacePage("Import and export", "lists", SECRETARY, "list spreadsheet csv xlsx excel paste"),
            WorkspacePage("Programs", "api-tokens", SECRETARY, "api token key script"),
        ),
        frozenset(
            {
                *(
                    "player-record",
                    "personal-data",
                    "personal-data-erase",
                    "pub-kept",
                    "team-move",
                    "import-back",
                ),
                *("record", "record-new", "record-delete", "record-merge", "change-undo"),
            }
        ),
    ),
    WorkspaceSection(
        "cups",
        "Cups",
        (
            WorkspacePage("Cups", "keep-cups", SECRETARY, "knock-out draw bracket"),
            WorkspacePage("New pairs night", "new-pairs-night", SECRETARY, "pairs"),
        ),
        frozenset({"keep-cup", "keep-tie"}),
    ),
    WorkspaceSection(
        "season",
        "Season",
        (
            WorkspacePage("Seasons", "seasons", SECRETARY, "close begin next promotion relegation"),
            WorkspacePage("Dates", "season-dates", SECRETARY, "due reminders meeting presentation"),
            WorkspacePage("Rules and penalties", "regulations", SECRETARY, "deadlines rule book"),
            WorkspacePage("Sanctions", "penalties", SECRETARY, "fines warnings appeals ineligible"),
            WorkspacePage("Points given or taken", "adjustments", SECRETARY, "rulings deduct"),
            WorkspacePage("Withdrawals", "withdrawals", SECRETARY, "team leaves"),
            WorkspacePage("Roll of honour", "honours", SECRETARY, "winners awards"),
        ),
        frozenset(
            {
                *(
                    "season",
                    "season-report",
                    "next-season",
                    "rule-book",
                    "new-old-table",
                    "honours-of-year",
                    "change-old-table",
                ),
                *("penalty", "ruling-appeal", "ruling-revoke"),
            }
        ),
    ),
    WorkspaceSection(
        "money",
        "Money",
        (
            WorkspacePage(
                "Balances", "ledger", SECRETARY, "fees fines payments ledger account statements totals"
            ),
            WorkspacePage("Bank statement", "bank-statement", SECRETARY, "bank import payments transfers"),
        ),
        frozenset({"ledger-pub"}),
    ),
    WorkspaceSection(
        "print",
        "Print",
        (WorkspacePage("Documents", "workspace-print", DESK, "score sheets slips posters pdf paper"),),
        frozenset({"desk-document", "desk-document-preview"}),
    ),
    WorkspaceSection(
        "messages",
        "Messages",
        (
            WorkspacePage("Bulletin", "bulletin", SECRETARY, "newspaper chat news text tables"),
            WorkspacePage("Messages", "messages", SECRETARY, "e-mail captains write outbox failed"),
            WorkspacePage("Captains’ links", "captain-links", SECRETARY, "e-mail links send"),
        ),
    ),
    WorkspaceSection(
        "settings",
        "Settings",
        (
            WorkspacePage("People and roles", "people", PEOPLE, "permissions accounts invite hand over"),
            WorkspacePage("League", "league-settings", SECRETARY, "name time zone about"),
            WorkspacePage(
                "Data retention",
                "retention",
                SECRETARY,
                "personal data privacy delete photographs logs how long",
            ),
            WorkspacePage(
                "Audit log", "audit-log", Power.OWNER, "who did what when contacts read access security"
            ),
            WorkspacePage("Handover", "handover", PEOPLE, "successor owner leave next secretary"),
            WorkspacePage("This site", "site-state", SECRETARY, "clock late backups restore doctor server"),
            WorkspacePage("Export league", "take-along", SECRETARY, "backup file move computer"),
            WorkspacePage("Delete league", "delete-league", Power.OWNER, "remove close erase end"),
        ),
        frozenset({"person", "hand-over"}),
    ),
)

# The sections at the foot of a phone's screen; the others are one tap away.
ON_PHONE = ("inbox", "results", "fixtures", "teams")

SECTION_OF = {
    name: section.slug
    for section in SECTIONS
    for name in (*section.inside, *(page.name for page in section.pages))
}


def workspace(request: HttpRequest) -> dict[str, Any]:
    """Return the rail as `workspace`, for pages of the workspace that were opened by somebody at the desk.

    `late_clock` is when the clock last ran, if that is too long ago.

    No query: the first line of the view has read what the reader may do.
    """
    league, powers = getattr(request, "league", None), getattr(request, "powers", ())
    name = request.resolver_match.url_name if request.resolver_match else None
    if league is None or name not in SECTION_OF or Power.DESK not in powers:
        return {}
    return {"workspace": tuple(_links(league, powers, name)), "late_clock": late_clock()}


def _links(league: League, powers: Collection[str], current: str) -> Iterator[dict[str, Any]]:
    for section in SECTIONS:
        pages = [
            {
                "label": page.label,
                "address": reverse(page.name, args=[league.slug]),
                "is_current": page.name == current,
            }
            for page in section.pages_for(powers)
        ]
        if pages:
            yield {
                "slug": section.slug,
                "label": section.label,
                "pages": pages,
                "is_open": SECTION_OF[current] == section.slug,
                "is_on_phone": section.slug in ON_PHONE,
            }


def pages_named(text: str, powers: Collection[str]) -> tuple[WorkspacePage, ...]:
    """Return the pages whose label, section or other words hold every word of the text."""
    wanted = folded(text).split()
    return tuple(
        page
        for section in SECTIONS
        for page in section.pages_for(powers)
        if all(word in folded(f"{section.label} {page.label} {page.words}") for word in wanted)
    )
