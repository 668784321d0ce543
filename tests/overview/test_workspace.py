"""The frame of the secretary's workspace: rail, tabs, where a page belongs, the search of pages."""

import datetime
import pathlib
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.accounts.powers import POWERS, Power, Role
from league.cups.services.pairs_nights import make_night
from league.models import League, Season
from league.overview import workspace
from league.overview.workspace import SECTIONS, pages_named
from tests.accounts.address_rules import BY_POWER
from tests.builders import a_card, a_division, a_match, a_player, an_account
from tests.examples import part_of, sampled
from tests.overview.test_links import PageLinks, inside, kind_of
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)
AT_DESK = [role for role, powers in POWERS.items() if Power.DESK in powers]
ROOT = pathlib.Path(__file__).parents[2]
ROWS = [
    line.split("|")[1:4] for line in (ROOT / "docs/words.md").read_text("utf-8").splitlines() if "|" in line
]
NEVER = re.compile(
    r"\b({})\b".format(
        "|".join(
            re.escape(noun.strip()).removesuffix("y") + (r"(?:y|ies)" if noun.endswith("y") else "s?")
            for _, _, never in ROWS[2:]
            for noun in never.strip().split(", ")
        )
    ),
    re.IGNORECASE,
)
HEADS = re.compile(
    r"{% block (?:heading|title) %}(.*?){% endblock|<(h[1-4]|caption|summary|legend|th)\b[^>]*>(.*?)</\2>"
    r"|{% heads (.*?) %}",
    re.DOTALL,
)
LINK = re.compile(r'<a href="([^"]*)"(?: aria-current="(\w+)")?>([^<]*)</a>')


@pytest.fixture
def league() -> League:
    return a_match(a_division(teams=4)).division.season.league


class Frame:
    """What the frame of a page says."""

    def __init__(self, client: Client, address: str) -> None:
        page = markup(client.get(address))
        self.title, self.headings = _only(page, "title"), re.findall(r"<h1>(.*?)</h1>", page)
        self.below = re.findall(r"<h[23][^>]*>(.*?)</h[23]>", page)
        self.rail = [
            (address, current, re.sub(r"<svg.*?</svg>", "", label).strip())
            for address, current, label in re.findall(
                r'<a class="rail-section" href="([^"]*)"(?: aria-current="(\w+)")?>(.*?)</a>', page
            )
        ]
        self.tabs = _links(page, "tabs")
        self.trail = _links(page, "trail note")
        self.also = _links(page, "row-of-links also-here note")

    @property
    def nouns(self) -> list[str]:
        """The menus, headings and breadcrumbs as words."""
        linked = [label for _, _, label in (*self.rail, *self.tabs, *self.trail, *self.also)]
        return [re.sub("<[^>]+>", "", noun) for noun in (self.title, *self.headings, *self.below, *linked)]

    @property
    def open_section(self) -> list[str]:
        return [label for _, current, label in self.rail if current]

    @property
    def open_tab(self) -> list[tuple[str, str]]:
        return [(uncounted(label), current) for _, current, label in self.tabs if current]


def uncounted(label: str) -> str:
    """Return the label of a tab without how many things wait behind it."""
    return re.sub(r" \d+$", "", label)


def _only(page: str, tag: str) -> str:
    (found,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page)
    return found


def _links(page: str, kind: str) -> list[tuple[str, str, str]]:
    """Return address, state and label of the links in the one navigation of a kind, if there is one."""
    navigations = re.findall(rf'<nav class="{kind}"[^>]*>(.*?)</nav>', page)
    assert len(navigations) < 2, f"{kind} stands twice"
    return [
        (address, current, label.strip())
        for address, current, label in LINK.findall(navigations[0] if navigations else "")
    ]


@pytest.mark.parametrize("role", sampled(AT_DESK, each=10))
def test_rail_heading_and_breadcrumb_agree_and_every_page_is_linked_from_its_tab(
    client: Client, league: League, role: Role, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace, "can_read", lambda: True)
    client.force_login(an_account(league, role))
    said: list[str] = []
    for section in SECTIONS:
        tabs = [tab for tab in section.tabs if tab.pages_for(POWERS[role])]
        for tab in tabs:
            first, *others = tab.pages_for(POWERS[role])
            assert first is tab.pages[0], f"{role} has the tab {tab.label} without its page"
            frame = Frame(client, reverse(first.name, args=[league.slug]))
            assert frame.headings == frame.open_section == [section.label]
            assert [label for _, _, label in frame.tabs if not label[-1].isdigit()] == [
                one.label for one in tabs
            ]
            assert len(frame.tabs) <= 3
            said += frame.nouns
            assert frame.open_tab == [(tab.label, "page")]
            assert frame.trail == []
            assert {tab.label, section.label} <= set(frame.title.split(" – "))
            assert [address for address, _, _ in frame.also] == [
                reverse(page.name, args=[league.slug]) for page in others
            ]
            for page in part_of(others, each=4):
                frame = Frame(client, reverse(page.name, args=[league.slug]))
                assert frame.headings == [page.label]
                said += frame.nouns
                assert frame.open_section == [section.label]
                assert frame.open_tab == [(tab.label, "true")]
                assert [label for _, _, label in frame.trail] == list(
                    dict.fromkeys([section.label, tab.label])
                )
                assert [label for _, _, label in frame.also] == [
                    one.label for one in (first, *others) if one is not page
                ]
    assert not [noun for noun in dict.fromkeys(said) if NEVER.search(noun)], "words.md has another noun"
    assert [label for _, _, label in frame.rail] == [
        section.label for section in SECTIONS if any(tab.pages_for(POWERS[role]) for tab in section.tabs)
    ]


