"""What is asked about a list: names that are nearly one, teams named twice, captains of two teams."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations

from league.exchange.lists.checked_list import KnownLeague, ListedPub, ListedTeam
from league.exchange.lists.drafts import TWO_PUBS, Drafts, fill
from league.exchange.lists.names import (
    division_key,
    division_number,
    is_near,
    may_be_one_person,
    phone_digits,
    split_division,
    usual_division,
)
from league.exchange.lists.text import slugify
from league.shared.text import bare

ONE_TEAM, TWO_TEAMS = "one-team", "two-teams"
ONE_PERSON, TWO_PEOPLE = "one-person", "two-people"
KNOWN, NEW = "known", "new"
PUB_CHOICES = {ONE_TEAM: "One pub, one team", TWO_TEAMS: "One pub, two teams", TWO_PUBS: "Two pubs"}
ONE_PUB = {TWO_TEAMS: "One pub", TWO_PUBS: "Two pubs"}
SAME_PUB = {ONE_TEAM: "One team", TWO_TEAMS: "Two teams, A and B"}
PERSON_CHOICES = {ONE_PERSON: "One person", TWO_PEOPLE: "Two people"}
# Comparing names takes its time; no league has as many pubs.
MOST_COMPARED = 200


def settle_divisions(drafts: Drafts, known: KnownLeague) -> None:
    """Give every team its division, the spellings of one division taken together unless that is denied."""
    for team in drafts.teams:
        divisions = split_division(team.spelling)
        if len(divisions) > 1:
            choices = {slugify(division_key(name)): name for name in divisions}
            answer = drafts.ask(
                f"division-{slugify(team.name)}",
                "Which division?",
                f"Row {team.row}, {team.name}, names {' and '.join(divisions)}.",
                choices,
                [team.row],
                about="division",
            )
            team.spelling = choices.get(answer, divisions[0])
    spellings: dict[str, list[str]] = defaultdict(list)
    for team in drafts.teams:
        own = spellings[division_key(team.spelling)]
        if team.spelling and bare(team.spelling) not in map(bare, own):
            own.append(team.spelling)
    in_figures = any(
        spelling.casefold().startswith("division ") and spelling[-1].isdigit()
        for group in spellings.values()
        for spelling in group
    )
    names: dict[str, str] = {}
    for key, group in spellings.items():
        name = _name_of_division(key, group, known.divisions, in_figures)
        listed = ", ".join(f"“{spelling}”" for spelling in group)
        words = f"{listed} are the same division, {name}" if len(group) > 1 else f"{listed} is {name}"
        is_one = all(bare(spelling) == bare(name) for spelling in group)
        holds = is_one or drafts.guess(f"division-{slugify(key)}", words)
        names |= {bare(spelling): name if holds else spelling for spelling in group}
    for team in drafts.teams:
        team.division = names.get(bare(team.spelling), team.spelling)


def _name_of_division(key: str, group: list[str], known: Iterable[str], in_figures: bool) -> str:
    if not group:
        return ""
    alike = [name for name in known if division_key(name) == key]
    if len(alike) == 1:
        return alike[0]
    number = division_number(group[0])
    whole = [spelling for spelling in group if "division" in spelling.casefold()]
    if whole or number is None:
        return (whole or group)[0]
    return f"Division {number}" if in_figures else usual_division(number)


def ask_about(drafts: Drafts, known: KnownLeague) -> None:
    """Ask about pubs, teams and captains that may be one, and join them where that is the answer."""
    _ask_about_pubs(drafts, known)
    _ask_about_known(drafts, known)
    _ask_about_teams_twice(drafts)
    _ask_about_captains(drafts)


def _ask_about_known(drafts: Drafts, known: KnownLeague) -> None:
    """Ask whether a pub or team with nearly the name of one of the league's is that one."""
    names = {bare(name): name for name in (*known.pubs, *known.teams)}
    for pub in list(drafts.pubs.values())[:MOST_COMPARED]:
        if bare(pub.name) in names:
            continue
        teams = _teams_of(drafts, pub)
        if teams and all(bare(team.name) in names for team in teams):
            continue
        like = next((name for name in known.pubs if is_near(pub.label, name)), None)
        if like and bare(like) in drafts.pubs:
            continue  # the list has that pub too: whether they are one is asked already
        if like and _ask_whether_known(drafts, pub.label, like, "pub", pub.rows) == KNOWN:
            _rename_pub(drafts, pub, like)
    for team in drafts.teams[:MOST_COMPARED]:
        if bare(team.name) in names or bare(team.pub) in names:
            continue
        like = next((name for name in known.teams if is_near(team.name, name)), None)
        if like and drafts.has_team(like):
            continue
        is_asked = f"known-{slugify(team.pub)}" in drafts.asked.answers
        if like and not is_asked and _ask_whether_known(drafts, team.name, like, "team", [team.row]) == KNOWN:
            team.name = like
            team.has_named_pub = False


