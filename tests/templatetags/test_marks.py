"""The drawn marks say their words."""

import re

import pytest
from django.template import Context, Template

from league.templatetags.marks import MARKS


def drawn(template: str, **context: object) -> str:
    return Template("{% load marks %}" + template).render(Context(context))


@pytest.mark.parametrize("name", MARKS)
def test_every_mark_says_its_word(name: str) -> None:
    svg = drawn("{% mark name %}", name=name)
    assert f'role="img" aria-label="{MARKS[name].word}"' in svg


def test_a_mark_beside_its_word_is_silent() -> None:
    assert 'aria-hidden="true"' in drawn('{% mark "home" "" %}')
    assert "aria-label" not in drawn('{% mark "home" "" %}')


def test_a_label_of_its_own_is_escaped() -> None:
    assert 'aria-label="&lt;b&gt;"' in drawn('{% mark "tick" words %}', words="<b>")


def test_home_is_solid_and_away_is_open() -> None:
    assert "stroke" not in drawn('{% mark "home" %}')
    assert 'fill="none"' in drawn('{% mark "away" %}')


def test_form_is_said_with_the_latest_last() -> None:
    assert 'aria-label="Form, latest last: won, lost, drawn"' in drawn(
        "{% form_marks results %}", results=["won", "lost", "drawn"]
    )


def test_won_stands_above_drawn_and_drawn_above_lost() -> None:
    svg = drawn("{% form_marks results %}", results=["won", "drawn", "lost"])
    heights = [float(y) for y in re.findall(r"translate\(\d+ (-?[\d.]+)\)", svg)]
    assert heights == sorted(heights)
    assert len(set(heights)) == 3


def test_a_team_without_a_match_has_no_form() -> None:
    assert "no match yet" in drawn("{% form_marks results %}", results=[])
