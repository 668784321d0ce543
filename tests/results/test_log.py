"""The log read: what stands does not hang on the order, the number of times or the phone it came from."""

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from league.models import RuleBook
from league.results.log import LogEntry, SheetPlace, news_of, standing
from league.results.logged_match import fields_from_log
from league.results.parsing.fields import layout_of

HAND = SheetPlace(1, 1, "h1")
US, THEM = {"high": "h", "low": "h"}, {"high": "a", "low": "h"}


def said(name: str, number: int, body: dict, *follows: str, place: SheetPlace = HAND) -> LogEntry:
    return LogEntry(id=name, number=number, place=place, body=body, follows=follows)


def test_two_phones_that_say_the_same_agree() -> None:
    stands = standing([said("one", 1, US), said("two", 2, US)])
    assert not stands[HAND].differs


def test_two_phones_that_differ_are_both_shown_and_the_first_counts() -> None:
    stands = standing([said("one", 1, US), said("two", 2, THEM)])
    assert [version.id for version in stands[HAND].versions] == ["one", "two"]
    assert stands[HAND].body == US


def test_a_correction_takes_the_place_of_what_its_sender_saw() -> None:
    stands = standing([said("one", 1, US), said("two", 2, THEM, "one")])
    assert stands[HAND].body == THEM
    assert not stands[HAND].differs


def test_whoever_corrects_what_two_phones_agree_on_follows_both() -> None:
    agreed = [said("one", 1, US), said("two", 2, US)]
    heads = standing(agreed)[HAND].heads
    stands = standing([*agreed, said("three", 3, THEM, *(head.id for head in heads))])
    assert stands[HAND].body == THEM
    assert not stands[HAND].differs


def test_accepting_the_other_version_settles_it() -> None:
    stands = standing([said("one", 1, US), said("two", 2, THEM), said("three", 3, THEM, "one", "two")])
    assert stands[HAND].body == THEM
    assert not stands[HAND].differs


def test_a_circle_that_was_forged_hides_nothing() -> None:
    stands = standing([said("one", 1, US, "two"), said("two", 2, THEM, "one")])
    assert len(stands[HAND].versions) == 2


def test_the_tenth_hand_comes_after_the_ninth() -> None:
    penalty = {"penalties": [{"side": "a", "points": "4", "reason": "peeked"}]}
    log = [said(f"p{n}", n, penalty, place=SheetPlace(1, 1, f"h{n}")) for n in (10, 9)]
    bodies = {place: state.body for place, state in standing(log).items()}
    rule_book = RuleBook()
    layout = layout_of(rule_book, rule_book.rules())
    fields = fields_from_log(bodies, layout)
    assert [fields[f"t1-p{row}-hand"] for row in (1, 2)] == ["9", "10"]


@st.composite
def histories(draw: st.DrawFn) -> list[LogEntry]:
    """Entries of a few phones, each of which had seen some of those before."""
    entries: list[LogEntry] = []
    for number in range(draw(st.integers(0, 8))):
        seen = draw(st.sets(st.sampled_from([entry.id for entry in entries]))) if entries else set()
        body = draw(st.sampled_from([US, THEM, {}]))
        entries.append(said(f"e{number}", number, body, *sorted(seen)))
    return entries


@given(histories(), st.randoms(use_true_random=False))
def test_what_stands_does_not_hang_on_order_or_repetition(log: list[LogEntry], chance: random.Random) -> None:
    twice = [*log, *log]
    chance.shuffle(twice)
    once = {entry.id: entry for entry in twice}.values()
    assert standing(once) == standing(log)


@given(histories())
def test_nothing_is_dropped_unless_it_was_replaced(log: list[LogEntry]) -> None:
    followed = {follow for entry in log for follow in entry.follows}
    for entry in log:
        if entry.id not in followed:
            assert entry.body in [version.body for version in standing(log)[HAND].versions]


def test_what_a_replaced_entry_had_replaced_does_not_come_back_on_a_phone() -> None:
    log = [said("one", 1, US), said("two", 2, THEM, "one"), said("three", 3, US, "two")]
    news = news_of(log, since=2)
    assert [entry.id for entry in news.entries] == ["three"]
    assert news.replaced == ("one", "two")
    assert news_of(log, since=3).replaced == ()


def test_a_phone_is_told_which_of_its_own_entries_came_in_and_were_replaced() -> None:
    log = [replace(said("one", 1, US), phone="1a2b3c4d-own"), said("two", 2, THEM, "one")]
    assert news_of(log, phone="1a2b3c4d").replaced == ("one",)
    assert news_of(log, phone="99999999").replaced == ()
