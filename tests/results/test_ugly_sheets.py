"""Sheets as biros leave them: one verdict on each, whichever way it comes in, and what it says is kept."""

import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from league.accounts.services.api_tokens import create_token
from league.matches.sheet.values import SheetGame
from league.models import ApiToken, Match, RuleBook, Scorecard, Side
from league.results.log import LogEntry, SheetPlace
from league.results.logged_match import LoggedMatch
from league.results.selectors.scorecards import sheet_of
from league.results.services.reports import Signer, sign_report
from league.results.services.scorecards import SheetRefused
from tests.builders import FRIDAY, a_division, a_match, a_season, a_secretary
from tests.examples import sampled
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
AWARDS = ("high", "low", "jack", "game")
HANDS = ("hhhh", "aana", "hhhh", "hhhh", "hhh.")  # 15-3
GAP = (*HANDS[:2], "h.h.", *HANDS[3:])
Fields = dict[str, str]


@dataclass(frozen=True, kw_only=True)
class Ugly:
    """A table as written, and the verdict: the score that counts, or a part of why it cannot be."""

    about: str
    hands: tuple[str, ...] = ()
    foot: tuple[str, str] = ("", "")
    penalties: tuple[Fields, ...] = ()
    counts: str = ""
    score: tuple[int, int] | None = None
    refused: str = ""
    shown: str = ""

    def __str__(self) -> str:
        return self.about


PENALTY = {"side": "a", "points": "4", "reason": "looked before the pitch"}
UGLY = [
    Ugly(
        about="a hand nobody can read, with the score at the foot",
        hands=GAP,
        foot=("15", "3"),
        score=(15, 3),
        shown="Not recorded in full: hand 3",
    ),
    Ugly(about="a hand nobody can read, and no score", hands=GAP, refused="not recorded"),
    Ugly(
        about="a row left out",
        hands=(*HANDS[:2], "....", *HANDS[3:]),
        foot=("", "3"),
        score=(15, 3),
        shown="hand 3",
    ),
    Ugly(about="a last row written in full", hands=(*HANDS[:4], "hhha"), score=(15, 3)),
    Ugly(
        about="a score and a penalty, no hands",
        foot=("15", "9"),
        penalties=(PENALTY,),
        score=(15, 9),
        shown="4 to away, in a hand that is not recorded: looked before the pitch.",
    ),
    Ugly(
        about="a score and a penalty in hand 3, no hands",
        foot=("15", "9"),
        penalties=({**PENALTY, "hand": "3"},),
        score=(15, 9),
        shown="looked before the pitch",
    ),
    Ugly(
        about="a penalty without a reason",
        hands=(*HANDS[:4], "hhhh"),
        penalties=({**PENALTY, "hand": "2", "reason": ""},),
        score=(15, 7),
    ),
    Ugly(
        about="hands, a penalty nobody knows when, the foot",
        hands=HANDS,
        foot=("15", "7"),
        penalties=({"side": "a", "points": "4"},),
        score=(15, 7),
        shown="in a hand that is not recorded: no reason is recorded.",
    ),
    Ugly(about="a penalty alone", penalties=(PENALTY,), refused="Table 1"),
    Ugly(about="the foot differs", hands=HANDS, foot=("15", "5"), refused="say what counts"),
    Ugly(
        about="the foot differs and the hands count",
        hands=HANDS,
        foot=("15", "5"),
        counts="hands",
        score=(15, 3),
        shown="The foot of the sheet says 15–5. Its hands count.",
    ),
    Ugly(
        about="the foot differs and counts",
        hands=HANDS,
        foot=("15", "5"),
        counts="foot",
        score=(15, 5),
        shown="The hands give 15–3. The foot of the sheet counts.",
    ),
    Ugly(
        about="the foot has another winner and the match is disputed",
        hands=HANDS,
        foot=("3", "15"),
        counts="disputed",
        score=(3, 15),
        shown="under dispute",
    ),
    Ugly(
        about="the foot is below hands that stop",
        hands=HANDS[:3],
        foot=("7", "15"),
        refused="cannot have ended",
    ),
    Ugly(
        about="the foot is below hands that stop, and counts",
        hands=HANDS[:3],
        foot=("7", "15"),
        counts="foot",
        score=(7, 15),
        shown="The hands give 8–3.",
    ),
    Ugly(about="a hand after the end", hands=(*HANDS, "aaaa"), refused="the game was over"),
    Ugly(
        about="a hand after the end, and the hands count",
        hands=(*HANDS, "aaaa"),
        counts="hands",
        score=(15, 3),
    ),
    Ugly(about="an answer that is none", hands=HANDS, counts="toss", refused="toss"),
    Ugly(about="what was said to count where nothing differs", hands=HANDS, counts="foot", score=(15, 3)),
    Ugly(about="two winners at the foot", foot=("15", "15"), counts="foot", refused="15-15"),
]