@pytest.mark.slow
def test_a_single_thing_stands_under_its_tab(client: Client, league: League) -> None:
    season = league.seasons.get()
    client.force_login(an_account(league, "owner"))
    player = a_player(league.teams.first())
    night = make_night(season=season, name="Merry Pairs", rounds=3)
    places = {
        f"players/{player.public_id}/": ["Teams and players", "Players"],
        f"records/players/{player.public_id}/": ["Teams and players", "Players"],
        f"records/seasons/{season.slug}/": ["Season"],
        f"records/rule-books/{season.slug}/": ["Season", "Rules"],
        "records/pubs/new/": ["Teams and players", "Pubs and teams"],
        f"cups/{night.public_id}/": ["Cups", "Pairs nights"],
    }
    for address, place in places.items():
        frame = Frame(client, f"/{league.slug}/secretary/{address}")
        assert [label for _, _, label in frame.trail] == place
        assert frame.open_section == place[:1]
        assert frame.headings != place[:1]


def test_photographs_are_a_tab_only_where_they_can_be_read(
    client: Client, league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(an_account(league, "owner"))
    monkeypatch.setattr(workspace, "can_read", lambda: False)
    results = Frame(client, reverse("workspace-results", args=[league.slug]))
    assert [label for _, _, label in results.tabs] == ["Nights", "Rulings"]
    assert Frame(client, reverse("read-photographs", args=[league.slug])).open_tab == [
        ("Photographs", "page")
    ]


def test_the_search_belongs_to_no_section(client: Client, league: League) -> None:
    client.force_login(an_account(league, "owner"))
    frame = Frame(client, reverse("workspace-search", args=[league.slug]))
    assert (frame.headings, frame.open_section, frame.tabs, frame.trail) == (["Search"], [], [], [])


def test_the_frame_offers_only_pages_its_reader_may_open() -> None:
    for section in SECTIONS:
        for tab in section.tabs:
            for page in tab.pages:
                assert page.name in BY_POWER[page.power], page.name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("season sanctions", "penalties"),
        ("results rulings fines", "penalties"),
        ("season withdrawals team leaves", "withdrawals"),
        ("teams players import excel", "lists"),
        ("teams programs token", "api-tokens"),
        ("messages captains’ links", "captain-links"),
        ("new pairs night", "new-pairs-night"),
        ("season calendar", "season-calendar"),
        ("read photographs", "read-photographs"),
        ("honours", "honours"),
    ],
)
def test_a_page_is_found_by_its_words_its_tab_and_its_section(text: str, name: str) -> None:
    assert name in [page.name for page in pages_named(text, POWERS[Role.OWNER])]


ERRANDS = {
    "Remind a team of its result": "secretary-desk",
    "Note what a team promised": "night",
    "Enter a match of four tables": "night-finals",
    "Apply a sanction": "secretary-desk",
    "Undo the last decision": "secretary-desk",
    "Waive all sanctions of a night": "secretary-desk",
    "Close a dispute": "secretary-desk",
    "Move a postponed match to an offered night": "secretary-desk",
    "Find a player": "player-record",
    "Find a match": "match",
    "Open the score sheets of the next night": "desk-document",
    "Copy the bulletin for the newspaper": "bulletin",
    "Send the bulletin to the captains": "bulletin",
    "Publish the bulletin as news": "bulletin",
    "Open the account of a pub": "ledger-pub",
    "Open a pub to edit it": "record",
    "Register a player": "registrations",
    "Enter a payment": "ledger-pub",
    "Write to the captains": "messages",
    "Correct a result": "match-entry",
}
SECTIONS_OF_ERRANDS = ("workspace-results", "records", "ledger", "workspace-print", "bulletin", "night")


