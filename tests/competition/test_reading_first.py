"""Who reads much before writing keeps nobody waiting, and is not overtaken by what changes no league."""

import pytest
from django.db import connection

from league.competition.services import bump_revision, read_first
from league.models import League, Pub, Scorecard
from league.shared.errors import written_whole
from tests.builders import a_match, a_secretary
from tests.moments import meanwhile
from tests.reading import words

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def league():
    return League.objects.create(name="Spen", slug="spen")


@pytest.fixture
def rename(league):
    """Reads, lets somebody write, and writes what it had read: as often as it has to."""
    seen = []

    @read_first
    def rename(*rivals):
        with written_whole():
            seen.append(Pub.objects.count())
            if len(seen) <= len(rivals):
                meanwhile(rivals[len(seen) - 1])
            with written_whole():
                League.objects.filter(pk=league.pk).update(name=f"Spen with {seen[-1]}")
                League.objects.filter(pk=league.pk).update(time_zone="UTC")
        return seen

    return rename


def open_pub(league, name):
    return lambda: Pub.objects.create(league=league, name=name, slug=name.lower())


def open_and_say(league, name):
    def act():
        open_pub(league, name)()
        bump_revision(league_id=league.pk)

    return act


def test_what_changes_no_page_overtakes_nobody(league, rename):
    assert rename(open_pub(league, "Owl")) == [0]
    league.refresh_from_db()
    assert (league.name, league.time_zone, Pub.objects.count()) == ("Spen with 0", "UTC", 1)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks the rows that it reads")
def test_what_changes_the_league_is_read_before_it_is_written(league, rename):
    assert rename(open_and_say(league, "Owl"), open_and_say(league, "Bell")) == [0, 1, 2]
    league.refresh_from_db()
    assert (league.name, league.time_zone) == ("Spen with 2", "UTC")


def test_a_refusal_leaves_nothing_and_is_not_tried_again(league):
    tried = []

    @read_first
    def refuse():
        with written_whole():
            tried.append(Pub.objects.count())
            with written_whole():
                Pub.objects.create(league=league, name="Owl", slug="owl")
            raise ValueError(tried)

    with pytest.raises(ValueError, match="0"):
        refuse()
    assert (tried, Pub.objects.count()) == ([0], 0)


def test_what_a_refusal_leaves_does_not_hang_on_how_its_first_write_is_spelt(league):
    @read_first
    def refuse():
        with written_whole():
            Pub.objects.count()
            with connection.cursor() as cursor:
                cursor.execute("\n    update league_league set name = 'Owl'")
            Pub.objects.create(league=league, name="Owl", slug="owl")
            raise ValueError("refused")

    with pytest.raises(ValueError, match="refused"):
        refuse()
    league.refresh_from_db()
    assert (league.name, Pub.objects.count()) == ("Spen", 0)


def test_a_list_of_results_that_is_looked_at_or_previewed_is_not_saved(client):
    match = a_match()
    client.force_login(a_secretary(match.division.season.league))
    pasted = (
        f"date\thome\taway\thome_total\taway_total\n{match.date:%d/%m/%Y}\t{match.home}\t{match.away}\t8\t2\n"
    )
    for button in ("look", "preview"):
        answer = client.post(
            f"/{match.division.season.league.slug}/secretary/lists/",
            {"what": "results", "pasted": pasted, button: ""},
        )
        assert "Nothing is saved yet" in words(answer)
        assert not Scorecard.objects.exists()
