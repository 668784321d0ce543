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
from django.utils.functional import SimpleLazyObject

from league.accounts.powers import Power
from league.installation.stamps import late_clock
from league.models import League
from league.reading.photographs import can_read
from league.shared.text import folded


@dataclass(frozen=True, slots=True)
class WorkspacePage:
    """A page without a subject of its own: its label, the name of its address, who may open it."""

    label: str
    name: str
    power: Power


@dataclass(frozen=True, slots=True)
class WorkspaceTab:
    """A tab of a section: it opens the first of `pages`; `inside` are addresses of single things in it."""

    label: str
    pages: tuple[WorkspacePage, ...]
    inside: str = ""

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


def _tab(label: str, *pages: WorkspacePage, inside: str = "") -> WorkspaceTab:
    return WorkspaceTab(label, pages, inside)


def _section(slug: str, label: str, *tabs: WorkspaceTab) -> WorkspaceSection:
    return WorkspaceSection(slug, label, tabs)


SECTIONS = (
    _section(
        "inbox",
        "Inbox",
        _tab("To decide", WorkspacePage("To decide", "secretary-desk", DESK)),
        _tab("Waiting", WorkspacePage("Waiting", "inbox-waiting", DESK)),
        _tab("Decided", WorkspacePage("Decided", "inbox-decided", DESK)),
    ),
    _section(
        "results",
        "Results",
        _tab(
            "Nights",
            WorkspacePage("This week", "workspace-results", DESK),
            WorkspacePage("Score a match", "league-scoring", Power.SCORING),
            inside="night night-finals match-entry match-draft match-put-right match-dispute match-reports "
            "match-log match-photograph match-code match-photographs match-photograph-reading "
            "match-walkover match-accept-player",
        ),
        _tab("Photographs", WorkspacePage("Read photographs", "read-photographs", RESULTS)),
        _tab(
            "Rulings",
            WorkspacePage("Sanctions", "penalties", SECRETARY),
            WorkspacePage("Rulings", "adjustments", SECRETARY),
            WorkspacePage("Withdrawals", "withdrawals", SECRETARY),
            inside="penalty ruling-appeal ruling-revoke",
        ),
    ),
    _section(
        "fixtures",
        "Fixtures",
        _tab(
            "Calendar",
            WorkspacePage("Season calendar", "season-calendar", FIXTURES),
            WorkspacePage("Versions", "fixture-versions", FIXTURES),
            inside="match-postpone match-venue fixture-version",
        ),
        _tab(
            "Plans",
            WorkspacePage("Plans", "fixture-plans", FIXTURES),
            inside="compare-plans plan-again plan-from-list fixture-plan fixture-plan-list "
            "fixture-plan-fairness fixture-plan-change fixture-plan-back fixture-plan-search "
            "fixture-plan-requests",
        ),
        _tab("Play-offs", WorkspacePage("Play-offs", "play-offs", FIXTURES)),
    ),
    _section(
        "teams",
        "Teams and players",
        _tab(
            "Pubs and teams",
            WorkspacePage("Pubs and teams", "records", SECRETARY),
            WorkspacePage("Closed pubs and moves", "pubs-kept", SECRETARY),
            WorkspacePage("Pub links", "pub-links", SECRETARY),
            inside="pub-kept team-move keep-pub-photograph change-undo record record-new record-delete "
            "record-merge",
        ),
        _tab(
            "Players",
            WorkspacePage("Players", "registrations", SECRETARY),
            WorkspacePage("Unregistered names", "written-names", SECRETARY),
            inside="record/players player-record personal-data personal-data-erase",
        ),
        _tab(
            "Captains",
            WorkspacePage("Captains", "captains", SECRETARY),
            WorkspacePage("Captains’ links", "captain-links", SECRETARY),
        ),
    ),
    _section(
        "cups",
        "Cups",
        _tab("Cups", WorkspacePage("Cups", "keep-cups", SECRETARY), inside="keep-cup keep-draw keep-tie"),
        _tab(
            "Pairs nights",
            WorkspacePage("Pairs nights", "new-pairs-night", SECRETARY),
            inside="pairs-night-kept",
        ),
    ),
    _section(
        "season",
        "Season",
        _tab(
            "Season",
            WorkspacePage("Seasons", "seasons", SECRETARY),
            WorkspacePage("Dates", "season-dates", SECRETARY),
            inside="record/seasons season season-report next-season",
        ),
        _tab("Rules", WorkspacePage("Rules and sanctions", "regulations", SECRETARY), inside="rule-book"),
        _tab(
            "Honours",
            WorkspacePage("Roll of honour", "honours", SECRETARY),
            inside="new-old-table honours-of-year change-old-table",
        ),
    ),
    _section(
        "money",
        "Money",
        _tab(
            "Balances", WorkspacePage("Balances", "ledger", SECRETARY), inside="ledger-pub ledger-statements"
        ),
        _tab("Bank statement", WorkspacePage("Bank statement", "bank-statement", SECRETARY)),
    ),
    _section(
        "print",
        "Print",
        _tab("This week", WorkspacePage("Documents", "workspace-print", DESK), inside="desk-document"),
    ),
    _section(
        "messages",
        "Messages",
        _tab("Bulletin", WorkspacePage("Bulletin", "bulletin", SECRETARY)),
        _tab("Messages", WorkspacePage("Messages", "messages", SECRETARY)),
    ),
    _section(
        "settings",
        "Settings",
        _tab(
            "League",
            WorkspacePage("League", "league-settings", SECRETARY),
            WorkspacePage("This site", "site-state", SECRETARY),
        ),
        _tab(
            "People",
            WorkspacePage("People and roles", "people", PEOPLE),
            WorkspacePage("Handover", "handover", PEOPLE),
            inside="person hand-over",
        ),
        _tab(
            "Data",
            WorkspacePage("Import and export", "lists", SECRETARY),
            WorkspacePage("Prove it against last year", "prove", SECRETARY),
            WorkspacePage("Export league", "take-along", SECRETARY),
            WorkspacePage("Site in a folder", "site-copy", SECRETARY),
            WorkspacePage("Programs", "api-tokens", SECRETARY),
            WorkspacePage("Data retention", "retention", SECRETARY),
            WorkspacePage("Audit log", "audit-log", Power.OWNER),
            WorkspacePage("Delete league", "delete-league", Power.OWNER),
            inside="import-back site-copy-file",
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
    for name in (*tab.inside.split(), *(page.name for page in tab.pages))
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
    place = PLACE_OF.get(f"record/{match.kwargs.get('kind')}", PLACE_OF[name])
    # Each table of a page is a template of its own, which asks anew and shows no frame.
    return {
        "workspace": SimpleLazyObject(lambda: _frame(league, powers, name, *place)),
        "late_clock": SimpleLazyObject(late_clock),
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
        "also": [page for page in open_tab.pages_for(powers) if shown and page is not shown],
    }


WORDS = """
secretary-desk: inbox desk home
inbox-waiting: result paused promised sheets requests outbox undo e-mail pending promise
inbox-decided: undo history decisions changed mind who decided
workspace-results: not finished results scores entry drafts nights abandoned match unfinished missing late
    wrong score correct result change type enter walkover void dispute remind captains chase
league-scoring: phone screen table live score tablet
read-photographs: photo sheet scan pile picture scanned camera
penalties: fines warnings appeals ineligible season late sheet breach punish punishment player
adjustments: points given or taken deduct season off walkover void abandoned match
withdrawals: drops out team leaves season drop out dropped folds pull out quits resign
season-calendar: weeks off cup spare finals postponed rearranged christmas break bank holiday no match week
    move match night
fixture-versions: published return restore earlier list undo fixtures old
fixture-plans: fixtures publish calendar schedule requests draw up fixture list make home away
play-offs: decider tie first place final decide
records: divisions edit new merge delete landlord add third division fourth pub team match night spelling
    rename postcode address phone
pubs-kept: close rename move shut closing new name moves pub
pub-links: code landlord sheets television room qr poster tv bar screen
registrations: registration sign on squad transfer add new player up signing leaves left remove my name erase
    forget personal data photograph consent
written-names: merge sort names unknown same person twice duplicate misspelt wrong name
captains: contacts telephone address e-mail phone number email change captain
captain-links: e-mail links send messages lost link new link whatsapp sign in
keep-cups: knock-out draw bracket trophy knockout tie semi-final final
new-pairs-night: pairs new night charity tournament
seasons: close begin next promotion relegation end finish season start new year promote champions annual
    report meeting agm
season-dates: due reminders meeting presentation start date deadline agm annual general night
regulations: deadlines rule book penalties late sheet fine change minimum players limit postponement notice
honours: winners awards trophy champions past old final table history
ledger: fees fines payments ledger account statements totals unpaid owes money subs debt fee paid treasurer
bank-statement: bank import payments transfers reconcile paid in
workspace-print: score sheets slips posters pdf paper handbook poster labels certificates envelopes fixtures
    card registration forms
bulletin: newspaper chat news text tables press report weekly write
messages: e-mail captains write outbox failed email mail everyone text letter reminder
league-settings: name time zone about rename league officers pay contact
site-state: clock late backups restore doctor server version update broken error e-mail not sent mail
people: forgotten permissions accounts invite hand over password new helper treasurer another secretary user
    login
handover: successor owner leave next secretary stepping down retire resign new
lists: list spreadsheet csv xlsx excel paste teams and players upload download google sheets fixtures
prove: rules table points check last season trust same old
take-along: backup file move computer download everything save copy another
site-copy: publish copy files archive zip web space website hosting static
api-tokens: api token key script teams and players developer app website feed
retention: personal data privacy delete photographs logs how long gdpr protection old players
audit-log: changed who did what when contacts read access security changes by whom
delete-league: remove close erase end
"""
"""What else each page is searched by."""
OTHER_WORDS = dict(re.findall(r"^(\S+): ((?:.|\n )*)", WORDS, re.MULTILINE))
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
        if all(word in _searched_by(section, tab, page) for word in wanted)
    )


def _searched_by(section: WorkspaceSection, tab: WorkspaceTab, page: WorkspacePage) -> str:
    return folded(f"{section.label} {tab.label} {page.label} {OTHER_WORDS[page.name]}")