@pytest.mark.slow
def test_the_page_of_every_errand_is_two_links_from_the_inbox(client: Client) -> None:
    today = timezone.localdate()
    division = a_division(teams=0)
    Season.objects.update(starts_on=today - 99 * DAY, ends_on=today + 99 * DAY)
    a_card(a_match(division, "The Anvil", "The Barge", date=today - 8 * DAY), (15, 9), (12, 15), (15, 8))
    for name, date in (("Canal", today - DAY), ("Drover", today + 6 * DAY)):
        team = a_match(division, f"The {name}", f"{name} Club", date=date).home
        a_player(team, f"{name} Hirst", division.season)
    client.force_login(an_account(division.season.league, "owner"))
    desk = reverse("secretary-desk", args=[division.season.league.slug])
    first = links_of(client, desk)
    begins = [page for page in first if kind_of(page)[0] in SECTIONS_OF_ERRANDS]
    second = [link for page in begins for link in links_of(client, page)]
    found = client.get(reverse("workspace-search", args=[division.season.league.slug]), {"q": "canal hirst"})
    near = {kind_of(page)[0] for page in (desk, *first, *second, found.url)}
    rows = re.findall(r"^\| ([^|]+) \| inbox ", (ROOT / "docs/tasks.md").read_text("utf-8"), re.M)
    assert rows == list(ERRANDS)
    assert {errand: name for errand, name in ERRANDS.items() if name not in near} == {}


def links_of(client: Client, page: str) -> set[str]:
    """Return where a page leads; nothing for one that is no page."""
    answer = client.get(page)
    if not answer.get("Content-Type", "").startswith("text/html"):
        return set()
    return {link.partition("#")[0] for one in PageLinks(answer.text).links if (link := inside(one, page))}


def test_no_template_heads_a_thing_with_another_noun() -> None:
    found = []
    for template in sorted((ROOT / "templates").rglob("*.html")):
        text = re.sub(
            r"{%(?! (?:block|endblock|heads)).*?%}|{{.*?}}|{#.*?#}", "", template.read_text("utf-8")
        )
        heads = [
            re.sub("<[^>]+>", "", match[1] or match[3] or match[4] or "") for match in HEADS.finditer(text)
        ]
        may_say_penalty = template.parent.name == "results"
        found += [
            (str(template.relative_to(ROOT)), head)
            for head in heads
            if (never := NEVER.search(head)) and not (may_say_penalty and "enalt" in never[0])
        ]
    assert not found


PHRASES = """
abandoned match: workspace-results
match not finished: workspace-results
correct a result: workspace-results
wrong score: workspace-results
a late result: workspace-results
enter scores: workspace-results
remind the captains: workspace-results
dispute: workspace-results
a promised result: inbox-waiting
undo a decision: inbox-decided
score on a phone: league-scoring
photo of a sheet: read-photographs
deduct points: adjustments
take points off: adjustments
void match: adjustments
walkover: adjustments
fines: penalties
an ineligible player: penalties
appeals: penalties
late sheet: penalties
a team drops out: withdrawals
a team leaves: withdrawals
weeks off: season-calendar
bank holiday: season-calendar
christmas break: season-calendar
postponed: season-calendar
restore earlier fixtures: fixture-versions
make the fixtures: fixture-plans
decider: play-offs
third division: records
add a division: records
new pub: records
rename a team: records
match night: records
a landlord: records
pub closed: pubs-kept
a team moves pub: pubs-kept
qr code for the bar: pub-links
remove my name: registrations
a player leaves: registrations
new player: registrations
transfer a player: registrations
same person twice: written-names
change the captain: captains
phone number of a captain: captains
lost link: captain-links
draw the cup: keep-cups
end of the season: seasons
promotion: seasons
date of the annual meeting: season-dates
change a rule: regulations
past winners: honours
unpaid: ledger
who owes money: ledger
bank payments: bank-statement
labels and envelopes: workspace-print
write to the captains: messages
forgotten password: people
a new secretary: handover
upload a spreadsheet: lists
download everything: take-along
data protection: retention
who changed what: audit-log
"""


def test_what_cannot_be_set_is_answered_and_leads_to_no_page(client: Client, league: League) -> None:
    client.force_login(an_account(league, "owner"))
    search = reverse("workspace-search", args=[league.slug])
    page = words(client.get(search, {"q": "the date format"}))
    assert "write dates as Thu 14 Jan 2027" in page
    assert "Nothing found" not in page
    assert "write dates" not in words(client.get(search, {"q": "dates"}))


def test_tasks_are_found_in_the_words_of_people() -> None:
    missed = []
    for line in PHRASES.strip().splitlines():
        phrase, _, name = line.partition(": ")
        found = [page.name for page in pages_named(phrase, POWERS[Role.OWNER])]
        if name not in found[:4]:
            missed.append((phrase, found))
    assert not missed