@pytest.fixture
def match() -> Match:
    made = a_match(a_division(a_season(rule_book=RuleBook.objects.create(tables=1))))
    known = Match.objects.select_related("home", "away", "division__season__league")
    return known.select_related("division__season__rule_book").get(pk=made.pk)


@pytest.fixture
def desk(client: Client, match: Match) -> Client:
    client.force_login(a_secretary(match.division.season.league))
    return client


def fields_of(sheet: Ugly) -> Fields:
    fields = {"t1-home-final": sheet.foot[0], "t1-away-final": sheet.foot[1]}
    for number, row in enumerate(sheet.hands, 1):
        marks = zip(AWARDS, row.replace("n", "-"), strict=True)
        fields |= {f"t1-h{number}-{award}": mark for award, mark in marks if mark != "."}
    for row, penalty in enumerate(sheet.penalties, 1):
        fields |= {f"t1-p{row}-{part}": text for part, text in penalty.items()}
    return {name: text for name, text in {**fields, "t1-contradiction": sheet.counts}.items() if text}


def by_page(desk: Client, match: Match, sheet: Ugly) -> str:
    page = f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/entry/"
    answer = desk.post(page, {**fields_of(sheet), "version": "0", "confirm": "sure"})
    return "" if answer.status_code == 303 else words(answer)


def by_night(desk: Client, match: Match, sheet: Ugly) -> str:
    """Hands drafted on the page of the match, the foot and what counts on that of the night."""
    base, m = f"/{match.division.season.league.slug}/secretary", f"m{match.public_id}"
    fields = fields_of(sheet)
    desk.post(f"{base}/matches/{match.public_id}/draft/", {**fields, "t1-contradiction": "", "version": "0"})
    sent = {f"{m}-version": "0", f"{m}-t1-contradiction": sheet.counts}
    sent |= {f"{m}-t1-{side}": text for side, text in zip(("home", "away"), sheet.foot, strict=True)}
    answer = desk.post(f"{base}/nights/{match.date}/finals/", {**sent, "confirm": "sure"})
    return "" if answer.status_code == 303 else words(answer)


