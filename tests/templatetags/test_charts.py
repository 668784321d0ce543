"""Bars are drawn to scale, and say nothing beside their figures; the chart of form says its sum."""

from collections import namedtuple

from django.template import Context, Template

Night = namedtuple("Night", "own other is_played date")


def drawn(template: str, **context: object) -> str:
    return Template("{% load charts %}" + template).render(Context(context))


def test_bars_are_drawn_to_scale_and_nothing_of_nothing_is_nothing() -> None:
    assert 'width="25.0"' in drawn("{% points_bar 5 20 'lost' %}")
    assert 'width="0.0"' in drawn("{% points_bar 0 0 'lost' %}")
    bar = drawn("{% half_bar 66 54 %}")
    assert 'width="66%"' in bar
    assert 'x="54%"' in bar
    assert "of-team" not in drawn("{% half_bar 66 None %}")


def test_the_chart_of_form_draws_what_was_won_up_and_what_was_lost_down() -> None:
    nights = [Night(15, 5, True, None), Night(9, 15, True, None), Night(0, 0, False, None)]
    chart = drawn("{% form_chart nights 'Zoe' %}", nights=nights)
    assert "won 1, lost 1 of 2" in chart
    assert chart.count('class="won"') == chart.count('class="lost"') == 2  # bar and score
    assert "15–5" in chart
    assert chart.count(">not<") == 1


def test_the_chart_of_one_night_is_drawn() -> None:
    assert "15–14" in drawn("{% form_chart nights 'Zoe' %}", nights=[Night(15, 14, True, None)])
