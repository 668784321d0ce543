"""The five steps of a league before its first match: each one page, and whether it is done."""

from typing import NamedTuple

from django.urls import reverse

from league.models import League, Registration, Season


class FirstStep(NamedTuple):
    """A step: what it is for, its page and the words of the button to it, and whether it is done."""

    title: str
    about: str
    address: str
    words: str
    is_done: bool


def first_steps(league: League, season: Season | None) -> tuple[FirstStep, ...]:
    """Return the steps of a season without a match, or of a league without a season. Four queries at most."""
    lists, named = reverse("lists", args=[league.slug]), season.slug if season else ""
    begin = reverse("season" if season else "record-new", args=[league.slug, named or "seasons"])
    teams = season.enrolments.all() if season else None
    captains = teams and teams.exclude(captain_name="", captain_email="", captain_phone="")
    players = Registration.objects.filter(team__league=league)
    plans, to_captains = (reverse(name, args=[league.slug]) for name in ("fixture-plans", "captains"))
    opens = "Open season" if season else "New season"
    return (
        FirstStep("Season", "When it is played, and by which rules.", begin, opens, bool(season)),
        FirstStep(
            *("Pubs, teams and divisions", "A list of them can be pasted.", f"{lists}?what=teams"),
            *("Import teams", bool(teams)),
        ),
        FirstStep(
            *("Captains", "Who is asked for results, and how.", to_captains, "Add captains", bool(captains))
        ),
        FirstStep(
            *("Players", "A few letters of a name are enough later.", f"{lists}?what=players"),
            *("Import players", players.exists()),
        ),
        FirstStep("Fixtures", "Planned fairly, or last year’s list.", plans, "Plan fixtures", False),
    )
