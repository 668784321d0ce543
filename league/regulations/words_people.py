"""The rules about people in sentences."""

from collections.abc import Iterator

from league.regulations.moments import day_said, span_said
from league.regulations.penalties import pounds
from league.regulations.people import (
    Borrowing,
    CupTied,
    CutOff,
    OwnPlayers,
    People,
    PeopleRule,
    Registering,
    SamePub,
    Squad,
    Transfers,
)
from scoring.prose.words import count, listed

BLOCKED = {
    PeopleRule.REGISTRATION: "registration",
    PeopleRule.TRANSFERS: "transfers",
    PeopleRule.BORROWED: "borrowed players",
    PeopleRule.PLAYING_UP: "playing up",
    PeopleRule.SAME_PUB: "teams of one pub",
    PeopleRule.OWN_PLAYERS: "a team’s own players",
    PeopleRule.CUP_TIED: "cup-tied players",
    PeopleRule.YOUNGEST: "age",
    PeopleRule.SQUAD: "the size of a squad",
    PeopleRule.ONE_PUB: "playing for one pub",
}


def people_in_words(people: People) -> Iterator[str]:
    """What the season asks of players, a clause a rule; nothing where it asks for nothing."""
    yield from _registering(people.registration)
    yield from _transfers(people.transfers)
    yield from _borrowing(people.borrowed)
    if people.playing_up is not None:
        yield (
            "playing for a higher team of the pub is counted: "
            f"after {times(people.playing_up)} a player belongs to it"
        )
    yield from _same_pub(people.same_pub)
    yield from _own_players(people.own_players)
    yield from _cup_tied(people.cup_tied)
    if people.youngest is not None:
        yield f"players are {people.youngest} or older"
    yield from _squad(people.squad)
    if people.one_pub:
        yield "a player plays for one pub only in a season"
    if people.blocked:
        yield f"these rules are enforced at entry: {listed(BLOCKED[rule] for rule in people.blocked)}"


def _registering(rule: Registering | None) -> Iterator[str]:
    if rule is None:
        return
    when = (
        f"at least {span_said(rule.notice)} before the match" if rule.notice else "on the night at the latest"
    )
    fee = f", for {pounds(rule.pence)}" if rule.pence else ""
    yield f"whoever plays is registered for the team, {when}{fee}"
    if rule.closes:
        yield f"registration closes {_closing(rule.closes)}"


def _closing(cut_off: CutOff) -> str:
    if cut_off.on is not None:
        return f"at the end of {day_said(cut_off.on)} {cut_off.on.year}"
    if cut_off.first_match_from is not None:
        day = cut_off.first_match_from
        return f"the day before a team’s first match from {day_said(day)} {day.year} on"
    if cut_off.before_match is not None:
        return f"the day before a team’s match number {cut_off.before_match}"
    return "the day before the second half of a team’s matches begins"


def _transfers(rule: Transfers | None) -> Iterator[str]:
    if rule is None:
        return
    if rule.limit is not None:
        often = f"change teams {times(rule.limit)} in a season" if rule.limit else "not change teams"
        yield f"a player may {often}"
    if rule.closes:
        yield f"transfers close {_closing(rule.closes)}"
    if rule.most_games is not None:
        few = f"{count(rule.most_games)} match{'' if rule.most_games == 1 else 'es'}"
        yield f"nobody transfers who has played more than {few}"
    if rule.both_sign:
        yield "both captains sign a transfer"
    if rule.pence:
        yield f"a transfer costs {pounds(rule.pence)}"


def _borrowing(rule: Borrowing | None) -> Iterator[str]:
    if rule is None:
        return
    most = f", and {count(rule.a_match)} may do so in one match" if rule.a_match is not None else ""
    if rule.each:
        yield f"a player of another team may help out {times(rule.each)}, then must transfer{most}"
    else:
        yield "players of other teams may not help out"


def _same_pub(rule: SamePub | None) -> Iterator[str]:
    if rule is not None:
        teams = {
            SamePub.ANY: "any team of the same pub",
            SamePub.HIGHER: "a higher team of the same pub, not for a lower one",
            SamePub.OWN: "no other team of the same pub",
        }
        yield f"a player registered for one team may play for {teams[rule]}"


def _own_players(rule: OwnPlayers | None) -> Iterator[str]:
    if rule is not None:
        where = "where a pub has several teams, " if rule.only_with_several_teams else ""
        are = "is" if rule.least == 1 else "are"
        yield f"{where}at least {count(rule.least)} of a side {are} registered for that very team"


def _cup_tied(rule: CupTied | None) -> Iterator[str]:
    if rule is CupTied.ONE_TEAM:
        yield "a player plays for one team in a cup"
    elif rule is CupTied.FRESH_SUBSTITUTES:
        yield "a substitute in a cup has not played in it before"


def _squad(rule: Squad | None) -> Iterator[str]:
    if rule is None:
        return
    if rule.least is not None:
        by = f" by the end of {day_said(rule.by)} {rule.by.year}" if rule.by else ""
        yield f"a team registers at least {count(rule.least)} player{'' if rule.least == 1 else 's'}{by}"
    if rule.most is not None:
        yield f"a team registers at most {count(rule.most)} player{'' if rule.most == 1 else 's'}"


def times(number: int) -> str:
    """Once, twice, three times."""
    return {1: "once", 2: "twice"}.get(number, f"{count(number)} times")
