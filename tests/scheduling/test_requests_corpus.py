"""Requests in people's own words: two corpora with the expected meaning of each sentence."""

import io
import json

import pytest
from django.core.management import call_command

from tests.builders import a_division
from tests.examples import part_of, sampled
from tests.scheduling.request_corpora import Corpus, demo, strangers, unseen, village, woollen

CORPORA = VILLAGE, DEMO, WOOLLEN = village(), demo(), woollen()
STRANGERS = strangers()
LEAST_UNDERSTOOD = 0.8
LEAST_UNSEEN, MOST_WRONG = 41, 1


@pytest.mark.parametrize("corpus", [*CORPORA, STRANGERS], ids=["village", "demo", "woollen", "strangers"])
def test_a_sentence_in_a_secretarys_words_is_understood(corpus: Corpus):
    tried = part_of(corpus.built_with, each=10)
    meanings = [(sentence, corpus.meaning(sentence), expected) for sentence, expected in tried]
    assert [entry for entry in meanings if entry[1] != entry[2]] == []


@pytest.mark.parametrize("corpus", sampled(CORPORA, each=3), ids=["village", "demo", "woollen"])
def test_most_held_out_sentences_are_understood_and_none_wrongly(corpus: Corpus):
    meanings = [(sentence, corpus.meaning(sentence), expected) for sentence, expected in corpus.held_out]
    assert [entry for entry in meanings if entry[1] not in ("?", entry[2])] == []
    wanted = [entry for entry in meanings if entry[2] != "?"]
    understood = sum(entry[1] == entry[2] for entry in wanted)
    assert understood >= LEAST_UNDERSTOOD * len(wanted), [entry for entry in wanted if entry[1] == "?"]


@pytest.mark.slow
def test_unseen_sentences_are_understood_as_often_as_they_were_when_measured():
    """Without how much it matters. The floor is what was measured; nobody may train with these sentences."""
    corpus = unseen()
    pairs = [
        (corpus.meaning(line).replace(" !", ""), meant.replace(" !", "")) for line, meant in corpus.held_out
    ]
    asking = [(meaning, meant) for meaning, meant in pairs if meant != "?"]
    assert sum(meaning == meant for meaning, meant in asking) >= LEAST_UNSEEN
    assert sum(meaning not in ("?", meant) for meaning, meant in pairs) <= MOST_WRONG


PLAIN = (
    "Top House not at home 14 January",
    "Top House would like to be at home on 14 January",
    "Top House can't play on 14 January",
    "Top House is shut on 14 January",
    "Top House and Nags meet by 31 December",
    "Top House v Nags on 10 December",
    "Packhorse A and Packhorse B never both at home",
    "No matches on 24 December",
    "Top House want to finish at home",
)
MEANINGFUL = (
    "never", "except", "unless", "only", "no longer", "instead", "every other", "until",
    "21 October", "the Owlet", "Division One", "cup", "swap", "if",
)  # fmt: skip


@pytest.mark.parametrize("plain", PLAIN)
def test_a_word_with_a_meaning_is_never_swallowed(plain):
    meaning, words = DEMO.meaning(plain), plain.split()
    assert meaning != "?"
    lines = [
        " ".join((*words[:place], word, *words[place:]))
        for word in MEANINGFUL
        for place in range(len(words) + 1)
    ]
    tried = part_of(lines, each=25, place=PLAIN.index(plain))
    assert [line for line in tried if DEMO.meaning(line) == meaning] == []


UNKNOWN, NAME = "frumious", "Bandersnatch"


