"""The requests of a plan in boxes, without a script: nothing typed is lost, every fault stands at its row."""

import datetime
import re
from html import unescape
from html.parser import HTMLParser

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.models import FixturePlan, Season
from league.scheduling.requests.file import parse_requests
from league.scheduling.selectors.plans import SILENCE
from league.scheduling.services.plans import make_plan, queue_search
from league.scheduling.services.searches import claim_search
from tests.builders import a_division, a_season
from tests.reading import markup
from tests.scheduling.pages.august import PLANS
from tests.scheduling.search_once import NOW

pytestmark = pytest.mark.django_db
REQUESTS = """# said on the telephone
[season]
longest_run = 3
fair_draw = true

[[week_off]]
day = 2026-12-22
because = "Christmas"

[[pub]]
name = "The Fleece"
closed = [2026-11-03]

[[wish]]
team = "The Fleece"
where = "not home"
on = [2027-01-14]
weight = 17
because = "darts & dominoes"

[[wish]]
teams = ["The Fleece", "The Shears"]
together = "never all away"
must = true

[[wish]]
teams = ["The Fleece", "The Shears"]
meet_by = 2026-12-31
"""


class Boxes(HTMLParser):
    """The boxes of a page with what stands in them, as a browser would send them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: dict[str, str] = {}
        self.alerts: list[str] = []
        self._select = self._text = ""
        self._alert = 0
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        of = dict(attrs)
        name = of.get("name") or ""
        self._alert += tag == "div" and (self._alert > 0 or of.get("role") == "alert")
        if name == "csrfmiddlewaretoken":
            return
        if tag == "input" and of.get("type") != "file" and (of.get("type") != "checkbox" or "checked" in of):
            self.said[name] = of.get("value") or ""
        elif tag == "select":
            self._select = name
            self.said[name] = ""
        elif tag == "option" and "selected" in of:
            self.said[self._select] = of["value"]
        elif tag == "textarea":
            self._text = name
            self.said[name] = ""

    def handle_endtag(self, tag):
        self._text = "" if tag == "textarea" else self._text
        self._alert -= tag == "div" and self._alert > 0

    def handle_data(self, data):
        if self._text:
            self.said[self._text] += data
        if self._alert and data.strip():
            self.alerts.append(data)


@pytest.fixture
def plan(season: Season) -> FixturePlan:
    return make_plan(season=season, name="First", requests_text=REQUESTS, by=None, now=NOW)


def page_of(plan: FixturePlan) -> str:
    return f"{PLANS}{plan.public_id}/wishes/"


def shown(answer) -> Boxes:
    return Boxes(markup(answer))


def kept(plan: FixturePlan) -> str:
    plan.refresh_from_db()
    return plan.wishes


def test_the_boxes_say_what_the_file_says_and_give_it_back(assistant, plan):
    answer = assistant.get(page_of(plan))
    assert "Saving the boxes deletes them" in markup(answer)
    boxes = shown(answer).said
    assert boxes["team-1-on"] == "14 Jan"
    assert boxes["season-fair_draw"] == "yes"
    assert boxes["team-1-strength"] == "17"
    assert assistant.post(page_of(plan), boxes | {"save": "yes"}).status_code == 303
    assert parse_requests(kept(plan)) == parse_requests(REQUESTS)
    assert (plan.revision, plan.state) == (1, "draft")


def test_a_request_is_typed_taken_out_and_searched_for(assistant, plan):
    boxes = shown(assistant.get(page_of(plan))).said
    typed = {"team-2-team": "The Shears", "team-2-where": "home", "team-2-on": "first night", "search": "yes"}
    out = {"meeting-1-team-1": "", "meeting-1-team-2": "", "meeting-1-until": ""}
    answer = assistant.post(page_of(plan), boxes | typed | out)
    assert answer.headers["Location"] == f"{PLANS}{plan.public_id}/"
    wishes = parse_requests(kept(plan)).requests
    assert [type(wish).__name__ for wish in wishes] == ["TeamRequest", "TeamRequest", "GroupConstraint"]
    assert plan.state == "waiting"


def test_every_fault_stands_at_its_row_and_nothing_typed_is_lost(assistant, plan):
    boxes = shown(assistant.get(page_of(plan))).said | {
        "team-1-on": "14 Janury",
        "pub-1-matches": "two",
        "season-longest_run": "always",
        "fixed-1-home": "The Fleece",
        "fixed-1-away": "The Fleece",
        "fixed-1-date": "2026-12-29",
        "seconds": "9999",
        "save": "yes",
    }
    answer = assistant.post(page_of(plan), boxes)
    assert answer.status_code == 422
    again = shown(answer)
    assert boxes.items() - again.said.items() == {("save", "yes")}
    said = " ".join(again.alerts)
    for sentence in (
        "“14 janury” is no day",
        "is “two”",
        "is “always”",
        "cannot meet themselves",
        "equal to 600",
    ):
        assert sentence in said
    assert kept(plan) == REQUESTS


def test_what_the_arithmetic_forbids_is_saved_and_said_at_the_top(assistant, plan):
    boxes = shown(assistant.get(page_of(plan))).said
    answer = assistant.post(page_of(plan), boxes | {"season-last": "2026-09-12", "save": "yes"}, follow=True)
    alerts = " ".join(shown(answer).alerts)
    assert "need 6 nights; the dates allow" in alerts
    assert "The search then proposes the nearest that are possible." in alerts
    assert shown(answer).said["season-last"] == "2026-09-12"
    assert "last = 2026-09-12" in kept(plan)


def test_a_plan_may_begin_with_what_cannot_be_and_its_requests_say_so(assistant, season):
    text = "[season]\nlast = 2026-09-12\n"
    plan = make_plan(season=season, name="Short", requests_text=text, by=None, now=NOW, requests_follow=True)
    answer = assistant.get(page_of(plan))
    assert answer.status_code == 200
    assert "need 6 nights; the dates allow" in " ".join(shown(answer).alerts)
    FixturePlan.objects.update(wishes="[season")
    assert "Saving them replaces the file" in " ".join(shown(assistant.get(page_of(plan))).alerts)


def test_buttons_that_arrange_the_page_keep_nothing_and_lose_nothing(assistant, plan):
    boxes = shown(assistant.get(page_of(plan))).said | {"team-2-because": "half typed"}
    more = shown(assistant.post(page_of(plan), boxes | {"another": "team"})).said
    assert more["team-2-because"] == "half typed"
    assert "team-3-on" in more
    less = shown(assistant.post(page_of(plan), more | {"drop": "team-1"})).said
    assert less["team-1-because"] == "half typed"
    weeks = assistant.post(page_of(plan), boxes | {"holidays": ""})
    assert [shown(weeks).said[f"off-{number}-day"] for number in (1, 2)] == ["2026-12-22", "2027-01-01"]
    assert weeks.status_code == 200
    assert kept(plan) == REQUESTS


def buttons(answer, name: str) -> dict[str, str]:
    """The buttons of a name: what each sends, by its words."""
    found = re.findall(
        rf'<button[^>]*name="{name}"\s+value="([^"]*)"[^>]*>\s*([^<]*?)\s*</button>', markup(answer)
    )
    return {words: unescape(value) for value, words in found}


def test_a_choice_answers_the_question_of_a_sentence(assistant, plan):
    boxes = shown(assistant.get(page_of(plan))).said
    asked = assistant.post(
        page_of(plan), boxes | {"lines": "Shears not 12 Nov, darts\nFleece home 5 Nov", "read": ""}
    )
    assert asked.status_code == 422
    choices = buttons(asked, "answer")
    likeliest, *others, leave = choices
    assert (likeliest, leave) == ("Not at home", "Leave this line out")
    assert set(others) == {"Not away", "No match"}
    answered = assistant.post(page_of(plan), shown(asked).said | {"answer": choices["Not at home"]})
    assert answered.status_code == 200
    boxes = shown(answered).said
    assert (boxes["lines"].strip(), boxes["team-3-where"], boxes["team-3-on"]) == ("", "not home", "12 Nov")
    assert "The Shears ask not to be at home on 12 November (darts)." in markup(answered)
    assert "The Fleece ask to be at home on 5 November." in markup(answered)
    assert kept(plan) == REQUESTS


def test_saving_with_open_questions_says_that_nothing_is_saved_and_all_are_left_out_at_once(assistant, plan):
    boxes = shown(assistant.get(page_of(plan))).said
    lines = "Shears start at 8\nFleece wants a new carpet\nShears home 12 Nov"
    asked = assistant.post(page_of(plan), boxes | {"lines": lines, "save": "yes"})
    assert "Nothing is saved yet." in " ".join(shown(asked).alerts)
    assert kept(plan) == REQUESTS
    assert "Leave out all 2" in markup(asked)
    left = assistant.post(page_of(plan), shown(asked).said | {"leave-out": "all"})
    boxes = shown(left).said
    assert (left.status_code, boxes["lines"].strip(), boxes["team-2-on"]) == (200, "", "12 Nov")
    assert assistant.post(page_of(plan), boxes | {"save": "yes"}).status_code == 303


def test_a_line_that_is_not_understood_goes_into_boxes_with_its_team_and_days(assistant, plan):
    boxes = shown(assistant.get(page_of(plan))).said
    line = "Shears home 12 Nov but not 19 Nov"
    asked = assistant.post(page_of(plan), boxes | {"lines": line, "read": ""})
    filled = assistant.post(
        page_of(plan), shown(asked).said | {"in-boxes": buttons(asked, "in-boxes")["Fill in boxes"]}
    )
    boxes = shown(filled).said
    assert (filled.status_code, boxes["lines"].strip()) == (200, "")
    row = [boxes[f"team-2-{key}"] for key in ("team", "where", "on", "because")]
    assert row == ["The Shears", "", "12 Nov, 19 Nov", line]
    refused = assistant.post(page_of(plan), boxes | {"save": "yes"})
    assert "Choose what is asked" in " ".join(shown(refused).alerts)
    off = assistant.post(
        page_of(plan), boxes | {"lines": "nowt on 24 Dec or else", "in-boxes": "nowt on 24 Dec or else"}
    )
    boxes = shown(off).said
    assert [boxes[f"off-2-{key}"] for key in ("day", "kind")] == ["24 Dec", ""]


def test_a_line_that_asks_for_what_cannot_be_asked_is_left_out_by_a_button(assistant, plan):
    boxes = shown(assistant.get(page_of(plan))).said
    lines = "Shears start at 8 rather than 7.30\nFleece home 5 Nov"
    asked = assistant.post(page_of(plan), boxes | {"lines": lines, "read": ""})
    assert "A plan sets dates, not the time of day" in markup(asked)
    choices = buttons(asked, "answer")
    answered = assistant.post(page_of(plan), shown(asked).said | {"answer": choices["Leave this line out"]})
    assert (answered.status_code, shown(answered).said["lines"].strip()) == (200, "")


def test_how_much_a_sentence_matters_is_one_button(assistant, plan):
    boxes = shown(assistant.get(page_of(plan))).said
    lines = "Shears not at home 12 Nov\nShears must be at home 19 Nov"
    read = assistant.post(page_of(plan), boxes | {"lines": lines, "read": ""})
    importance = buttons(read, "importance")
    assert list(importance) == ["A must", "Normal", "If possible"]
    sent = {**shown(read).said, "sentence": lines.splitlines(), "importance": importance["A must"]}
    must = assistant.post(page_of(plan), sent)
    assert "The Shears cannot be at home on 12 November." in markup(must)
    boxes = shown(must).said
    assert (boxes["team-2-strength"], boxes["team-3-strength"]) == ("must", "must")
    assert assistant.post(page_of(plan), boxes | {"save": "yes"}).status_code == 303
    assert sum(wish.must for wish in parse_requests(kept(plan)).requests) == 3


def test_what_somebody_cannot_is_a_must_only_while_nobody_says_otherwise(assistant, plan):
    boxes = shown(assistant.get(page_of(plan))).said
    line = "Fleece and Shears can't play on 12 Nov"
    read = assistant.post(page_of(plan), boxes | {"lines": line, "read": ""})
    importance = buttons(read, "importance")
    assert list(importance) == ["A must", "Normal", "If possible"]
    normal = assistant.post(page_of(plan), shown(read).said | {"importance": importance["Normal"]})
    boxes = shown(normal).said
    assert (boxes["team-2-strength"], boxes["team-3-strength"]) == ("30", "30")


def test_lines_are_read_into_rows_and_kept_only_when_saved(assistant, plan):
    boxes = shown(assistant.get(page_of(plan))).said
    lines = "Shears home on 12 Nov\nFlxxe home on 12 Nov\nno match 20 October, cup\n"
    answer = assistant.post(page_of(plan), boxes | {"lines": lines, "save": "yes"})
    assert answer.status_code == 422
    read = shown(answer)
    assert read.said["lines"].strip() == "Flxxe home on 12 Nov"
    assert "Which team is “Flxxe”?" in " ".join(read.alerts)
    assert (read.said["team-2-team"], read.said["off-2-kind"]) == ("The Shears", "cup")
    assert "The Shears ask to be at home on 12 November." in answer.content.decode()
    assert kept(plan) == REQUESTS
    assistant.post(page_of(plan), read.said | {"lines": "", "save": "yes"})
    assert len(parse_requests(kept(plan)).requests) == 4


def test_the_file_is_taken_away_and_brought_back(assistant, plan):
    answer = assistant.get(f"{PLANS}{plan.public_id}/wishes.toml")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="requests.toml"'
    assert answer.content.decode() == REQUESTS
    file = SimpleUploadedFile("wishes.toml", b"\xef\xbb\xbf[season]\nlongest_run = 2\n")
    sent = {"file": file, "revision": 0, "use-file": "yes"}
    assert assistant.post(page_of(plan), sent).status_code == 303
    assert parse_requests(kept(plan)).rules.longest_run == 2
    wrong = assistant.post(
        page_of(plan), {"text": "[season]\nlongest = 2\n", "revision": 1, "use-file": "yes"}
    )
    assert wrong.status_code == 422
    assert "is it “longest_run”?" in " ".join(shown(wrong).alerts)
    no_text = {"file": SimpleUploadedFile("x.png", b"\xff\xfe"), "revision": 1, "use-file": "yes"}
    assert "This is not a text file" in " ".join(shown(assistant.post(page_of(plan), no_text)).alerts)


def test_whoever_comes_late_and_a_published_plan_are_refused(assistant, plan):
    boxes = shown(assistant.get(page_of(plan))).said | {"save": "yes"}
    assistant.post(page_of(plan), boxes)
    late = assistant.post(page_of(plan), boxes | {"season-longest_run": "4"})
    assert late.status_code == 422
    assert "changed this plan" in " ".join(shown(late).alerts)
    FixturePlan.objects.update(state="published")
    answer = assistant.post(page_of(plan), boxes | {"revision": "1"})
    assert "is published and cannot change" in " ".join(shown(answer).alerts)


def test_a_new_plan_begins_with_the_requests_of_the_latest(assistant, plan):
    answer = assistant.post(PLANS, {"name": "Second", "seconds": 9, "begin": "latest", "to-wishes": "yes"})
    second = FixturePlan.objects.get(name="Second")
    assert answer.headers["Location"] == page_of(second)
    assert second.wishes == REQUESTS


def test_the_first_plan_of_a_season_begins_with_the_rules_of_the_last(assistant, plan):
    FixturePlan.objects.update(published_at=NOW)
    year = datetime.timedelta(weeks=52)
    dates = {"starts_on": plan.season.starts_on + year, "ends_on": plan.season.ends_on + year}
    after = a_season(plan.season.league, "2027-28", copied_from=plan.season, **dates)
    division = a_division(after, "Division One", teams=0)
    for enrolment in plan.season.enrolments.all():
        division.enrolments.create(season=after, team=enrolment.team)
    assert re.search('value="before"[^>]* checked', markup(assistant.get(PLANS)))
    page = assistant.post(
        PLANS, {"name": "New", "seconds": 9, "begin": "before", "to-wishes": "yes"}, follow=True
    )
    said = markup(page)
    assert "do not carry over: 1 week off, 1 pub’s closed nights and 2 requests for single days" in said
    new = parse_requests(FixturePlan.objects.get(name="New").wishes)
    assert (new.rules.longest_run, new.fair_draw, len(new.requests), new.off) == (3, True, 1, ())


def test_how_far_a_search_is_is_said_while_it_runs_and_when_it_has_gone_silent(assistant, plan, monkeypatch):
    progress = f"{PLANS}{plan.public_id}/search/"
    queue_search(plan=plan)
    assert "The search begins within a few seconds" in markup(assistant.get(progress))
    claim_search(plan_id=plan.pk, now=NOW)
    said = {"step": 3, "found": 44, "bound": 40, "gap": 0.1, "keeps_conditions": True, "spent": 7}
    FixturePlan.objects.update(progress=said)
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW + datetime.timedelta(seconds=5))
    page = markup(assistant.get(progress))
    assert '<progress id="search-time" max="30" value="12">' in page
    assert "costs 44. Every list costs at least 40" in page
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW + SILENCE)
    assert "restarts by itself" in markup(assistant.get(progress))
    other = make_plan(season=plan.season, name="Other", requests_text="", by=None, now=NOW)
    queue_search(plan=other)
    assert "the search for First runs first" in markup(assistant.get(f"{PLANS}{other.public_id}/search/"))


@pytest.mark.parametrize("requests", [1, 40])
def test_the_page_asks_no_more_for_more_requests(assistant, season, requests, django_assert_max_num_queries):
    text = '[[wish]]\nteam = "The Fleece"\nwhere = "home"\nat = ["first"]\n' * requests
    plan = make_plan(season=season, name="Many", requests_text=text, by=None, now=NOW)
    with django_assert_max_num_queries(12):
        assert len(shown(assistant.get(page_of(plan))).said) > 5 * requests


@pytest.mark.slow
def test_two_sentences_about_a_division_leave_the_nights_that_both_allow(assistant, plan):
    boxes = shown(assistant.get(page_of(plan))).said
    (division,) = plan.season.divisions.all()
    sentences = f"{division} starts 24 September\n{division} no matches after 25 March"
    boxes = shown(assistant.post(page_of(plan), boxes | {"lines": sentences, "read": "yes"})).said
    assistant.post(page_of(plan), boxes | {"save": "yes"})
    nights = parse_requests(kept(plan)).divisions[0].nights
    assert (nights[0], nights[-1]) == (datetime.date(2026, 9, 24), datetime.date(2027, 3, 25))
