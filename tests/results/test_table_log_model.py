"""Any interleaving of phones, lost answers, corrections, signatures and the secretary's own cards leaves log,
standing, cards, versions and totals as they should be.

Phones are as the script has them: they say things about what they see, send what is not known to have come
in, and sometimes never hear the answer. The league is the real one, asked by HTTP and through its services.
"""

import datetime
import itertools
import uuid
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from league.accounts.services.links import codes_for
from league.matches.sheet.values import Sheet
from league.models import Match, Objection, RuleBook, Scorecard, Side
from league.results.log import SheetPlace, standing
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from league.results.selectors.reports import OTHER_SIDE, is_waiting, waiting_report
from league.results.selectors.scorecards import latest_version, sheet_of
from league.results.services.objections import object_to, stand_by, withdraw_objection
from league.results.services.phones import set_phone_aside, undo_set_aside
from league.results.services.reports import Signer, countersign, sign_report
from league.results.services.scorecards import confirm_scorecard, turn_round
from league.shared.errors import Refused
from scoring import AWAY, HOME
from tests.builders import FRIDAY, a_division, a_league, a_match, a_season, a_secretary
from tests.builders_tables import finals
from tests.examples import examples
from tests.results.table_phones import Phone

TARGET = 5
TEN_THOUSAND = 10_000
HANDS = ("h1", "h2", "h3")
BODIES: tuple[dict[str, str], ...] = (
    {"high": "h", "low": "h", "jack": "-", "game": "h"},
    {"high": "a", "low": "a", "jack": "-", "game": "a"},
    {"high": "h", "low": "h"},
    {"high": "a", "low": "a"},
)
# Two hands that win it.
WHOLE_GAMES = (BODIES[0], BODIES[2]), (BODIES[1], BODIES[3])
PHONES = range(3)
SELDOM = st.sampled_from([False] * 4 + [True])
SIDES = st.sampled_from(list(Side))
leagues = itertools.count(1)

phones = st.sampled_from(PHONES)