def _ask_whether_known(drafts: Drafts, name: str, like: str, what: str, rows: Iterable[int]) -> str:
    rows = list(rows)
    return drafts.ask(
        f"known-{slugify(name)}",
        f"Is this {what} known?",
        f"Row {rows[0]}, “{name}”, is nearly “{like}” of this league.",
        {KNOWN: f"It is {like}", NEW: f"Another {what}"},
        rows,
        fewer_pubs=1 if what == "pub" else 0,
    )


def _ask_about_pubs(drafts: Drafts, known: KnownLeague) -> None:
    for first, second in combinations(list(drafts.pubs.values())[:MOST_COMPARED], 2):
        if bare(first.label) not in drafts.pubs or bare(second.label) not in drafts.pubs:
            continue  # joined to another one already
        near = is_near(first.label, second.label)
        phone = _shared_phone(drafts, first, second)
        if not near and not phone:
            continue
        reason = "have the same phone number" if phone else "are nearly the same"
        own, others = _teams_of(drafts, first), _teams_of(drafts, second)
        are_single = len(own) == len(others) == 1 and own[0].is_pub_itself and others[0].is_pub_itself
        may_be_one = are_single or not own
        choices = PUB_CHOICES if are_single else ONE_PUB
        answer = drafts.ask(
            f"pubs-{slugify(first.label)}-{slugify(second.label)}",
            "Is this one pub?",
            f"Row {first.rows[0]}, “{first.label}”, and row {second.rows[0]}, “{second.label}”, {reason}.",
            choices,
            (first.rows[0], second.rows[0]),
            fewer_pubs=1,
            fewer_teams=int(may_be_one and bool(own)),
        )
        if answer in (ONE_TEAM, TWO_TEAMS):
            _join_pubs(drafts, first, second, known)
            if are_single and answer == ONE_TEAM:
                _join_teams(drafts, own[0], others[0])
            elif are_single:
                _tell_apart(own[0], others[0], first.label)


def _shared_phone(drafts: Drafts, first: ListedPub, second: ListedPub) -> str:
    """Return a number that both pubs have, unless it is that of one captain of two teams."""
    if phone_digits(first.phone) and phone_digits(first.phone) == phone_digits(second.phone):
        return first.phone
    for team in _teams_of(drafts, first):
        for other in _teams_of(drafts, second):
            is_same = phone_digits(team.phone) and phone_digits(team.phone) == phone_digits(other.phone)
            if is_same and bare(team.captain) != bare(other.captain):
                return team.phone
    return ""


