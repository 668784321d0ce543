"""The secretary's workspace: sections, their tabs and the pages of a tab as data.

A reader sees what they may open: a section leads to its first tab, a tab to the first of its pages; the
other pages of a tab are linked at the foot of each of them. Nothing here asks the database.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from league.accounts.powers import Power
from league.installation.stamps import late_clock
from league.models import League
from league.reading.photographs import can_read
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
class WorkspaceTab:
    """A tab of a section: it opens the first of `pages`; `inside` are addresses of single things in it."""

    label: str
    pages: tuple[WorkspacePage, ...]
    inside: frozenset[str] = frozenset()

    def pages_for(self, powers: Collection[str]) -> tuple[WorkspacePage, ...]:
        """Return the pages that a reader with these powers may open."""
        return tuple(page for page in self.pages if page.power in powers)


@dataclass(frozen=True, slots=True)
class WorkspaceSection:
    """A section of the rail, and the heading of its tabs."""

    slug: str
    label: str
    tabs: tuple[WorkspaceTab, ...]


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
            WorkspaceTab(
                "To decide", (WorkspacePage("To decide", "secretary-desk", DESK, "inbox desk home"),)
            ),
            WorkspaceTab(
                "Waiting",
                (
                    WorkspacePage(
                        "Waiting",
                        "inbox-waiting",
                        DESK,
                        "result paused promised sheets requests outbox undo e-mail pending promise",
                    ),
                ),
            ),
            WorkspaceTab(
                "Decided",
                (
                    WorkspacePage(
                        "Decided", "inbox-decided", DESK, "undo history decisions changed mind who decided"
                    ),
                ),
            ),
        ),
    ),
    WorkspaceSection(
        "results",
        "Results",
        (
            WorkspaceTab(
                "Nights",
                (
                    WorkspacePage(
                        "This week",
                        "workspace-results",
                        DESK,
                        "not finished results scores entry drafts nights "
                        "abandoned match unfinished missing late wrong "
                        "score correct result change type enter walkover void dispute remind captains "
                        "chase",
                    ),
                    WorkspacePage(
                        "Score a match",
                        "league-scoring",
                        Power.SCORING,
                        "phone screen table live score tablet",
                    ),
                ),
                frozenset(
                    {
                        *("night", "night-finals", "match-entry", "match-draft", "match-put-right"),
                        *("match-dispute", "match-reports", "match-log", "match-photograph", "match-code"),
                        *("match-photographs", "match-photograph-reading", "match-walkover"),
                        "match-accept-player",
                    }
                ),
            ),
            WorkspaceTab(
                "Photographs",
                (
                    WorkspacePage(
                        "Read photographs",
                        "read-photographs",
                        RESULTS,
                        "photo sheet scan pile picture scanned camera",
                    ),
                ),
            ),
            WorkspaceTab(
                "Rulings",
                (
                    WorkspacePage(
                        "Sanctions",
                        "penalties",
                        SECRETARY,
                        "fines warnings appeals ineligible season late sheet breach punish punishment player",
                    ),
                    WorkspacePage(
                        "Rulings",
                        "adjustments",
                        SECRETARY,
                        "points given or taken deduct season off walkover void abandoned match",
                    ),
                    WorkspacePage(
                        "Withdrawals",
                        "withdrawals",
                        SECRETARY,
                        "drops out team leaves season drop out dropped folds pull out quits resign",
                    ),
                ),
                frozenset({"penalty", "ruling-appeal", "ruling-revoke"}),
            ),
        ),
    ),
    WorkspaceSection(
        "fixtures",
        "Fixtures",
        (
            WorkspaceTab(
                "Calendar",
                (
                    WorkspacePage(
                        "Season calendar",
                        "season-calendar",
                        FIXTURES,
                        "weeks off cup spare finals postponed rearranged christmas break bank holiday no "
                        "match week move match night",
                    ),
                    WorkspacePage(
                        "Versions",
                        "fixture-versions",
                        FIXTURES,
                        "published return restore earlier list undo fixtures old",
                    ),
                ),
                frozenset({"match-postpone", "match-venue", "fixture-version"}),
            ),
            WorkspaceTab(
                "Plans",
                (
                    WorkspacePage(
                        "Plans",
                        "fixture-plans",
                        FIXTURES,
                        "fixtures publish calendar schedule requests draw up fixture list make home away",
                    ),
                ),
                frozenset(
                    {
                        *(
                            "compare-plans",
                            "plan-again",
                            "plan-from-list",
                            "fixture-plan",
                            "fixture-plan-list",
                        ),
                        *("fixture-plan-fairness", "fixture-plan-change", "fixture-plan-back"),
                        *("fixture-plan-search", "fixture-plan-requests"),
                    }
                ),
            ),
            WorkspaceTab(
                "Play-offs",
                (WorkspacePage("Play-offs", "play-offs", FIXTURES, "decider tie first place final decide"),),
            ),
        ),
    ),
    WorkspaceSection(
        "teams",
        "Teams and players",
        (
            WorkspaceTab(
                "Pubs and teams",
                (
                    WorkspacePage(
                        "Pubs and teams",
                        "records",
                        SECRETARY,
                        "divisions edit new merge delete landlord add third division fourth pub team "
                        "match night spelling rename postcode address phone",
                    ),
                    WorkspacePage(
                        "Closed pubs and moves",
                        "pubs-kept",
                        SECRETARY,
                        "close rename move shut closing new name moves pub",
                    ),
                    WorkspacePage(
                        "Pub links",
                        "pub-links",
                        SECRETARY,
                        "code landlord sheets television room qr poster tv bar screen",
                    ),
                ),
                frozenset(
                    {
                        *("pub-kept", "team-move", "keep-pub-photograph", "change-undo"),
                        *("record", "record-new", "record-delete", "record-merge"),
                    }
                ),
            ),
            WorkspaceTab(
                "Players",
                (
                    WorkspacePage(
                        "Players",
                        "registrations",
                        SECRETARY,
                        "registration sign on squad transfer add new player up signing leaves left remove "
                        "my name erase forget personal data photograph consent",
                    ),
                    WorkspacePage(
                        "Unregistered names",
                        "written-names",
                        SECRETARY,
                        "merge sort names unknown same person twice duplicate misspelt wrong name",
                    ),
                ),
                frozenset({"record players", "player-record", "personal-data", "personal-data-erase"}),
            ),
            WorkspaceTab(
                "Captains",
                (
                    WorkspacePage(
                        "Captains",
                        "captains",
                        SECRETARY,
                        "contacts telephone address e-mail phone number email change captain",
                    ),
                    WorkspacePage(
                        "Captains’ links",
                        "captain-links",
                        SECRETARY,
                        "e-mail links send messages lost link new link whatsapp sign in",
                    ),
                ),
            ),
        ),
    ),
    WorkspaceSection(
        "cups",
        "Cups",
        (
            WorkspaceTab(
                "Cups",
                (
                    WorkspacePage(
                        "Cups",
                        "keep-cups",
                        SECRETARY,
                        "knock-out draw bracket trophy knockout tie semi-final final",
                    ),
                ),
                frozenset({"keep-cup", "keep-draw", "keep-tie"}),
            ),
            WorkspaceTab(
                "Pairs nights",
                (
                    WorkspacePage(
                        "Pairs nights", "new-pairs-night", SECRETARY, "pairs new night charity tournament"
                    ),
                ),
                frozenset({"pairs-night-kept"}),
            ),
        ),
    ),
    WorkspaceSection(
        "season",
        "Season",
        (
            WorkspaceTab(
                "Season",
                (
                    WorkspacePage(
                        "Seasons",
                        "seasons",
                        SECRETARY,
                        "close begin next promotion relegation end finish season start new year promote "
                        "champions annual report meeting agm",
                    ),
                    WorkspacePage(
                        "Dates",
                        "season-dates",
                        SECRETARY,
                        "due reminders meeting presentation start date deadline agm annual general night",
                    ),
                ),
                frozenset({"record seasons", "season", "season-report", "next-season"}),
            ),
            WorkspaceTab(
                "Rules",
                (
                    WorkspacePage(
                        "Rules and sanctions",
                        "regulations",
                        SECRETARY,
                        "deadlines rule book penalties late sheet fine change minimum players limit "
                        "postponement notice",
                    ),
                ),
                frozenset({"rule-book"}),
            ),
            WorkspaceTab(
                "Honours",
                (
                    WorkspacePage(
                        "Roll of honour",
                        "honours",
                        SECRETARY,
                        "winners awards trophy champions past old final table history",
                    ),
                ),
                frozenset({"new-old-table", "honours-of-year", "change-old-table"}),
            ),
        ),
    ),
    WorkspaceSection(
        "money",
        "Money",
        (
            WorkspaceTab(
                "Balances",
                (
                    WorkspacePage(
                        "Balances",
                        "ledger",
                        SECRETARY,
                        "fees fines payments ledger account statements totals unpaid owes money subs debt "
                        "fee paid treasurer",
                    ),
                ),
                frozenset({"ledger-pub", "ledger-statements"}),
            ),
            WorkspaceTab(
                "Bank statement",
                (
                    WorkspacePage(
                        "Bank statement",
                        "bank-statement",
                        SECRETARY,
                        "bank import payments transfers reconcile paid in",
                    ),
                ),
            ),
        ),
    ),
    WorkspaceSection(
        "print",
        "Print",
        (
            WorkspaceTab(
                "This week",
                (
                    WorkspacePage(
                        "Documents",
                        "workspace-print",
                        DESK,
                        "score sheets slips posters pdf paper handbook poster labels certificates "
                        "envelopes fixtures card registration forms",
                    ),
                ),
                frozenset({"desk-document"}),
            ),
        ),
    ),
    WorkspaceSection(
        "messages",
        "Messages",
        (
            WorkspaceTab(
                "Bulletin",
                (
                    WorkspacePage(
                        "Bulletin",
                        "bulletin",
                        SECRETARY,
                        "newspaper chat news text tables press report weekly write",
                    ),
                ),
            ),
            WorkspaceTab(
                "Messages",
                (
                    WorkspacePage(
                        "Messages",
                        "messages",
                        SECRETARY,
                        "e-mail captains write outbox failed email mail everyone text letter reminder",
                    ),
                ),
            ),
        ),
    ),
    WorkspaceSection(
        "settings",
        "Settings",
        (
            WorkspaceTab(
                "League",
                (
                    WorkspacePage(
                        "League",
                        "league-settings",
                        SECRETARY,
                        "name time zone about rename league officers pay contact",
                    ),
                    WorkspacePage(
                        "This site",
                        "site-state",
                        SECRETARY,
                        "clock late backups restore doctor server version update broken error e-mail not "
                        "sent mail",
                    ),
                ),
            ),
            WorkspaceTab(
                "People",
                (
                    WorkspacePage(
                        "People and roles",
                        "people",
                        PEOPLE,
                        "forgotten permissions accounts invite hand over password new helper treasurer "
                        "another secretary user login",
                    ),
                    WorkspacePage(
                        "Handover",
                        "handover",
                        PEOPLE,
                        "successor owner leave next secretary stepping down retire resign new",
                    ),
                ),
                frozenset({"person", "hand-over"}),
            ),
            WorkspaceTab(
                "Data",
                (
                    WorkspacePage(
                        "Import and export",
                        "lists",
                        SECRETARY,
                        "list spreadsheet csv xlsx excel paste teams and players upload download google "
                        "sheets fixtures",
                    ),
                    WorkspacePage(
                        "Prove it against last year",
                        "prove",
                        SECRETARY,
                        "rules table points check last season trust same old",
                    ),
                    WorkspacePage(
                        "Export league",
                        "take-along",
                        SECRETARY,
                        "backup file move computer download everything save copy another",
                    ),
                    WorkspacePage(
                        "Site in a folder",
                        "site-copy",
                        SECRETARY,
                        "publish copy files archive zip web space website hosting static",
                    ),
                    WorkspacePage(
                        "Programs",
                        "api-tokens",
                        SECRETARY,
                        "api token key script teams and players developer app website feed",
                    ),
                    WorkspacePage(
                        "Data retention",
                        "retention",
                        SECRETARY,
                        "personal data privacy delete photographs logs how long gdpr protection old players",
                    ),
                    WorkspacePage(
                        "Audit log",
                        "audit-log",
                        Power.OWNER,
                        "changed who did what when contacts read access security changes by whom",
                    ),
                    WorkspacePage("Delete league", "delete-league", Power.OWNER, "remove close erase end"),
                ),
                frozenset({"import-back", "site-copy-file"}),
            ),
        ),
    ),
)

# The sections at the foot of a phone's screen; the others are one tap away.
ON_PHONE = ("inbox", "results", "fixtures", "teams")

# The search belongs to no section.
PLACE_OF = {
    name: (section, tab)
    for section in SECTIONS
    for tab in section.tabs
    for name in (*tab.inside, *(page.name for page in tab.pages))
} | {
    "workspace-search": (
        WorkspaceSection("", "Search", ()),
        WorkspaceTab("Search", (WorkspacePage("Search", "workspace-search", DESK),)),
    )
}


def workspace(request: HttpRequest) -> dict[str, Any]:
    """Return the frame as `workspace`, for pages of the workspace that were opened by somebody at the desk.

    `late_clock` is when the clock last ran, if that is too long ago. A view that shows the page of another
    address has written that one's name into the request, as `place`.

    No query: the first line of the view has read what the reader may do.
    """
    league, powers, match = (
        getattr(request, "league", None),
        getattr(request, "powers", ()),
        request.resolver_match,
    )
    name = getattr(request, "place", match.url_name if match else None)
    if league is None or match is None or name not in PLACE_OF or Power.DESK not in powers:
        return {}
    return {
        "workspace": _frame(
            league, powers, name, *PLACE_OF.get(f"record {match.kwargs.get('kind')}", PLACE_OF[name])
        ),
        "late_clock": late_clock(),
    }


def _frame(
    league: League, powers: Collection[str], current: str, here: WorkspaceSection, open_tab: WorkspaceTab
) -> dict[str, Any]:
    shown = next((page for page in open_tab.pages if page.name == current), None)
    below = None if shown is open_tab.pages[0] else shown
    addresses = {
        tab: reverse(pages[0].name, args=[league.slug])
        for section in SECTIONS
        for tab in section.tabs
        if (pages := tab.pages_for(powers))
    }
    return {
        "sections": [
            {
                "slug": section.slug,
                "label": section.label,
                "address": address,
                "is_open": section is here,
                "is_on_phone": section.slug in ON_PHONE,
            }
            for section in SECTIONS
            if (address := next((addresses[tab] for tab in section.tabs if tab in addresses), ""))
        ],
        "section": here.label,
        "heading": below.label if below else here.label,
        "title": " – ".join(dict.fromkeys([(below or open_tab).label, here.label])),
        "tabs": [
            {
                "label": tab.label,
                "address": addresses[tab],
                "is_open": tab is open_tab,
                "is_page": tab.pages[0] is shown,
            }
            for tab in here.tabs
            if tab in addresses and (tab.label != "Photographs" or tab is open_tab or can_read())
        ],
        "is_single_thing": shown is None,
        "is_below_tab": shown is None or below is not None,
        "also": [
            {"label": page.label, "address": reverse(page.name, args=[league.slug])}
            for page in open_tab.pages_for(powers)
            if shown and page is not shown
        ],
    }


LITTLE = re.compile(r"\b(?:a|an|and|by|do|for|from|how|i|in|is|my|of|on|or|our|that|the|to|we|who|with)\b")


ANSWERS = {
    "date format": "Pages and paper write dates as Thu 14 Jan 2027; boxes follow the browser. Not a setting.",
}
"""What is looked for and has no page: its words, and what there is instead."""


def answer_to(text: str) -> str:
    """Return what there is instead of a page that somebody looks for, if that is known."""
    return next((said for words, said in ANSWERS.items() if {*words.split()} <= {*folded(text).split()}), "")


def pages_named(text: str, powers: Collection[str]) -> tuple[WorkspacePage, ...]:
    """Return the pages whose label, tab, section or words hold every word of the text but small ones."""
    wanted = LITTLE.sub("", folded(text)).split() or folded(text).split()
    return tuple(
        page
        for section in SECTIONS
        for tab in section.tabs
        for page in tab.pages_for(powers)
        if all(word in folded(f"{section.label} {tab.label} {page.label} {page.words}") for word in wanted)
    )
