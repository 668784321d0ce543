"""docs/adding-things.md: one value is enough, and it shows everywhere."""

from dataclasses import replace

import pytest
from django.test import Client

from league.competition import tie_breaks
from league.competition.tie_breaks import Criterion
from league.models import RuleBook
from league.regulations.forms.rule_books import TieBreaks, games_of_the_family
from league.regulations.presets import read_book
from league.regulations.presets.writing import write_book
from league.standings.records import TeamRecord
from league.standings.scheme import Scheme
from scoring import variants
from scoring.__main__ import main
from scoring.rules import Variant
from tests.standings.cast import HECKMONDWIKE


@pytest.fixture
def trial(monkeypatch: pytest.MonkeyPatch) -> Variant:
    """A variant that is registered and nothing else."""
    known = variants.get("heckmondwike")
    added = replace(known, name="trial", title="Trial All Fours", aliases=())
    monkeypatch.setattr(variants, "ALL", (*variants.ALL, added))
    monkeypatch.setattr(variants, "_BY_NAME", {**variants._BY_NAME, "trial": added})
    return added


@pytest.fixture
def tie_break(monkeypatch: pytest.MonkeyPatch) -> Criterion:
    """A criterion with a figure of its own: matches drawn and won by walkover together."""
    monkeypatch.setattr(
        TeamRecord, "oddities", property(lambda record: record.drawn + record.walkovers_taken), raising=False
    )
    added = Criterion(
        key="oddities", name="Oddities", abbreviation="Odd", figure=lambda record: record.oddities
    )
    monkeypatch.setitem(tie_breaks.CRITERIA, "oddities", added)
    monkeypatch.setitem(tie_breaks.TIE_BREAK_LABELS, "oddities", "oddities")
    return added


def test_a_variant_is_told_by_the_commands(trial: Variant, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["variants"], ["rules", "trial"], ["deal", "trial", "--seed", "1"]):
        assert main(command) == 0
        assert "trial" in capsys.readouterr().out.lower()


@pytest.mark.django_db
def test_a_variant_has_a_page_and_is_offered_for_a_rule_book(trial: Variant, client: Client) -> None:
    assert "Trial All Fours" in client.get("/rules/trial/").content.decode()
    assert "/rules/trial/" in client.get("/rules/").content.decode()
    assert "trial" in {name for _, group in games_of_the_family() for name, _ in group}


def test_a_tie_break_is_offered_and_read(tie_break: Criterion) -> None:
    assert "Oddities" in TieBreaks().widget.render("order", ["oddities"])
    assert TieBreaks().clean(["oddities"]) == ["oddities"]


def test_a_tie_break_counts(tie_break: Criterion) -> None:
    scheme = Scheme(form=HECKMONDWIKE, tie_breaks=("oddities",))
    record = TeamRecord(team=1, name="The Fleece", drawn=2, walkovers_taken=1)
    assert [criterion.figure(record) for criterion in scheme.criteria if criterion is tie_break] == [3]


def test_a_tie_break_can_stand_in_a_file_of_a_rule_book(tie_break: Criterion) -> None:
    book = read_book(write_book(RuleBook(tie_breaks=["oddities"]), "Trial", "With what was added."))
    assert book.rule_book().tie_breaks == ["oddities"]
