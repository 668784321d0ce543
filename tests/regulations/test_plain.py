"""Regulations kept as a plain mapping, and said in words."""

import json

import pytest

from league.competition.season_rules.fields import UnreadableRegulations
from league.competition.season_rules.rules import Regulations, from_data, to_data
from league.regulations.sentences import in_words
from tests.examples import sampled
from tests.regulations.cast import REAL_RULES


def test_nothing_regulated_is_an_empty_mapping():
    assert from_data({}) == Regulations()
    assert to_data(Regulations()) == {}
    assert in_words(Regulations()) == []


@pytest.mark.parametrize("data", REAL_RULES.values(), ids=REAL_RULES)
def test_a_real_league_s_rules_come_back_from_json_and_can_be_said(data):
    regulations = from_data(data)
    kept = json.loads(json.dumps(to_data(regulations)))
    assert from_data(kept) == regulations
    assert in_words(regulations)


def late(**rule):
    return {"late_result": [{"due": {"hours": 24}}, rule]}


@pytest.mark.parametrize(
    ("data", "message"),
    sampled(
        [
            ([], "regulations: received []; it must be a mapping"),
            (
                {"late_results": []},
                "late_results: received []; it must be left out, or one of the keys there are: late",
            ),
            ({"late_result": {}}, "late_result: received {}; it must be a list of at most 12."),
            (late(), "late_result[2]: received {}; it must be a mapping that says “due”."),
            (late(due={}), "late_result[2].due: received {}; it must be one of"),
            (
                late(due={"hours": 1, "days": 2}),
                "late_result[2].due: received {'hours': 1, 'days': 2}; it must be one",
            ),
            (
                late(due={"hours": True}),
                "due.hours: received True; it must be a whole number from 0 to 8784.",
            ),
            (late(due={"days": -1}), "due.days: received -1; it must be a whole number from 0 to 366."),
            (late(due={"days": 10**9}), "due.days: received 1000000000; it must be a whole number"),
            (late(due={"hours": 2, "at": "12:00"}), "due.at: received '12:00'; it must be left out"),
            (late(due={"days": 1, "at": "25:00"}), "due.at: received '25:00'; it must be a time of day, as"),
            (late(due={"days": 1, "at": 12}), "due.at: received 12; it must be a time of day"),
            (
                late(due={"weekday": "caturday"}),
                "due.weekday: received 'caturday'; it must be a day of the week: monday",
            ),
            (late(due={"on": "2027-02-30"}), "due.on: received '2027-02-30'; it must be a date"),
            (
                late(due={"on": "9999-12-31"}),
                "due.on: received '9999-12-31'; it must be a date from 1800 to 2200",
            ),
            (
                late(due={"weeks": 1}, pays="loser"),
                """pays: received 'loser'; it must be "home", "away", "both",""",
            ),
            (late(due={"weeks": 1}, pays=["home"]), "pays: received ['home']; it must be"),
            (
                late(due={"weeks": 1}, penalties=[{"points": 0.3}]),
                "penalties[1].points: received 0.3; it must be",
            ),
            (
                late(due={"weeks": 1}, penalties=[{"points": float("nan")}]),
                "penalties[1].points: received nan",
            ),
            (late(due={"weeks": 1}, penalties=[{}, {"pence": "£5"}]), "penalties[2].pence: received '£5'"),
            (
                late(due={"weeks": 1}, penalties=[{"match": 1}]),
                "match: received 1; it must be true or false.",
            ),
            (
                {"postponements": {"excuses": ["a\0b"]}},
                "postponements.excuses[1]: received 'a\\x00b'; it must be one line",
            ),
            (
                {"postponements": {"excuses": ["\ud800"]}},
                "excuses[1]: received '\\ud800'; it must be one line",
            ),
            (
                {"postponements": {"limit": None}},
                "postponements.limit: received None; it must be a whole number",
            ),
            (
                {"short_teams": {"turns": 1}},
                "short_teams.turns: received 1; it must be a whole number from 2",
            ),
            ({"late_start": [{"minutes": 5, "at": "21:00"}]}, "late_start[1]: received"),
            ({"walkover": "x" * 10_000}, "xxx...; it must be a list"),
            ({"walkover": [{}] * 13}, "it must be a list of at most 12"),
        ],
        each=7,
    ),
)
def test_what_cannot_be_read_is_refused_by_its_key(data, message):
    with pytest.raises(UnreadableRegulations) as refusal:
        from_data(data)
    assert message in str(refusal.value)


def said(name):
    (data,) = [data for title, data in REAL_RULES.items() if name in title]
    return in_words(from_data(data))


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        (
            "a Cornish euchre",
            [
                "The result must be in by noon on the Saturday after the match; "
                "if not, the sanction for the winner "
                "is 1 point."
            ],
        ),
        (
            "another",
            [
                "The result must be in by 6 pm on the Saturday after the match; "
                "if not, the sanction for each side "
                "is a warning the first time and 1 point after that.",
                "A side not ready past 9 pm loses the match.",
            ],
        ),
        (
            "a Yorkshire dominoes",
            [
                "Each side must send its own report of the result within 24 hours after the match.",
                "With notice at least 24 hours before, a match may be postponed.",
                "With less notice than that a match may not be postponed.",
                "The other side may refuse to postpone a match.",
            ],
        ),
        (
            "on Monday £2",
            [
                "The result must be in by the end of the Monday after the match; "
                "if not, the sanction for the home "
                "side is £2.",
                "The result must be in by the end of the Monday after the match, one week on; "
                "if not, a further "
                "sanction for the home side is £3.",
                "A postponed match must be played within four weeks after its first date.",
                "The sanction for conceding a match is £10.",
            ],
        ),
        (
            "hour of the call",
            [
                "With notice by noon the same day, the other side gets a walkover.",
                "With notice by 5 pm the same day, the other side gets a walkover; the sanction is £5.",
                "With any less notice, or none, the other side gets a walkover; the sanction is £10.",
            ],
        ),
        (
            "a frame for",
            [
                "A side not ready more than 15 minutes after time loses one game, and again for every "
                "15 minutes."
            ],
        ),
        (
            "three frames each",
            [
                "A team with fewer than three players concedes the match.",
                "A team short of players concedes the last tables it cannot fill; "
                "if both teams are, neither wins the table.",
                "Three players of a short team may play at up to three tables each.",
                "The result stands if a team fields an ineligible player; "
                "the sanction is 2 points for each such "
                "player and 1 point for each game won with one.",
            ],
        ),
        ("an ultimate", ["A result reported by one side only stands 48 hours after its report."]),
    ],
)
def test_regulations_in_sentences(name, sentences):
    assert said(name) == sentences
