"""Drafts of one person in two windows, out of the browser's history, or deleted: nothing typed is lost."""

import datetime
import re
from typing import Any

import pytest
from django.test import Client

from league.models import Draft, Match, Scorecard, User
from league.results.services.drafts import StaleDraft, delete_draft, restore_draft, save_draft
from league.shared.errors import Refused
from tests.builders import NIGHT, a_match, a_secretary
from tests.examples import sampled
from tests.reading import words

NOW = datetime.datetime(2027, 1, 15, 9, 0, tzinfo=datetime.UTC)
FINALS = {"t1-away-final": "13", "t2-home-final": "12", "t3-away-final": "11", "t4-away-final": "8"}


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


@pytest.fixture
def secretary(match: Match, client: Client) -> User:
    user = a_secretary(match.division.season.league)
    client.force_login(user)
    return user


def save(match: Match, by: User, revision: int | None = None, **typed: str) -> Draft | None:
    return save_draft(match=match, by=by, typed=typed, began_from=0, now=NOW, revision=revision)


def entry_of(match: Match, what: str = "entry") -> str:
    return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/{what}/"


def finals_of(match: Match) -> str:
    return f"/{match.division.season.league.slug}/secretary/nights/{NIGHT}/finals/"


def hidden(page: Any, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page.content.decode())
    assert found, f"there is no field {name}"
    return found[1]


def test_a_draft_counts_its_changes(match: Match, secretary: User) -> None:
    first = save(match, secretary, 0, remarks="one")
    assert first
    assert first.revision == 1
    again = save(match, secretary, 1, remarks="one")
    assert again == first, "nothing was changed"
    assert first.revision == 1
    second = save(match, secretary, 1, remarks="two")
    assert second
    assert second.revision == 2


def test_a_page_that_is_behind_does_not_replace_the_draft(match: Match, secretary: User) -> None:
    save(match, secretary, 0, remarks="one")
    save(match, secretary, 1, remarks="two")
    with pytest.raises(StaleDraft) as refusal:
        save(match, secretary, 1, remarks="three")
    assert refusal.value.draft.typed == {"remarks": "two"}
    with pytest.raises(StaleDraft):
        save(match, secretary, 0)
    assert Draft.objects.get().typed == {"remarks": "two"}
    save(match, secretary, None, remarks="a script of somebody else's says no revision")
    assert Draft.objects.get().revision == 3


def test_a_page_is_not_behind_its_own_last_change(match: Match, secretary: User) -> None:
    """What it sent on leaving may arrive after the next page was made."""
    for text in ("one", "two"):
        save_draft(
            match=match, by=secretary, typed={"remarks": text}, began_from=0, now=NOW, revision=0, page="17"
        )
    assert Draft.objects.get().typed == {"remarks": "two"}
    with pytest.raises(StaleDraft):
        save_draft(
            match=match, by=secretary, typed={"remarks": "x"}, began_from=0, now=NOW, revision=0, page="18"
        )


def test_what_is_replaced_on_purpose_can_be_brought_back_and_back_again(
    match: Match, secretary: User
) -> None:
    save(match, secretary, 0, remarks="one")
    save_draft(
        match=match, by=secretary, typed={"remarks": "two"}, began_from=0, now=NOW, revision=1, replaces=True
    )
    for text in ("one", "two"):
        assert restore_draft(match=match, by=secretary, now=NOW).typed == {"remarks": text}


def test_a_deleted_draft_can_be_brought_back(match: Match, secretary: User) -> None:
    with pytest.raises(Refused):
        restore_draft(match=match, by=secretary, now=NOW)
    save(match, secretary, 0, remarks="one")
    delete_draft(match=match, by=secretary, now=NOW)
    assert not match.drafts.exists()
    assert restore_draft(match=match, by=secretary, now=NOW).typed == {"remarks": "one"}
    assert match.drafts.get().deleted_at is None


