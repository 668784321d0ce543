"""Who a player is in the other records of the league: former names, captaincies, accounts."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from league.models import Enrolment, League, Match, Merge, Notice, Photograph, Player, RecordChange, User
from league.people.names import bare
from league.records.selectors.mentions import Traces


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A player with the records, captaincies and accounts that are theirs.

    `has_namesake` where another player of the league shares the name: then only a name
    beside which stands what tells the two apart is theirs.
    """

    player: Player
    records: tuple[Player, ...]
    enrolments: tuple[Enrolment, ...]
    accounts: tuple[User, ...]
    traces: Traces
    has_namesake: bool

    @property
    def keys(self) -> list[int]:
        return [record.pk for record in self.records]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names they are searched and erased by; their record's own at least."""
        return self.traces.names or (self.player.name,)

    @property
    def emails(self) -> list[str]:
        return [contact for contact in self.traces.contacts if "@" in contact]


def person_of(player: Player) -> Person:
    """Return who a player is in the league's other records. Seven queries.

    An address or number that is a pub's or another captain's as well is not a trace of theirs.
    """
    league = player.league
    records = (player, *player.merged.order_by("pk"))
    keys = [record.pk for record in records]
    written = Merge.objects.filter(kept__in=keys).exclude(written="").values_list("written", flat=True)
    former = [
        str(values["name"])
        for change in changes_of(league, keys).order_by("pk")
        for values in (change.before, change.after)
        if values.get("name")
    ]
    names = tuple(dict.fromkeys([*(record.name for record in records), *written, *former]))
    own = {bare(name) for name in names}
    others = league.players.exclude(pk__in=keys).values_list("name", flat=True)
    other_names = {bare(name) for name in others}
    has_namesake = bool(own & other_names)
    names = (*names, *_with_initials(names, other_names)) if not has_namesake else names
    apart = player.told_apart_by if has_namesake else ""
    if has_namesake and not apart:
        names = ()
    spelt = {bare(f"{name} ({apart})" if apart else name) for name in names}
    known = Enrolment.objects.filter(season__league=league).exclude(captain_name="")
    captains = list(known.select_related("season", "team", "captain_pin").order_by("pk"))
    enrolments = [row for row in captains if bare(row.captain_name) in spelt]
    emails = {row.captain_email.casefold() for row in enrolments if row.captain_email}
    users = User.objects.filter(Q(league_roles__league=league) | Q(league_roles=None)).distinct()
    accounts = [
        user
        for user in users.order_by("pk")
        # Two people of one house share an address: it says whose account it is only where no name does.
        if (bare(user.get_full_name()) in spelt if user.get_full_name() else user.email.casefold() in emails)
    ]
    contacts = [contact for row in enrolments for contact in _reached_at(row)]
    contacts += [user.email for user in accounts]
    shared = {contact for row in captains if row not in enrolments for contact in _reached_at(row)}
    for pub in league.pubs.all():
        shared |= {pub.phone, pub.bulletin_email}
    return Person(
        player=player,
        records=records,
        enrolments=tuple(enrolments),
        accounts=tuple(accounts),
        traces=Traces(
            names=names,
            contacts=tuple(
                contact for contact in dict.fromkeys(contacts) if contact and contact not in shared
            ),
            apart=apart,
        ),
        has_namesake=has_namesake,
    )


def changes_of(league: League, keys: Collection[int]) -> QuerySet[RecordChange]:
    """Return the history of the records of players."""
    return league.record_changes.filter(kind=RecordChange.Kind.PLAYER, object_id__in=keys)


def letters_to(person: Person) -> QuerySet[Notice]:
    """Return the messages to the addresses of a person."""
    to = Q(pk__in=[])
    for address in person.emails:
        to |= Q(to__iexact=address)
    return Notice.objects.filter(to, league=person.player.league)


def photographs_of(person: Person) -> QuerySet[Photograph]:
    """Return the photographs of the sheets of matches they sat down in: their name is written there."""
    matches = Match.with_ties.filter(scorecards__tables__games__seats__player__in=person.keys)
    return Photograph.objects.filter(match__in=matches)


def _reached_at(enrolment: Enrolment) -> tuple[str, str]:
    return enrolment.captain_email, enrolment.captain_phone


def _with_initials(names: Iterable[str], others: set[str]) -> list[str]:
    """Return the names with an initial for the first name, unless it could be somebody else of the league."""
    taken = others | {bare(_initialled(other)) for other in others}
    short = [_initialled(name) for name in names if len(name.split()) > 1]
    return [name for name in dict.fromkeys(short) if bare(name) not in taken]


def _initialled(name: str) -> str:
    first, *rest = name.split() or [""]
    return " ".join((first[:1], *rest))
