"""What people call the rows of a model, where it is not the model's own name."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model

from league.models import (
    Availability,
    CaptainLink,
    CupEntry,
    Draft,
    Enrolment,
    FixturePlan,
    LeagueRole,
    LineUp,
    Match,
    Merge,
    NameLeft,
    Offence,
    Postponement,
    PubLink,
    PubPhotograph,
    Registration,
    RuleBook,
    Scorecard,
    TableEntry,
    TableSquare,
)
from league.shared.text import plural

ModelClass = type[Model]
# A Django field; its own type says too little to read it by.
Field = Any

NOUNS: Mapping[ModelClass, tuple[str, str]] = {
    Match: ("match", "matches"),
    Enrolment: ("place in a division", "places in divisions"),
    Registration: ("registered player", "registered players"),
    CaptainLink: ("captain’s link", "captains’ links"),
    NameLeft: ("note about an unregistered name", "notes about unregistered names"),
    FixturePlan: ("draft of fixtures", "drafts of fixtures"),
    Offence: ("penalty", "penalties"),
    CupEntry: ("cup entry", "cup entries"),
    LeagueRole: ("captain’s account", "captains’ accounts"),
    Merge: ("merged record", "merged records"),
    RuleBook: ("rule book", "rule books"),
    Availability: ("player’s answer", "players’ answers"),
    Draft: ("draft of a result", "drafts of a result"),
    LineUp: ("line-up", "line-ups"),
    PubLink: ("pub’s link", "pubs’ links"),
    PubPhotograph: ("photograph", "photographs"),
    Postponement: ("request to postpone it", "requests to postpone it"),
    Scorecard: ("result", "results"),
    TableEntry: ("hand from a phone", "hands from phones"),
    TableSquare: ("square for tables", "squares for tables"),
}


def counted_rows(model: ModelClass, number: int) -> str:
    """Return a number of rows in words: 3 matches, 1 charge."""
    if model in NOUNS:
        return f"{number} {NOUNS[model][number != 1]}"
    return plural(number, str(model._meta.verbose_name))