def test_an_emptied_page_deletes_the_draft_and_the_page_offers_to_undo_that(
    client: Client, match: Match, secretary: User
) -> None:
    client.post(entry_of(match), {**FINALS, "version": "0", "draft": "0", "save": "yes"})
    client.post(entry_of(match), {"version": "0", "draft": "1", "save": "yes"})
    page = client.get(entry_of(match))
    assert "Undo: restore draft" in words(page)
    client.post(entry_of(match), {"restore": "yes"})
    assert Draft.objects.get().typed == FINALS
    client.post(entry_of(match), {"drop": "yes"})
    assert "Undo: restore draft" in words(client.get(entry_of(match)))


def test_after_back_and_one_key_the_saved_draft_is_still_there(
    client: Client, match: Match, secretary: User
) -> None:
    """The page out of the browser's history is empty, and says the revision it was opened with: none."""
    saved = client.post(entry_of(match, "draft"), {**FINALS, "version": "0", "draft": "0"}).json()
    assert saved["revision"] == 1
    answer = client.post(entry_of(match, "draft"), {"t1-h1-high": "h", "version": "0", "draft": "0"})
    assert (answer.status_code, answer.json()["stale"]) == (409, True)
    assert Draft.objects.get().typed == FINALS
    assert "no-store" in client.get(entry_of(match)).headers["Cache-Control"]
    assert "no-store" in client.get(finals_of(match)).headers["Cache-Control"]


@pytest.mark.parametrize("button", ["save", "confirm"])
def test_two_windows_of_one_person_are_shown_side_by_side(
    client: Client, match: Match, secretary: User, button: str
) -> None:
    client.post(entry_of(match, "draft"), {**FINALS, "version": "0", "draft": "0"})
    other = {**FINALS, "t1-away-final": "9", "version": "0", "draft": "0", button: "sure"}
    page = client.post(entry_of(match), other)
    assert page.status_code == 409
    assert "You changed this draft in another window" in words(page)
    assert "?–13" in words(page)
    assert "?–9" in words(page)
    assert Draft.objects.get().typed == FINALS
    assert not Scorecard.objects.exists()
    shown = {name: hidden(page, name) for name in ("version", "draft", "replaces")}
    assert client.post(entry_of(match), {**other, **shown}).status_code == 303
    if button == "save":
        assert Draft.objects.get().typed["t1-away-final"] == "9"
        assert "Restore earlier draft" in words(client.get(entry_of(match)))
    else:
        assert Scorecard.objects.get().is_confirmed
        assert not Draft.with_deleted.exists()


@pytest.mark.slow
@pytest.mark.parametrize(("button", "kept"), [("mine", ("9", "13")), ("other", ("13", "9"))])
def test_one_button_each_takes_one_draft_and_keeps_the_other(
    client: Client, match: Match, secretary: User, button: str, kept: tuple[str, str]
) -> None:
    typed = [{**FINALS, "t1-away-final": score, "version": "0", "draft": "0"} for score in ("13", "9")]
    client.post(entry_of(match, "draft"), typed[0])
    answer = client.post(entry_of(match, "draft"), typed[1])
    assert answer.status_code == 409
    assert f'name="{button}"' in answer.json()["both"]
    assert "?–13" in answer.json()["both"]
    assert client.post(entry_of(match), {**typed[1], button: "yes"}).status_code == 303
    draft = Draft.objects.get()
    assert (draft.typed["t1-away-final"], draft.replaced["t1-away-final"]) == kept


@pytest.mark.parametrize(("button", "kept"), sampled([("mine", ("9", "13")), ("other", ("13", "9"))], each=2))
def test_one_button_each_takes_the_scores_of_one_window(
    client: Client, match: Match, secretary: User, button: str, kept: tuple[str, str]
) -> None:
    m = f"m{match.public_id}"
    sent = [{f"{m}-t1-away": score, f"{m}-version": "0", f"{m}-draft": "0"} for score in ("13", "9")]
    script = {"HTTP_ACCEPT": "application/json"}
    client.post(finals_of(match), {**sent[0], "save": "typing"}, **script)
    answer = client.post(finals_of(match), {**sent[1], "save": "typing"}, **script).json()
    assert f'name="{m}-{button}"' in answer["matches"][m]["behind"]
    assert client.post(finals_of(match), {**sent[1], f"{m}-{button}": "yes"}).status_code == 303
    draft = Draft.objects.get()
    assert (draft.typed["t1-away-final"], draft.replaced["t1-away-final"]) == kept


