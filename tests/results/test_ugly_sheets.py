"""Sheets as biros leave them: one verdict on each, whichever way it comes in, and what it says is kept."""

import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from league.accounts.services.api_tokens import create_token
from league.exchange.spreadsheets import read_text
from league.matches.sheet.values import SheetGame
from league.models import ApiToken, Match, RuleBook, Scorecard, Side
from league.results.log import LogEntry, SheetPlace
from league.results.logged_match import LoggedMatch
from league.results.selectors.scorecards import sheet_of
from league.results.services.reports import Signer, sign_report
from league.results.services.scorecards import SheetRefused
from tests.builders import FRIDAY, a_division, a_match, a_season, a_secretary
from tests.builders_lists import import_list
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
        shown="Not recorded in full: hands 3 and 5.",
    ),
    Ugly(about="a hand nobody can read, and no score", hands=GAP, refused="not recorded"),
    Ugly(
        about="a row left out",
        hands=(*HANDS[:2], "....", *HANDS[3:]),
        foot=("", "3"),
        score=(15, 3),
        shown="hands 3 and 5",
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


ANYTHING = "."
"""Refused, in whatever words: a form, a program and a phone may each stop it at another place."""
IMPOSSIBLE = [
    ("nobody has High", ("nhhh", *HANDS), ("", "")),
    ("nobody has Low", ("hnhh", *HANDS), ("", "")),
    ("nobody has High and Low", ("nnhh", *HANDS), ("", "")),
    ("nobody has High in the last hand", (*HANDS[:4], "nhhh"), ("", "")),
    ("High is missing, and no score", (".hhh", *HANDS[1:4]), ("", "")),
    ("Low is missing, and no score", ("h.hh", *HANDS[1:4]), ("", "")),
    ("Jack is missing, and no score", ("hh.h", *HANDS[1:4]), ("", "")),
    ("Game is missing, and no score", ("hhh.", *HANDS[1:4]), ("", "")),
    ("one hand, and no score", HANDS[:1], ("", "")),
    ("four hands, and no score", HANDS[:4], ("", "")),
    ("a row left out, and no score", ("....", *HANDS[1:3]), ("", "")),
    ("nothing is written", (), ("", "")),
    ("nobody has reached 15", (), ("14", "13")),
    ("the winner has 16", (), ("16", "3")),
    ("the loser has 16", (), ("15", "16")),
    ("the loser alone has 16", (), ("", "16")),
    ("the winner alone", (), ("15", "")),
    ("no points at all", (), ("0", "0")),
    ("both far from 15", (), ("3", "7")),
    ("two winners", (), ("15", "15")),
    ("a score of 99", (), ("99", "3")),
    ("a score of 1000", (), ("15", "1000")),
    ("a score below nothing", (), ("15", "-1")),
    ("the foot differs by one", HANDS, ("15", "4")),
    ("the foot has another winner", HANDS, ("3", "15")),
    ("the foot has two winners", HANDS, ("15", "15")),
    ("the foot has no winner", HANDS, ("14", "3")),
    ("the foot is below four hands", HANDS[:4], ("11", "15")),
    ("two hands after the end", (*HANDS, "aaaa", "aaaa"), ("", "")),
    ("a hand nobody can read, and a foot that cannot be", GAP, ("15", "16")),
]
UGLY += [Ugly(about=about, hands=rows, foot=foot, refused=ANYTHING) for about, rows, foot in IMPOSSIBLE]
UGLY += [
    Ugly(about=about, hands=HANDS, penalties=(PENALTY | wrong,), refused=ANYTHING)
    for about, wrong in (
        ("a penalty to nobody", {"hand": "2", "side": ""}),
        ("a penalty of no points", {"hand": "2", "points": "0"}),
        ("a penalty after the end", {"hand": "6"}),
    )
]


def with_row(number: int, row: str) -> tuple[str, ...]:
    return (*HANDS[: number - 1], row, *HANDS[number:])


READ_AT_THE_FOOT = [
    *((f"hand {number} cannot be read", with_row(number, ".h..")) for number in (1, 2, 4, 5)),
    *((f"hand {number} is left out", with_row(number, "....")) for number in (1, 2, 4)),
    *(
        (f"hand 1 has no {award}", with_row(1, "hhhh"[:at] + "." + "hhhh"[at + 1 :]))
        for at, award in enumerate(AWARDS)
    ),
    *((f"{number} hands are written", HANDS[:number]) for number in range(1, 5)),
    ("two hands cannot be read", ("h...", "a...", *HANDS[2:])),
    ("the first two are left out", ("....", "....", *HANDS[2:])),
    ("every other hand is written", (HANDS[0], "....", HANDS[2], "....", HANDS[4])),
    ("the last alone is written", ("....", "....", "....", "....", "hhh.")),
]
UGLY += [
    Ugly(about=f"{about}, the foot can", hands=rows, foot=("15", "3"), score=(15, 3))
    for about, rows in READ_AT_THE_FOOT
]
UGLY += [
    Ugly(about=f"the loser alone, {foot[0] or '?'}-{foot[1] or '?'}", foot=foot, score=score)
    for foot, score in (
        (("", "0"), (15, 0)),
        (("0", ""), (0, 15)),
        (("", "14"), (15, 14)),
        (("14", ""), (14, 15)),
        (("09", ""), (9, 15)),
    )
]
UGLY += [
    Ugly(about=f"the last row goes on: {row}", hands=(*HANDS[:4], row), score=(15, 3))
    for row in ("hhhh", "hhhn", "hhh.")
]
UGLY += [
    Ugly(
        about=f"{foot[0]}-{foot[1]} at the foot, and {counts} counts",
        hands=HANDS,
        foot=foot,
        counts=counts,
        score=score,
    )
    for foot in (("15", "2"), ("15", "14"), ("14", "15"))
    for counts, score in (
        ("hands", (15, 3)),
        ("foot", tuple(map(int, foot))),
        ("disputed", tuple(map(int, foot))),
    )
]
UGLY += [
    Ugly(about=f"a penalty in hand {number}, no reason", hands=HANDS, penalties=(given,), score=(15, 7))
    for number in range(1, 5)
    for given in ({"hand": str(number), "side": "a", "points": "4"},)
]
UGLY += [
    Ugly(
        about="a penalty for each side, nobody knows when",
        hands=HANDS[:4],
        foot=("15", "4"),
        penalties=({"side": "a", "points": "1"}, {"side": "h", "points": "3", "reason": "looked"}),
        score=(15, 4),
    ),
    Ugly(
        about="two penalties in a hand",
        hands=HANDS,
        penalties=({**PENALTY, "hand": "2"}, {**PENALTY, "hand": "2", "points": "1"}),
        score=(15, 8),
    ),
    Ugly(
        about="a penalty with a long reason",
        hands=HANDS,
        penalties=({**PENALTY, "hand": "1", "reason": "x" * 120},),
        score=(15, 7),
    ),
    Ugly(
        about="a hand nobody can read, and the foot counts",
        hands=GAP,
        foot=("15", "3"),
        counts="foot",
        score=(15, 3),
    ),
    Ugly(about="what counts where there are no hands", foot=("15", "9"), counts="hands", score=(15, 9)),
    Ugly(about="nobody had Game", hands=("hhhn", *HANDS[1:4], "hhhh"), score=(15, 3)),
    Ugly(
        about="nobody had Jack, twice",
        hands=("hhnh", "aana", "hhnh", "hhhh", "hhhh", "hhhh"),
        foot=("15", "3"),
        score=(15, 3),
    ),
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
    drafted = {name: text for name, text in fields.items() if not name.endswith(("final", "contradiction"))}
    desk.post(f"{base}/matches/{match.public_id}/draft/", {**drafted, "version": "0"})
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


def by_list(desk: Client, match: Match, sheet: Ugly, one_score: str = "loser") -> str:
    """Results in lines: a list has the final scores alone, and what it asks about is not taken either."""
    season = match.division.season
    lines = f"""division,date,home,away,home_1,away_1
{match.division},{match.date},{match.home},{match.away},{",".join(sheet.foot)}"""
    report = import_list(
        league=season.league,
        season=season,
        what="results",
        rows=read_text(lines),
        named="pasted",
        by=a_secretary(season.league, "by-list"),
        now=FRIDAY,
        answers={"one-score": one_score},
    )
    wrong = [sentence for line in report.lines for sentence in line.problems]
    return " ".join(wrong) if report.lines else "The list asks what this means."


def is_a_line(sheet: Ugly) -> bool:
    """Whether a list of results can say the same: of a table it has numbers, and nothing beside them."""
    return any(sheet.foot) and not sheet.hands and not sheet.penalties


WAYS = {way.__name__: way for way in (by_page, by_night, by_program, by_phone)}
CASES = [
    (sheet, way)
    for sheet in UGLY
    for way in WAYS
    if way != "by_phone" or all("hand" in penalty for penalty in sheet.penalties)
]
LISTED = [(sheet, "by_list") for sheet in UGLY if is_a_line(sheet)]
WAYS["by_list"] = by_list


def the_game() -> SheetGame:
    return sheet_of(Scorecard.objects.get(is_confirmed=True)).tables[0].games[0]


@pytest.mark.parametrize(
    ("sheet", "way"), [*sampled(CASES, each=74), *sampled(LISTED, each=6)], ids=lambda each: str(each)
)
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
    assert desk.get(f"{address}match.afn").status_code == 200
    if way == "by_page":  # what is stored is the same by every way, and paper takes a second
        assert desk.get(f"{address}score-sheet.pdf").status_code == 200


@pytest.mark.parametrize(("meant", "refused"), [("", "score of one side"), ("missing", "home_1 is empty")])
def test_a_list_asks_what_one_score_at_a_table_means(
    desk: Client, match: Match, meant: str, refused: str
) -> None:
    sheet = Ugly(about="the loser alone", foot=("", "9"))
    assert refused in by_list(desk, match, sheet, one_score=meant)
    assert not Scorecard.objects.exists()


@pytest.mark.parametrize("sheet", sampled([each for each in UGLY if each.score], each=64), ids=str)
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