def _ask_about_teams_twice(drafts: Drafts) -> None:
    """Ask about a pub in two rows that does not tell its teams apart; refuse a team that is named twice."""
    firsts: dict[str, ListedTeam] = {}
    for team in list(drafts.teams):
        first = firsts.setdefault(bare(team.name), team)
        if first is team:
            continue
        if not (team.is_pub_itself and first.is_pub_itself) or first.row == team.row:
            drafts.add_problem(
                team.row,
                f"{team.name} stands in row {first.row} already; tell two teams of a pub apart, as A and B.",
            )
            continue
        answer = drafts.ask(
            f"team-{slugify(team.name)}-{team.row}",
            "Is this one team?",
            f"“{team.name}” stands in rows {first.row} and {team.row}.",
            SAME_PUB,
            (first.row, team.row),
            fewer_teams=1,
        )
        if answer == ONE_TEAM:
            _join_teams(drafts, first, team)
        elif answer == TWO_TEAMS:
            _tell_apart(first, team, team.pub)


def _ask_about_captains(drafts: Drafts) -> None:
    by_name: dict[str, list[ListedTeam]] = defaultdict(list)
    for team in drafts.teams:
        if team.captain:
            alike = (key for key in by_name if may_be_one_person(team.captain, key))
            by_name[
                bare(team.captain) if bare(team.captain) in by_name else next(alike, bare(team.captain))
            ].append(team)
    for key, teams in by_name.items():
        rows = list(dict.fromkeys(team.row for team in teams))
        if len(teams) < 2 or len(rows) < 2:
            continue
        name = "” or “".join({bare(team.captain): team.captain for team in teams}.values())
        listed = f"{', '.join(map(str, rows[:-1]))} and {rows[-1]}"
        phones = {phone_digits(team.phone) for team in teams}
        if len(phones) == 1 and phones != {""}:
            drafts.guess(f"person-{slugify(key)}", f"“{name}” in rows {listed} is one person")
            continue
        answer = drafts.ask(
            f"person-{slugify(key)}",
            "Is this one person?",
            f"“{name}” is captain in rows {listed}.",
            PERSON_CHOICES,
            rows,
            about="captain",
        )
        if answer == ONE_PERSON:
            contact: Mapping[str, str] = {
                field: next((value for team in teams if (value := getattr(team, field))), "")
                for field in ("phone", "email")
            }
            for team in teams:
                fill(team, contact)


def _teams_of(drafts: Drafts, pub: ListedPub) -> list[ListedTeam]:
    return [team for team in drafts.teams if bare(team.pub) == bare(pub.label)]


def _rename_pub(drafts: Drafts, pub: ListedPub, name: str) -> None:
    """Give a pub and the teams that are called after it another name."""
    del drafts.pubs[bare(pub.label)]
    for team in _teams_of(drafts, pub):
        if bare(team.name).startswith(bare(pub.label)) and team.name.startswith(pub.label):
            team.name = name + team.name.removeprefix(pub.label)
        team.pub = name
    pub.label = pub.name = name
    if (known := drafts.pubs.get(bare(name))) is not None:
        known.rows += pub.rows
        fill(known, {name: getattr(pub, name) for name in ("address", "postcode", "phone", "tables")})
    else:
        drafts.pubs[bare(name)] = pub


def _join_pubs(drafts: Drafts, first: ListedPub, second: ListedPub, known: KnownLeague) -> None:
    """Make two pubs one, under the name that the league knows, or else the fuller one."""
    names = set(map(bare, known.pubs))
    name = max(first.label, second.label, key=lambda name: (bare(name) in names, len(name)))
    _rename_pub(drafts, second, name)
    if bare(first.label) != bare(name):
        _rename_pub(drafts, first, name)


def _join_teams(drafts: Drafts, first: ListedTeam, second: ListedTeam) -> None:
    drafts.teams.remove(second)
    first.joined += [second.row, *second.joined]
    fill(
        first,
        {name: getattr(second, name) for name in ("captain", "phone", "email", "short_name", "division")},
    )


def _tell_apart(first: ListedTeam, second: ListedTeam, pub: str) -> None:
    """Name two teams of a pub by letters."""
    for team, letter in ((first, "A"), (second, "B")):
        team.name = f"{team.pub or pub} {letter}"