@pytest.mark.slow
def test_final_scores_typed_in_two_windows_are_both_shown(
    client: Client, match: Match, secretary: User
) -> None:
    m = f"m{match.public_id}"
    script = {"HTTP_ACCEPT": "application/json"}
    first = {f"{m}-t1-away": "13", f"{m}-version": "0", f"{m}-draft": "0", "save": "typing"}
    answer = client.post(finals_of(match), first, **script).json()
    assert answer["matches"][m]["revision"] == 1
    second = {f"{m}-t1-away": "9", f"{m}-version": "0", f"{m}-draft": "0"}
    answer = client.post(finals_of(match), {**second, "save": "typing"}, **script).json()
    assert "another window" in answer["kept"]
    assert answer["matches"][m]["state"] == "Changed in another window"
    assert Draft.objects.get().typed == {"t1-away-final": "13"}
    page = client.post(finals_of(match), {**second, "confirm": "sure"})
    assert page.status_code == 409
    assert "There they are: Table 1 15–13" in words(page)
    shown = {f"{m}-{name}": hidden(page, f"{m}-{name}") for name in ("draft", "replaces")}
    client.post(finals_of(match), {**second, **shown, "save": "yes"})
    assert Draft.objects.get().typed == {"t1-away-final": "9"}
    assert restore_draft(match=match, by=secretary, now=NOW).typed == {"t1-away-final": "13"}


@pytest.mark.slow
def test_ones_own_confirming_in_another_window_is_not_somebody_else_s(
    client: Client, match: Match, secretary: User
) -> None:
    client.post(entry_of(match), {**FINALS, "version": "0", "confirm": "sure"})
    page = client.post(entry_of(match), {**FINALS, "t1-away-final": "9", "version": "0", "confirm": "sure"})
    assert page.status_code == 409
    assert "You have confirmed this result already, in another window" in words(page)
    assert "Somebody else" not in words(page)


class TestQuestions:
    def test_a_match_still_to_come_is_confirmed_only_after_a_question(
        self, client: Client, secretary: User, match: Match
    ) -> None:
        Match.objects.update(date=datetime.date(2100, 1, 7))
        page = client.post(entry_of(match), {**FINALS, "version": "0", "confirm": "yes"})
        assert page.status_code == 422
        assert "Thu 7 Jan 2100 is still to come. Was this match played early?" in words(page)
        assert Draft.objects.get().typed == FINALS
        assert not Scorecard.objects.exists()
        assert client.post(entry_of(match), {**FINALS, "version": "0", "confirm": "sure"}).status_code == 303
        assert Scorecard.objects.get().is_confirmed

    def test_so_is_a_sheet_on_which_no_table_was_played(
        self, client: Client, secretary: User, match: Match
    ) -> None:
        Match.objects.update(date=datetime.date(2026, 1, 8))
        nothing = {f"t{table}-not-played": "yes" for table in range(1, 5)} | {"version": "0"}
        page = client.post(entry_of(match), {**nothing, "confirm": "yes"})
        assert page.status_code == 422
        assert "All four tables are marked “not played”" in words(page)
        assert client.post(entry_of(match), {**nothing, "confirm": "sure"}).status_code == 303

    @pytest.mark.slow
    def test_the_final_scores_of_a_night_ask_the_same(
        self, client: Client, secretary: User, match: Match
    ) -> None:
        m = f"m{match.public_id}"
        Match.objects.update(date=datetime.date(2026, 1, 8))
        address = finals_of(match).replace(str(NIGHT), "2026-01-08")
        nothing = {f"{m}-t{table}-not-played": "yes" for table in range(1, 5)} | {f"{m}-version": "0"}
        page = client.post(address, {**nothing, "confirm": "yes"})
        assert page.status_code == 422
        assert "All four tables are marked “not played”" in words(page)
        assert client.post(address, {**nothing, "confirm": "sure"}).status_code == 303
        Match.objects.update(date=datetime.date(2100, 1, 7))
        scores = {f"{m}-t{table}-home": "9" for table in range(1, 5)}
        address = address.replace("2026-01-08", "2100-01-07")
        page = client.post(address, {**scores, "confirm": "yes"})
        assert "Were these matches played early?" in words(page)
