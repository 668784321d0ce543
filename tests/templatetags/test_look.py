"""The frame and the parts of every page: what they say, and that nothing comes from another host."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django import forms
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import SUCCESS
from django.contrib.messages.storage.base import Message
from django.core.paginator import Paginator
from django.template.loader import render_to_string
from django.test import RequestFactory

STATIC = Path(settings.BASE_DIR) / "league" / "static"
TEMPLATES = Path(settings.BASE_DIR) / "templates"
LEAGUE = SimpleNamespace(name="Three Valleys All Fours League", slug="three-valleys")


class Pub(forms.Form):
    """A form with one field that wants filling in."""

    name = forms.CharField(label="Name of the pub", help_text="As it stands over the door.")
    ground = forms.ChoiceField(
        label="Plays", choices=[("home", "Home"), ("away", "Away")], widget=forms.RadioSelect
    )


def page(template: str = "base.html", **context: Any) -> str:
    request = RequestFactory().get("/three-valleys/")
    request.user = context.pop("user", AnonymousUser())
    return render_to_string(template, {"user": request.user, **context}, request)


def links(html: str) -> list[str]:
    nav = html[html.index("<nav") : html.index("</nav>")]
    return [name for found in re.findall(r"<(?:a|button)[^>]*>([^<]+)<", nav) if (name := found.strip())]


def test_a_reader_finds_the_whole_league_in_the_bar() -> None:
    said = "Home, Results, Fixtures, Standings, Players, Cups, Pubs, Honours, Rules, Contacts, Help, Sign in"
    assert ", ".join(links(page(league=LEAGUE))) == said


def test_without_a_league_there_is_only_help_and_the_way_in() -> None:
    assert links(page()) == ["Help", "Sign in"]


def test_the_secretary_finds_the_desk_and_the_way_out() -> None:
    user = SimpleNamespace(is_authenticated=True)
    said = links(page(league=LEAGUE, user=user, powers={"desk"}))
    assert said == ["Workspace", "Account", "Sign out"]


def test_a_scorer_finds_the_matches_to_score() -> None:
    user = SimpleNamespace(is_authenticated=True)
    said = links(page(league=LEAGUE, user=user, powers={"scoring"}))
    assert said == ["Scoring", "Account", "Sign out"]


def test_signing_out_is_sent_as_a_form() -> None:
    html = page(league=LEAGUE, user=SimpleNamespace(is_authenticated=True))
    assert re.search(r'<form method="post" action="/sign-out/">\s*<input[^>]*csrfmiddlewaretoken', html)


def test_signing_in_leads_back_to_the_page_one_was_on() -> None:
    assert 'href="/sign-in/?next=/three-valleys/"' in page(league=LEAGUE)


def test_the_bar_says_where_we_are() -> None:
    html = page(league=LEAGUE, section="standings")
    assert html.count('aria-current="page"') == 1
    assert re.search(r'aria-current="page"\s*>\s*Standings\s*<', html)


def test_every_page_has_one_heading_a_skip_link_and_its_language() -> None:
    html = page(league=LEAGUE)
    assert html.count("<h1>") == 1
    assert 'href="#main"' in html
    assert '<html lang="en-GB">' in html


def test_what_just_happened_is_said_politely() -> None:
    html = page(messages=[Message(SUCCESS, "Fleece 8–2 Shears is confirmed.")])
    assert re.search(r'role="status">\s*<p class="notice success">Fleece 8–2 Shears is confirmed\.</p>', html)


@pytest.mark.parametrize("template", ["400.html", "403.html", "404.html", "500.html"])
def test_a_page_of_trouble_says_what_to_do_next(template: str) -> None:
    html = page(template)
    assert re.search(r'<a class="button" href="/">', html)
    assert html.count("<h1>") == 1


def test_the_sign_in_keeps_where_one_was_going() -> None:
    assert '<input type="hidden" name="next" value="/three-valleys/">' in page(
        "accounts/sign_in.html", form=Pub(), next="/three-valleys/"
    )


def test_a_refused_field_and_its_sentence_name_each_other() -> None:
    html = render_to_string("parts/_field.html", {"field": Pub({"name": ""})["name"]})
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'aria-invalid="true"' in html
    assert re.search(r'role="alert" id="id_name_error" aria-describedby="id_name"', html)


def test_a_choice_is_a_group_with_a_legend() -> None:
    html = render_to_string("parts/_field.html", {"field": Pub()["ground"]})
    assert "<legend>Plays</legend>" in html
    assert "</fieldset>" in html


def test_a_field_nobody_refused_has_no_alert() -> None:
    assert "alert" not in render_to_string("parts/_field.html", {"field": Pub()["name"]})


def test_an_empty_place_says_what_comes_next() -> None:
    html = render_to_string(
        "parts/_empty.html", {"words": "No match yet.", "url": "/go/", "next_step": "Plan the season"}
    )
    assert "No match yet." in html
    assert '<a class="button" href="/go/">Plan the season</a>' in html


def test_pages_of_a_list_keep_what_was_asked_for() -> None:
    html = render_to_string(
        "parts/_pager.html", {"page": Paginator(range(50), 10).page(2), "query": "&season=1"}
    )
    assert 'rel="prev" href="?page=1&amp;season=1"' in html
    assert 'rel="next" href="?page=3&amp;season=1"' in html
    assert "Page 2 of 5" in html


def test_everything_a_style_sheet_names_is_there() -> None:
    for sheet in (STATIC / "css").glob("*.css"):
        for address in re.findall(r'url\("?([^")]+)"?\)', sheet.read_text()):
            assert (sheet.parent / address).resolve().is_file(), f"{sheet.name} names {address}"


def test_every_style_sheet_of_the_frame_is_there() -> None:
    for address in re.findall(r'href="/static/([^"]+)"', page()):
        assert (STATIC / address).is_file(), address


def test_no_page_asks_another_host_or_styles_itself() -> None:
    for template in TEMPLATES.rglob("*.html"):
        text = template.read_text()
        assert not re.search(r'(src|href|action)="(https?:)?//', text), template
        assert (
            not re.search(r"<style|\sstyle=|<script>|\son[a-z]+=\"", text) or "printing" in template.parts
        ), template