def by_program(desk: Client, match: Match, sheet: Ugly) -> str:
    league = match.division.season.league
    penalties = [
        ({"side": each["side"], "points": int(each["points"]), "reason": each.get("reason", "")}, each)
        for each in sheet.penalties
    ]
    last = max([len(sheet.hands), *(int(each.get("hand", 0)) for each in sheet.penalties)])
    hands = []
    for number, row in enumerate([*sheet.hands, *["...."] * (last - len(sheet.hands))], 1):
        marks = zip(("high", "low", "jack", "game_point"), row.replace("n", "-"), strict=True)
        of_hand = [sent for sent, typed in penalties if typed.get("hand") == str(number)]
        hands.append({name: mark for name, mark in marks if mark != "."} | {"penalties": of_hand})
    scores = [int(text) if text else None for text in sheet.foot]
    game = {
        "home_score": scores[0],
        "away_score": scores[1],
        "hands": hands,
        "penalties": [sent for sent, typed in penalties if "hand" not in typed],
        "contradiction": sheet.counts,
    }
    scopes = ApiToken.Scope.values
    secretary = a_secretary(league, "by-program")
    _, token = create_token(league=league, name="Scorer", scopes=scopes, by=secretary, now=FRIDAY)
    answer = desk.put(
        f"/api/v1/leagues/{league.slug}/matches/{match.public_id}/result",
        json.dumps({"version": 0, "tables": [{"table": 1, "games": [game]}]}),
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    return "" if answer.status_code == 200 else json.dumps(answer.json(), ensure_ascii=False)


def by_phone(desk: Client, match: Match, sheet: Ugly) -> str:
    """What the phones at the table logged, signed by a captain. A phone asks for the hand of a penalty."""
    bodies: dict[str, Any] = {}
    for name, text in fields_of(sheet).items():
        if read := re.fullmatch(r"t1-(h\d+)-(\w+)", name):
            bodies.setdefault(read[1], {})[read[2]] = text
    for penalty in sheet.penalties:
        given = {part: text for part, text in penalty.items() if part != "hand"}
        bodies.setdefault(f"h{penalty['hand']}", {}).setdefault("penalties", []).append(given)
    final = {"home-final": sheet.foot[0], "away-final": sheet.foot[1], "contradiction": sheet.counts}
    bodies["final"] = {name: text for name, text in final.items() if text}
    log = [
        LogEntry(id=name, number=number, place=SheetPlace(1, 1, name), body=body)
        for number, (name, body) in enumerate(bodies.items(), 1)
    ]
    logged = LoggedMatch(match, log)
    if logged.checked.faults:
        return " ".join(fault.sentence for fault in logged.checked.faults)
    for side in Side:
        signer = Signer(side=side)
        sign_report(match=match, sheet=logged.sheet, signer=signer, began_from=0, now=FRIDAY)
    return ""


WAYS = {way.__name__: way for way in (by_page, by_night, by_program, by_phone)}
CASES = [
    (sheet, way)
    for sheet in UGLY
    for way in WAYS
    if way != "by_phone" or all("hand" in penalty for penalty in sheet.penalties)
]


def the_game() -> SheetGame:
    return sheet_of(Scorecard.objects.get(is_confirmed=True)).tables[0].games[0]


@pytest.mark.parametrize(("sheet", "way"), sampled(CASES, each=7), ids=lambda each: str(each))
def test_every_way_in_has_the_same_verdict(desk: Client, match: Match, sheet: Ugly, way: str) -> None:
    try:
        refused = WAYS[way](desk, match, sheet)
    except SheetRefused as refusal:
        refused = refusal.sentence
    if sheet.refused:
        assert sheet.refused in refused
        assert not Scorecard.objects.exists()
        return
    assert refused == ""
    game = the_game()
    assert (game.home_score, game.away_score) == sheet.score
    assert len(game.hands) >= len(sheet.hands)
    match.refresh_from_db()
    assert bool(match.disputed_because) == (sheet.counts == "disputed")
    address = f"/{match.division.season.league.slug}/matches/{match.public_id}/"
    page = words(desk.get(address))
    assert sheet.shown in page
    assert desk.get(f"{address}score-sheet.pdf").status_code == 200
    assert desk.get(f"{address}match.afn").status_code == 200


@pytest.mark.parametrize("sheet", sampled([each for each in UGLY if each.score], each=4), ids=str)
def test_a_correction_begins_with_the_sheet_as_it_was_written(
    desk: Client, match: Match, sheet: Ugly
) -> None:
    by_page(desk, match, sheet)
    before = the_game()
    page = markup(
        desk.get(f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/entry/")
    )
    shown = dict(re.findall(r'name="(t1-[a-z0-9-]+)" value="([^"]+)"(?! type)', page))
    shown |= dict(re.findall(r'type="radio" name="([^"]+)" value="([^"]+)" checked', page))
    shown |= {
        name: read[1]
        for name, chosen in re.findall(r'<select\s+id="[^"]+"\s+name="(t1-[^"]+)"(.*?)</select>', page, re.S)
        if (read := re.search(r'value="(\w)" selected', chosen))
    }
    if not before.contradiction:
        shown.pop("t1-contradiction", None)
    shown.pop("t1-not-played", None)
    address = f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/entry/"
    again = {**shown, "version": "1", "confirm": "sure", "reason": "read again", "remarks": "late"}
    assert desk.post(address, again).status_code == 303
    assert Scorecard.objects.count() == 2
    assert the_game() == before
