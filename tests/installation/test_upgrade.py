"""What `migrate` does once the tables are those of the models."""

import pytest
from django.core.management import call_command

from league.models import Division, League, Match
from tests.builders import NIGHT, a_drawn_cup, a_season


@pytest.mark.django_db
def test_ties_dated_before_they_were_matches_are_matches_after_the_upgrade(caplog):
    season = a_season()
    cups = [a_drawn_cup(season, "The Fleece", "The Shears", on=NIGHT, name=name) for name in ("Bowl", "Jug")]
    Division.with_cups.all().delete()
    cups[1].ties.update(date=NIGHT.replace(year=2072))
    call_command("migrate", verbosity=0)
    (match,) = Match.with_ties.all()
    assert (match.date, match.tie.cup) == (NIGHT, cups[0])
    (remark,) = caplog.messages
    assert remark.startswith("The matches of Jug, 2026-27 were not created: ")
    revision = League.objects.get().revision
    cups[1].ties.all().delete()
    call_command("migrate", verbosity=0)
    assert (Match.with_ties.get(), League.objects.get().revision) == (match, revision)
