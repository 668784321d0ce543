"""Everything that is held about a player: what refers to them, and what is found by their name."""

import datetime
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from league.history.nouns import ModelClass
from league.history.services.rows import referrers
from league.models import (
    AcceptedPlayer,
    Availability,
    CaptainLink,
    CupEntry,
    CupSeat,
    Enrolment,
    Honour,
    LeagueRole,
    Match,
    Merge,
    Notice,
    Player,
    RecordChange,
    Registration,
    Seat,
    User,
)
from league.records.selectors.mentions import Mention, mentions_of
from league.records.selectors.persons import Person, changes_of, letters_to, person_of, photographs_of
from league.shared.text import counted

LETTERS = "Messages sent to them"
PHOTOGRAPHS = "Photographs of score sheets with their name"

Row = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldRows:
    """One kind of thing that is held about a person, a row each with what it says by its label."""

    title: str
    rows: tuple[Row, ...]

    @property
    def labels(self) -> list[str]:
        """Return what some row has a value for."""
        every = dict.fromkeys(label for row in self.rows for label in row)
        return [label for label in every if any(row.get(label) not in (None, "") for row in self.rows)]

    @property
    def cells(self) -> list[list[tuple[str, Any]]]:
        """Return the rows as a page lists them, by label."""
        labels = self.labels
        return [[(label, row.get(label)) for label in labels] for row in self.rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonalData:
    """All that the page and the file of a person's data show."""

    person: Person
    sections: tuple[HeldRows, ...]
    mentions: tuple[Mention, ...]

    @property
    def as_file(self) -> dict[str, Any]:
        """Return what is handed over, as plain values."""
        return {
            "league": self.person.player.league.name,
            "player": str(self.person.player),
            "held": {section.title: section.rows for section in self.sections},
            "mentions": [asdict(mention) for mention in self.mentions],
        }

    @property
    def going(self) -> tuple[HeldRows, ...]:
        """Return what an erasure deletes whole."""
        return tuple(section for section in self.sections if section.title in (LETTERS, PHOTOGRAPHS))

    @property
    def digest(self) -> str:
        """Return what a preview listed, to be compared when the button is pressed."""
        held = json.dumps(self.as_file, cls=DjangoJSONEncoder, sort_keys=True)
        return hashlib.sha256(held.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """How the rows that refer to a player are shown."""

    title: str
    related: tuple[str, ...]
    shown: Callable[[Any], Row]


def personal_data(player: Player) -> PersonalData:
    """Return everything held about a player. The number of queries does not grow with the data."""
    person = person_of(player)
    sections = [
        HeldRows(title="Player", rows=tuple(_record(record) for record in person.records)),
        *(_related(person, model, column) for model, column in RELATIONS),
        _changes(person),
        _captaincies(person),
        _accounts(person),
        _done_with(person.accounts),
        _letters(person),
        _photographs(person),
    ]
    shown: dict[ModelClass, set[int]] = {
        Enrolment: {enrolment.pk for enrolment in person.enrolments},
        RecordChange: set(changes_of(person.player.league, person.keys).values_list("pk", flat=True)),
        Notice: {letter.pk for letter in letters_to(person)} if person.emails else set(),
    }
    return PersonalData(
        person=person,
        sections=tuple(section for section in sections if section.rows),
        mentions=mentions_of(person.traces, player.league, without=shown),
    )


def _record(player: Player) -> Row:
    return {
        "Name": player.name,
        "Told apart by": player.told_apart_by,
        "Born on": player.born_on,
        "Shown to the public": player.get_shown_display(),
        "Merged into another record": "yes" if player.merged_into_id else "",
    }


def _match_words(match: Match) -> Row:
    return {
        "Date": match.date,
        "Match": f"{match.home} v {match.away}",
        "Season": str(match.division.season),
    }


_MATCH = ("home", "away", "division__season")


def _below(path: str) -> tuple[str, ...]:
    return tuple(f"{path}__{part}" for part in _MATCH)


def _pair(entry: CupEntry) -> Row:
    return {"Cup": str(entry.cup), "Entered as": entry.name}


RELATIONS: Mapping[tuple[ModelClass, str], Relation] = {
    (Registration, "player"): Relation(
        title="Registrations",
        related=("season", "team"),
        shown=lambda row: {
            "Team": str(row.team),
            "Season": str(row.season),
            "From": row.registered_on,
            "To": row.left_on,
        },
    ),
    (Seat, "player"): Relation(
        title="Games played",
        related=("game__table", *_below("game__table__scorecard__match")),
        shown=lambda row: {
            **_match_words(row.game.table.scorecard.match),
            "Table": row.game.table.number,
            "Game": row.game.number,
        },
    ),
    (CupSeat, "player"): Relation(
        title="Cup ties played",
        related=("tie__cup",),
        shown=lambda row: {"Cup": str(row.tie.cup), "Round": row.tie.round},
    ),
    (CupEntry, "first_player"): Relation(
        title="Entered a cup first of a pair", related=("cup",), shown=_pair
    ),
    (CupEntry, "second_player"): Relation(
        title="Entered a cup second of a pair", related=("cup",), shown=_pair
    ),
    (Honour, "player"): Relation(
        title="Honours",
        related=(),
        shown=lambda row: {
            "Season": row.season_name,
            "Competition": row.competition,
            "Holder": row.holder,
            "Remarks": row.remarks,
        },
    ),
    (Availability, "player"): Relation(
        title="Answers whether they can play",
        related=_below("match"),
        shown=lambda row: {**_match_words(row.match), "Answer": row.get_answer_display()},
    ),
    (AcceptedPlayer, "player"): Relation(
        title="Accepted although not eligible",
        related=_below("scorecard__match"),
        shown=lambda row: {**_match_words(row.scorecard.match), "Reason": row.reason},
    ),
    (Merge, "kept"): Relation(
        title="Records and written names merged into theirs",
        related=("gone",),
        shown=lambda row: {"Name": str(row.gone or row.written), "On": row.made_at, "Undone": row.undone_at},
    ),
    (Merge, "gone"): Relation(
        title="Merged into another record",
        related=("kept",),
        shown=lambda row: {"On": row.made_at, "Undone": row.undone_at},
    ),
}
"""Every row that refers to a player, by its model and column, as the page shows it."""

EXCUSED: Mapping[tuple[ModelClass, str], str] = {
    (Player, "merged_into"): "The merged records are part of the person.",
}
"""What refers to a player and is not shown by itself, with the reason."""


def _related(person: Person, model: ModelClass, column: str) -> HeldRows:
    relation = RELATIONS[model, column]
    rows = model._base_manager.filter(**{f"{column}__in": person.keys}).order_by("pk")
    if relation.related:
        rows = rows.select_related(*relation.related)
    shown = [relation.shown(row) for row in rows]
    if shown and "Date" in shown[0]:
        shown.sort(key=lambda row: row["Date"] or datetime.date.max)
    return HeldRows(title=relation.title, rows=tuple(shown))


def _changes(person: Person) -> HeldRows:
    rows = tuple(
        {
            "On": change.made_at,
            "Change": change.get_action_display(),
            "Before": ", ".join(f"{value}" for value in change.before.values()),
            "After": ", ".join(f"{value}" for value in change.after.values()),
            "Reason": change.reason,
        }
        for change in changes_of(person.player.league, person.keys)
    )
    return HeldRows(title="History of the record", rows=rows)


def _captaincies(person: Person) -> HeldRows:
    """Return how a captain is reached and whom it may be shown to, with the links and PINs there are."""
    issued = CaptainLink.objects.filter(enrolment__in=person.enrolments)
    links = Counter(issued.values_list("enrolment", flat=True))
    rows = tuple(
        {
            "Team": str(enrolment.team),
            "Season": str(enrolment.season),
            "Name": enrolment.captain_name,
            "E-mail": enrolment.captain_email,
            "Phone": enrolment.captain_phone,
            "Shown to": enrolment.get_contact_for_display(),
            "Declined e-mails": ", ".join(enrolment.declined_letters),
            "Links issued": links[enrolment.pk],
            "PIN": "set" if hasattr(enrolment, "captain_pin") else "",
        }
        for enrolment in person.enrolments
    )
    return HeldRows(title="Captain of, and how they are reached", rows=rows)


def _accounts(person: Person) -> HeldRows:
    roles: dict[int, list[str]] = {}
    for role in LeagueRole.objects.filter(user__in=person.accounts).select_related("league"):
        roles.setdefault(role.user_id, []).append(f"{role.get_role_display()} of {role.league}")
    rows = tuple(
        {
            "Name": user.get_full_name(),
            "Signs in as": user.username,
            "E-mail": user.email,
            "Roles": ", ".join(roles.get(user.pk, ())),
            "Since": user.date_joined,
            "Last signed in": user.last_login,
        }
        for user in person.accounts
    )
    return HeldRows(title="Accounts", rows=rows)


def _done_with(accounts: tuple[User, ...]) -> HeldRows:
    """Return how many rows of each kind name an account: entered by, decided by. One query for each."""
    rows: list[Row] = []
    for relation in referrers(User) if accounts else ():
        column = relation.field
        number = relation.related_model._base_manager.filter(**{f"{column.name}__in": accounts}).count()
        if number:
            noun = str(relation.related_model._meta.verbose_name)
            rows.append({"What": str(column.verbose_name).capitalize(), "Number": counted(number, noun)})
    return HeldRows(title="Done with the account", rows=tuple(rows))


def _letters(person: Person) -> HeldRows:
    letters = letters_to(person) if person.emails else ()
    rows = tuple(
        {"On": row.wanted_at, "To": row.to, "Subject": row.subject, "Text": row.body} for row in letters
    )
    return HeldRows(title=LETTERS, rows=rows)


def _photographs(person: Person) -> HeldRows:
    photographs = photographs_of(person).defer("jpeg").select_related(*_below("match")).order_by("pk")
    rows = tuple(
        {**_match_words(photograph.match), "Received": photograph.received_at} for photograph in photographs
    )
    return HeldRows(title=PHOTOGRAPHS, rows=rows)