class Tables(RuleBasedStateMachine):
    """A match of one table, three phones, two captains and a secretary."""

    steps = 0

    def __init__(self) -> None:
        super().__init__()
        league = a_league(f"League {next(leagues)}")
        self.secretary = a_secretary(league, f"secretary-{league.slug}")
        season = a_season(league, rule_book=RuleBook.objects.create(tables=1, target=TARGET))
        made = a_match(a_division(season))
        self.match = Match.objects.select_related(
            "home", "away", "division__season__league", "division__season__rule_book"
        ).get(pk=made.pk)
        code = codes_for(matches=[made.pk], now=FRIDAY)[made.pk]
        self.address = f"/s/{code}/log/"
        self.client = Client()
        self.phones = [Phone() for _ in PHONES]
        self.now = FRIDAY
        self.cards: dict[int, Sheet] = {}
        self.late: dict[str, bool] = {}
        self.signed: set[tuple[int, str]] = set()
        self.has_changed = True
        self.aside: set[str] = set()

    # --- At the table -------------------------------------------------------------------------

    @rule(phone=phones, hand=st.sampled_from(HANDS), body=st.sampled_from(BODIES))
    def enters_or_corrects(self, phone: int, hand: str, body: dict[str, str]) -> None:
        self.phones[phone].say(hand, body)

    @rule(phone=phones, game=st.sampled_from(WHOLE_GAMES))
    def scores_a_whole_game(self, phone: int, game: tuple[dict[str, str], ...]) -> None:
        for hand, body in itertools.zip_longest(HANDS, game, fillvalue={}):
            self.phones[phone].say(hand, body)

    @rule(phone=phones, hand=st.sampled_from(HANDS))
    def takes_back(self, phone: int, hand: str) -> None:
        self.phones[phone].say(hand, {})

    @rule(phone=phones, at=st.integers(0, 2), inserted=st.sampled_from((None, *BODIES)))
    def removes_or_inserts(self, phone: int, at: int, inserted: dict[str, str] | None) -> None:
        """A doubled hand, or one forgotten: those behind it move up or down, in one go."""
        stands = self.phones[phone].stands()
        was = [
            dict(stands[place].body) if (place := SheetPlace(1, 1, name)) in stands else {} for name in HANDS
        ]
        now = [*was[:at], *([inserted] if inserted else []), *was[at + (not inserted) :], {}]
        for name, before, after in zip(HANDS, was, now, strict=False):
            if before != after:
                self.phones[phone].say(name, after)

    @rule(phone=phones, which=st.integers(0, 2))
    def accepts(self, phone: int, which: int) -> None:
        """One of the versions of every place where phones differ."""
        for place, one in self.phones[phone].stands().items():
            if one.differs:
                self.phones[phone].say(place.name, dict(one.versions[which % len(one.versions)].body))

    @rule(phone=phones, is_answer_lost=st.booleans(), most=st.integers(1, 5))
    def sends(self, phone: int, is_answer_lost: bool, most: int = 200) -> None:
        letter = self.phones[phone].letter()
        letter["entries"] = letter["entries"][:most]
        is_late = self.match.scorecards.filter(is_confirmed=True).exists()
        answer = self.client.post(self.address, letter, content_type="application/json")
        assert answer.status_code == 200, answer.content
        told = answer.json()
        assert told["refused"] == {}
        assert told["aside"] == (self.phones[phone].id in self.aside)
        for name in told["kept"]:
            self.late.setdefault(name, is_late)
        if not is_answer_lost:
            self.phones[phone].hear(told, letter["since"])

    @rule(phone=phones)
    def looks(self, phone: int) -> None:
        asking = self.phones[phone]
        told = self.client.get(f"{self.address}{asking.question}").json()
        asking.hear(told, asking.since)

    # --- Afterwards ---------------------------------------------------------------------------

    @rule(side=SIDES, is_stale=SELDOM, phone=phones, game=st.sampled_from((*WHOLE_GAMES, None)))
    def signs(self, side: Side, is_stale: bool, phone: int, game: tuple[dict[str, str], ...] | None) -> None:
        """What the tables made: usually a game that has just come in whole."""
        if game:
            self.looks(phone)
            self.scores_a_whole_game(phone, game)
            self.sends(phone, False)
        began_from = latest_version(self.match) - is_stale
        self._try(
            sign_report,
            match=self.match,
            sheet=self._sheet(),
            signer=Signer(side=side),
            began_from=began_from,
        )

    @precondition(lambda self: self._waiting())
    @rule(is_own=SELDOM)
    def agrees(self, is_own: bool) -> None:
        card = self._waiting()
        self._try(countersign, card=card, signer=self._answering(card, is_own))

    @precondition(lambda self: self._waiting())
    @rule(is_own=SELDOM)
    def objects(self, is_own: bool) -> None:
        card = self._waiting()
        signer = self._answering(card, is_own)
        self._try(object_to, card=card, signer=signer, table=1, because="that was ours")

    @precondition(lambda self: self._objection())
    @rule(side=SIDES, stands_by=st.booleans())
    def answers(self, side: Side, stands_by: bool) -> None:
        details = {"objection": self._objection(), "signer": Signer(side=side)}
        if stands_by:
            self._try(stand_by, answer="it was not", **details)
        else:
            self._try(withdraw_objection, **details)

    @rule(score=st.sampled_from([(5, 3), (2, 5), None]), is_stale=SELDOM)
    def secretary_confirms(self, score: tuple[int, int] | None, is_stale: bool) -> None:
        """A paper card, or what the tables made."""
        self._try(
            confirm_scorecard,
            match=self.match,
            sheet=finals(score) if score else self._sheet(),
            by=self.secretary,
            began_from=latest_version(self.match) - is_stale,
            reason="read again",
        )

    @precondition(lambda self: self.cards)
    @rule()
    def secretary_turns_round(self) -> None:
        began_from = latest_version(self.match)
        self._try(
            turn_round, match=self.match, by=self.secretary, began_from=began_from, reason="wrong way round"
        )

    @rule(phone=phones)
    def secretary_sets_a_phone_aside(self, phone: int) -> None:
        """Or lets it count again."""
        name = self.phones[phone].id
        details = {"match": self.match, "phone": uuid.UUID(name), "by": self.secretary, "now": self.now}
        try:
            if name in self.aside:
                undo_set_aside(**details)
                self.aside.remove(name)
            else:
                set_phone_aside(**details)
                self.aside.add(name)
        except Refused:
            assert not self.match.entries.filter(phone=name).exists()

    # --- What always holds --------------------------------------------------------------------

    @invariant()
    def the_log_is_what_was_said(self) -> None:
        Tables.steps += 1
        said = {name: entry for phone in self.phones for name, entry in phone.said.items()}
        rows = list(self.match.entries.all())
        assert len({row.client_id for row in rows}) == len(rows)
        for row in rows:
            entry = said[str(row.client_id)]
            assert (row.place, row.body, tuple(row.follows)) == (entry.place.name, entry.body, entry.follows)
            assert row.is_late == self.late[str(row.client_id)]
        known = {str(row.client_id) for row in rows}
        for phone in self.phones:
            assert known >= {name for name in phone.said if name in phone.seen}, "known to have come in"

    @invariant()
    def what_stands_was_replaced_by_nobody(self) -> None:
        log = log_of(self.match)
        counting = {row.pk for row in self.match.entries.all() if str(row.phone) not in self.aside}
        assert {entry.number for entry in log} == counting
        for place, one in standing(log).items():
            here = [entry for entry in log if entry.place == place]
            alive = [entry for entry in here if not any(entry.id in other.follows for other in here)]
            assert list(one.heads) == alive
            assert one.body == alive[0].body
            assert one.differs == any(entry.body != alive[0].body for entry in alive)

    @invariant()
    def cards_are_added_and_never_changed(self) -> None:
        if not self.has_changed:
            return
        cards = list(self.match.scorecards.order_by("version"))
        assert [card.version for card in cards] == list(range(1, len(cards) + 1))
        assert sum(card.is_confirmed for card in cards) <= 1
        for side in Side:
            assert sum(is_waiting(card) and card.reported_for == side for card in cards) <= 1
        for card in cards:
            sheet = sheet_of(card)
            assert self.cards.setdefault(card.version, sheet) == sheet
            signed = {(card.version, signature.side) for signature in card.signatures.all()}
            assert signed <= self.signed
        self.has_changed = False

    @invariant()
    def totals_are_what_the_hands_make(self) -> None:
        for sheet in self.cards.values():
            (game,) = sheet.tables[0].games
            score = (game.home_score, game.away_score)
            assert max(score) == TARGET > min(score)
            if game.hands:
                assert score == pegged(game.hands)

    def teardown(self) -> None:
        """The signal is back for everybody."""
        for _ in range(3):
            for number in PHONES:
                self.sends(number, False)
                self.looks(number)
        assert not any(phone.letter()["entries"] or phone.must_compare for phone in self.phones)
        said = [name for phone in self.phones for name in phone.said]
        assert sorted(said) == sorted(
            str(name) for name in self.match.entries.values_list("client_id", flat=True)
        )
        league = standing(log_of(self.match))
        for phone in self.phones:
            assert not phone.unsent, "nothing that was replaced or set aside is sent for ever"
            assert {place: one.body for place, one in phone.stands().items()} == {
                place: one.body for place, one in league.items()
            }

    def _try(self, act: Any, **said: Any) -> None:
        """What the league refuses changes nothing."""
        before = list(self.match.scorecards.order_by("pk").values())
        self.now += datetime.timedelta(minutes=1)
        self.match.refresh_from_db(fields=["disputed_because"])
        try:
            done = act(now=self.now, **said)
        except Refused:
            assert list(self.match.scorecards.order_by("pk").values()) == before
            return
        self.has_changed = True
        if isinstance(done, Scorecard) and (signer := said.get("signer")):
            self.signed.add((done.version, signer.side))

    def _sheet(self) -> Sheet:
        return LoggedMatch(self.match, log_of(self.match)).sheet

    def _waiting(self) -> Scorecard | None:
        return next(filter(None, (waiting_report(self.match, side) for side in Side)), None)

    def _answering(self, card: Scorecard, is_own: bool) -> Signer:
        return Signer(side=Side(card.reported_for) if is_own else OTHER_SIDE[Side(card.reported_for)])

    def _objection(self) -> Objection | None:
        return Objection.objects.filter(scorecard__match=self.match).order_by("-pk").first()


def pegged(hands: Any) -> tuple[int, int]:
    """Added up by hand: one for each award in its order, until somebody is out."""
    score = [0, 0]
    for hand in hands:
        for taker in (hand.high, hand.low, hand.jack, hand.game):
            if taker in (HOME, AWAY) and max(score) < TARGET:
                score[taker] += 1
    return score[0], score[1]


def run(number: int, steps: int) -> None:
    many = settings(
        max_examples=number,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
    run_state_machine_as_test(Tables, settings=many)


@pytest.mark.django_db
def test_whatever_happens_at_the_tables_nothing_is_lost() -> None:
    run(examples(16), steps=25)


@pytest.mark.slow
@pytest.mark.django_db
def test_whatever_happens_at_the_tables_in_ten_thousand_steps() -> None:
    before = Tables.steps
    run(200, steps=60)
    assert Tables.steps - before >= TEN_THOUSAND