@pytest.mark.parametrize("plain", PLAIN)
def test_a_word_nobody_knows_never_makes_another_request(plain):
    meaning, words = DEMO.meaning(plain), plain.split()
    lines = [
        " ".join((*words[:place], word, *words[place:]))
        for word in (UNKNOWN, NAME)
        for place in range(len(words) + 1)
    ]
    tried = part_of(lines, each=12, place=PLAIN.index(plain))
    assert [line for line in tried if DEMO.meaning(line) not in ("?", meaning)] == []


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("Top House: frumious trouble with the drains, so could we travel on 14 January", "not home 14 Jan"),
        ("Top House can't play on 14 January, the whole squad is galumphing", "no match 14 Jan !"),
        ("Top House can't wait to be at home on 14 January", ""),
        ("Top House at home on 14 January was frumious", ""),
        ("Top House needs a new table on 14 January", ""),
        ("All but Top House off on 14 January", ""),
        ("Top House not at home in January bar the 14th", "not home 1 Jan to 13 Jan, 15 Jan to 31 Jan 2027"),
        ("Top House not at home 14 January, nor the week after", "not home 14 Jan, 18 Jan to 24 Jan"),
    ],
)
def test_a_word_nobody_knows_is_a_reason_unless_it_is_what_is_refused_or_needed(line, meaning):
    assert STRANGERS.meaning(line) == (f"Top House: {meaning}" if meaning else "?")


@pytest.mark.parametrize(
    ("line", "question", "choice"),
    [
        (
            "All the derbies in the first month please",
            "A derby is named by its two teams; rivals have a box of their own.",
            "leave this line out",
        ),
        (
            "Owlet want one of the last matches at home",
            "“One of” several nights is no request of its own. Choose one of them in boxes.",
            "leave this line out",
        ),
        (
            "Owlet's last match should be on 17 December",
            "The dates of first and last matches follow from the plan.",
            "leave this line out",
        ),
        (
            "Owlet not at home on Easter Monday",
            "Easter Monday is on 29 March 2027, outside the season, which runs from 17 September 2026 to"
            " 28 January 2027. Which day is it?",
            "",
        ),
    ],
)
def test_what_is_no_request_is_asked_about_in_plain_words(line, question, choice):
    asked = STRANGERS.question(line)
    assert asked
    assert asked.question == question
    assert (asked.choices[0].words if asked.choices else "").startswith(choice)


@pytest.mark.parametrize("corpus", CORPORA, ids=["village", "demo", "woollen"])
def test_every_choice_of_a_question_answers_it(corpus: Corpus):
    sentences = [sentence for sentence, _ in (*corpus.built_with, *corpus.held_out)]
    for sentence in part_of(sentences, each=20):
        question = corpus.question(sentence)
        for choice in question.choices if question else ():
            following = corpus.question(choice.line)
            assert following is None or following.question != question.question, (sentence, choice)


@pytest.mark.django_db
def test_the_command_prints_what_each_line_means_or_a_question(tmp_path):
    season = a_division(teams=6).season
    file = tmp_path / "requests.txt"
    file.write_text("Fleece can't be at home on 14 January\n\nShears are unhappy\n", encoding="utf-8")
    names = {"league": season.league.slug, "season": season.slug}
    out = io.StringIO()
    call_command("read_requests", str(file), json=True, stdout=out, **names)
    understood, question = map(json.loads, out.getvalue().splitlines())
    assert understood["requests"] == [
        {"kind": "team", "team": "The Fleece", "where": "not home", "on": "14 Jan", "required": True}
    ]
    assert understood["meaning"] == "The Fleece cannot be at home on 14 January."
    assert (question["question"], len(question["choices"])) == ("What is asked?", 4)
    plain = io.StringIO()
    call_command("read_requests", str(file), stdout=plain, **names)
    assert "  = The Fleece cannot be at home on 14 January." in plain.getvalue()
    assert "1 of 2 understood." in plain.getvalue()


@pytest.mark.django_db
def test_every_kind_of_row_that_a_sentence_means_has_a_word_in_the_command(tmp_path):
    """Turns and home nights had none."""
    season = a_division(teams=6).season
    file, out = tmp_path / "requests.txt", io.StringIO()
    file.write_text("Fleece start or finish away\nFleece home on Sundays\n", encoding="utf-8")
    names = {"league": season.league.slug, "season": season.slug}
    call_command("read_requests", str(file), json=True, stdout=out, **names)
    requests = [json.loads(line)["requests"] for line in out.getvalue().splitlines()]
    assert [own[0]["kind"] for own in requests] == ["turn", "home night"]
