"""Pubs and teams while a list is read: they can be renamed, joined and asked about.

Asked are names that are nearly one, teams named twice, captains of two teams.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from league.competition.models.leagues import MOST_TABLES_OF_A_PUB
from league.exchange.lists.checked_list import (
    Asking,
    KnownLeague,
    ListedPub,
    ListedTeam,
    Problems,
)
from league.exchange.lists.text import (
    EMAIL,
    PHONE,
    division_key,
    division_number,
    is_near,
    may_be_one_person,
    phone_digits,
    slugify,
    split_division,
    usual_division,
)
from league.shared.text import bare, is_same_place

TWO_PUBS = "two-pubs"
ONE_TEAM, TWO_TEAMS = "one-team", "two-teams"
ONE_PERSON = "one-person"
KNOWN, NEW = "known", "new"
# Comparing names takes its time; no league has as many pubs.
MOST_COMPARED = 200
Place = tuple[str, str]
"""An address and a postcode, each empty where it is not known."""

LONGEST_NAME, LONGEST_DIVISION, LONGEST_PHONE, MOST_TEAMS_OF_A_PUB = 80, 40, 30, 6
# What has room for so many letters.
ROOMS = {
    "pub": ("a pub’s name", LONGEST_NAME),
    "address": ("an address", 200),
    "postcode": ("a postcode", 10),
    "team": ("a team’s name", LONGEST_NAME),
    "division": ("a division’s name", LONGEST_DIVISION),
    "captain": ("a captain’s name", LONGEST_NAME),
    "short_name": ("a short name", 24),
}


class Drafts:
    """What was read so far, with every guess, question and problem."""

    def __init__(self, answers: Mapping[str, str], known: KnownLeague) -> None:
        self.asked, self.known = Asking(answers), known
        self.guess = self.asked.guess
        self.pubs: dict[str, ListedPub] = {}
        self.teams: list[ListedTeam] = []
        self.numbers: set[int] = set()
        self.problems: dict[int, Problems] = {}
        self.fewer_pubs = self.fewer_teams = 0

    def ask(
        self,
        *question: Any,
        about: str = "pub-and-teams",
        fewer_pubs: int = 0,
        fewer_teams: int = 0,
        own: str = "",
    ) -> str:
        """Note a question, and return its answer; empty while it is open. `own`: as of `Asking.ask_row`.

        What only a row that cannot be read would make doubtful is not asked.
        """
        rows = {*question[4]}
        if rows & self.problems.keys() and len(rows - self.problems.keys()) <= 1:
            return ""
        is_new = bool(own) or question[0] not in self.asked.questions
        answer = self.asked.ask_row(*question, about=about, own=own or question[0])
        if is_new and not answer:
            self.fewer_pubs += fewer_pubs
            self.fewer_teams += fewer_teams
        return answer

    def add_problem(self, row: int, sentence: str) -> None:
        self.problems.setdefault(row, Problems()).add(sentence)

    def add_pub(self, row: int, name: str, **values: str) -> ListedPub:
        """Add a pub, or fill in what is not known of it yet."""
        self.numbers.add(row)
        self._verify_lengths(row, pub=name, **values)
        tables = values.get("tables", "")
        if tables and not (re.fullmatch(r"\d{1,3}", tables) and 1 <= int(tables) <= MOST_TABLES_OF_A_PUB):
            right = f"a pub has from 1 to {MOST_TABLES_OF_A_PUB}"
            self.add_problem(row, f"“{tables}” is not a number of tables: {right}.")
            values["tables"] = ""
        values["phone"] = shortened_phone(values.get("phone", ""))
        label = self._label(row, name, (values.get("address", ""), values.get("postcode", "")))
        pub = self.pubs.setdefault(bare(label), ListedPub(rows=[], label=label, name=name))
        pub.rows.append(row)
        fill(pub, values)
        return pub

    def _label(self, row: int, name: str, place: tuple[str, str]) -> str:
        """Return the name of a pub, with its place where another of that name is elsewhere.

        Asks whether they are two, and which is meant where the row does not say.
        """
        others: dict[str, tuple[str, Place, str]] = {}
        known = zip(self.known.pubs, self.known.places, strict=False)
        namesakes = [where for other, where in known if bare(other) == bare(name)]
        for where in namesakes:
            label = _placed(name, where) if len(namesakes) > 1 else name
            others[bare(label)] = label, where, "in this league"
        for pub in self.pubs.values():
            where = pub.address, pub.postcode
            if bare(pub.name) == bare(name) and (any(where) or bare(pub.label) not in others):
                others[bare(pub.label)] = pub.label, where, f"in row {pub.rows[0]}"
        alike = [label for label, where, _ in others.values() if is_same_place(place, where)]
        if len(alike) == 1 or not others:
            return alike[0] if alike else name
        if alike:
            shown = [
                label if bare(label) != bare(name) else _placed(name, where)
                for label, where, _ in others.values()
                if label in alike
            ]
            choices = dict(zip(map(slugify, shown), shown, strict=True))
            sentence = f"Row {row}, “{name}”, may be {' or '.join(shown)}."
            answer = self.ask(f"which-{slugify(name)}", "Which pub is this?", sentence, choices, [row])
            return alike[list(choices).index(answer)] if answer else alike[0]
        label, where, place_of_it = next(iter(others.values()))
        here, there = (" ".join(filter(None, each)) for each in (place, where))
        sentence = f"“{name}” is at {there} {place_of_it}, and at {here} in row {row}."
        rows = [*(self.pubs[bare(label)].rows if bare(label) in self.pubs else ()), row]
        answer = self.ask(
            f"places-{slugify(name)}",
            "Is this one pub?",
            sentence,
            {"one-pub": "One pub", TWO_PUBS: "Two pubs of this name"},
            rows,
        )
        return _placed(name, place) if answer == TWO_PUBS else label

    def go_on(self, name: str, cells: Mapping[str, str]) -> None:
        """Add a second line to the address of a pub, and what was not known of it."""
        pub = self.pubs[bare(name)]
        pub.address = ", ".join(filter(None, (pub.address, cells.get("address", ""))))
        phone = cells.get("pub-phone", "") or cells.get("phone", "")
        fill(pub, {"postcode": cells.get("postcode", ""), "phone": shortened_phone(phone)})

    def shortened_division(self, row: int, name: str) -> str:
        """Return the name of a division as far as there is room; a longer one is a problem of its row."""
        self._verify_lengths(row, division=name)
        return name[:LONGEST_DIVISION]

    def has_team(self, name: str) -> bool:
        return any(bare(team.name) == bare(name) for team in self.teams)

    def add_team(
        self, row: int, name: str, pub: str, *, division: str = "", has_named_pub: bool = True, **values: str
    ) -> None:
        self.numbers.add(row)
        self._verify_lengths(row, team=name if name != pub else "", division=division, **values)
        email = values.get("email", "")
        if email and not EMAIL.fullmatch(email):
            self.add_problem(row, f"“{email}” is not an e-mail address such as jo@example.org.")
        values["phone"] = shortened_phone(values.get("phone", ""))
        if sum(bare(team.pub) == bare(pub) for team in self.teams) == MOST_TEAMS_OF_A_PUB:
            self.add_problem(
                row, f"{pub} has more than {MOST_TEAMS_OF_A_PUB} teams; a pub has at most so many."
            )
        self.teams.append(
            ListedTeam(
                row=row,
                name=name,
                pub=pub,
                spelling=division,
                has_named_pub=has_named_pub,
                captain=values.get("captain", ""),
                phone=values["phone"],
                email=email,
                short_name=values.get("short_name", ""),
            )
        )

    def _verify_lengths(self, row: int, **texts: str) -> None:
        for name, (what, most) in ROOMS.items():
            if len(text := texts.get(name, "")) > most:
                self.add_problem(row, f"“{text[:20]}…” has {len(text)} letters; {what} has at most {most}.")

    def divisions_of_row(self, row: int) -> list[str]:
        """Return the divisions of the teams of a row."""
        own = (team.division for team in self.teams if row in (team.row, *team.joined))
        return list(dict.fromkeys(filter(None, own)))

    def division_names(self) -> tuple[str, ...]:
        """Return the divisions: by number if all have one, else in the order of the list."""
        names = list(dict.fromkeys(team.division for team in self.teams if team.division))
        if all(division_key(name).isdigit() for name in names):
            names.sort(key=division_key)
        return tuple(names)

    def listed_teams(self) -> tuple[ListedTeam, ...]:
        """Return the teams, each with its pub as that is called in the list."""
        for team in self.teams:
            if pub := self.pubs.get(bare(team.pub)):
                team.pub = pub.label
        return tuple(self.teams)

    def counts(self) -> dict[str, tuple[int, int]]:
        """Return how many there are of each kind, at least and at most while questions are open."""
        pubs, teams = len(self.pubs), len(self.teams)
        phones = {phone_digits(team.phone) for team in self.teams} | {
            phone_digits(pub.phone) for pub in self.pubs.values()
        }
        more = sum(
            question.key.startswith("places-") and not question.answer
            for question in self.asked.questions.values()
        )
        divisions, numbers = len(self.division_names()), len(phones - {""})
        return {
            "division": (divisions, divisions),
            "pub": (pubs - self.fewer_pubs, pubs + more),
            "team": (teams - self.fewer_teams, teams),
            "phone number": (numbers, numbers),
        }


def _placed(name: str, place: Place) -> str:
    """Return the name of a pub with its place, as pubs of one name are told apart."""
    return f"{name}, {place[0] or place[1]}"


def fill(draft: ListedPub | ListedTeam, values: Mapping[str, str]) -> None:
    """Set the fields of a draft that are still empty."""
    for name, value in values.items():
        if value and not getattr(draft, name):
            setattr(draft, name, value)


def shortened_phone(phone: str) -> str:
    """Return the telephone numbers of a cell, only the first if there is no room for all."""
    if len(phone) <= LONGEST_PHONE:
        return phone
    number = PHONE.search(phone)
    return number[0][:LONGEST_PHONE].strip() if number else phone[:LONGEST_PHONE]


def ask_division(drafts: Drafts) -> None:
    """Ask in which division new teams play where no row says it: captains belong to a season."""
    names = set(map(bare, drafts.known.teams))
    teams = [
        team
        for team in drafts.teams
        if not team.spelling and bare(team.name) not in names and team.row not in drafts.problems
    ]
    if drafts.known.season and any(team.captain or team.phone or team.email for team in teams):
        choices = {slugify(name): name for name in drafts.known.divisions or ["Division One"]}
        for team in teams:
            answer = drafts.ask(
                "no-division",
                "In which division is it?",
                f"Row {team.row}, {team.name}, names no division.",
                choices,
                [team.row],
                about="division",
                own=f"no-division-{team.row}",
            )
            team.spelling = choices.get(answer, "")


def settle_divisions(drafts: Drafts) -> None:
    """Give every team its division, the spellings of one division taken together unless that is denied."""
    for team in drafts.teams:
        divisions = split_division(team.spelling)
        if len(divisions) > 1:
            choices = {slugify(division_key(name)): name for name in divisions}
            answer = drafts.ask(
                f"division-rows-{'-'.join(choices)}",
                "Which division?",
                f"Row {team.row}, {team.name}, names {' and '.join(divisions)}.",
                choices,
                [team.row],
                about="division",
                own=f"division-{slugify(team.name)}",
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
        name = _name_of_division(key, group, drafts.known.divisions, in_figures)
        listed = ", ".join(f"“{spelling}”" for spelling in group)
        words = f"{listed} are the same division, {name}" if len(group) > 1 else f"{listed} is {name}"
        is_one = all(bare(spelling) == bare(name) for spelling in group)
        holds = is_one or drafts.guess(f"division-{slugify(key)}", words)
        names |= {bare(spelling): name if holds else spelling for spelling in group}
    for team in drafts.teams:
        team.division = names.get(bare(team.spelling), team.spelling)


def _name_of_division(key: str, group: list[str], known: Iterable[str], in_figures: bool) -> str:
    alike = [name for name in known if division_key(name) == key]
    if len(alike) == 1:
        return alike[0]
    number = division_number(group[0]) if group else None
    whole = [spelling for spelling in group if "division" in spelling.casefold()]
    if whole or number is None:
        return (whole or group or [""])[0]
    return f"Division {number}" if in_figures else usual_division(number)


def ask_about(drafts: Drafts) -> None:
    """Ask about pubs, teams and captains that may be one, and join them where that is the answer."""
    for ask in (_ask_about_pubs, _ask_about_known, _ask_about_teams_twice, _ask_about_captains):
        ask(drafts)


def _ask_about_known(drafts: Drafts) -> None:
    """Ask whether a pub or team with nearly the name of one of the league's is that one."""
    names = {bare(name) for name in (*drafts.known.pubs, *drafts.known.teams)}
    for pub in list(drafts.pubs.values())[:MOST_COMPARED]:
        teams = _teams_of(drafts, pub)
        if bare(pub.name) in names or (teams and all(bare(team.name) in names for team in teams)):
            continue
        like = next((name for name in drafts.known.pubs if is_near(pub.label, name)), None)
        # Where the list has that pub too, whether they are one is asked already.
        is_new = like and bare(like) not in drafts.pubs
        if like and is_new and _ask_whether_known(drafts, pub.label, like, "pub", pub.rows) == KNOWN:
            _rename_pub(drafts, pub, like)
    for team in drafts.teams[:MOST_COMPARED]:
        if names & {bare(team.name), bare(team.pub)}:
            continue
        like = next((name for name in drafts.known.teams if is_near(team.name, name)), None)
        is_new = like and not (f"known-{slugify(team.pub)}" in drafts.asked.answers or drafts.has_team(like))
        if like and is_new and _ask_whether_known(drafts, team.name, like, "team", [team.row]) == KNOWN:
            team.name = like
            team.has_named_pub = False


def _ask_whether_known(drafts: Drafts, name: str, like: str, what: str, rows: Sequence[int]) -> str:
    return drafts.ask(
        f"known-{slugify(name)}",
        f"Is this {what} known?",
        f"Row {rows[0]}, “{name}”, is nearly “{like}” of this league.",
        {KNOWN: f"It is {like}", NEW: f"Another {what}"},
        rows,
        fewer_pubs=1 if what == "pub" else 0,
    )


def _ask_about_pubs(drafts: Drafts) -> None:
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
        choices = {ONE_TEAM: "One pub, one team"} if are_single else {}
        choices |= {TWO_TEAMS: "One pub, two teams" if are_single else "One pub", TWO_PUBS: "Two pubs"}
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
            _join_pubs(drafts, first, second)
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
            {ONE_TEAM: "One team", TWO_TEAMS: "Two teams, A and B"},
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
            {ONE_PERSON: "One person", "two-people": "Two people"},
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


def _join_pubs(drafts: Drafts, first: ListedPub, second: ListedPub) -> None:
    """Make two pubs one, under the name that the league knows, or else the fuller one."""
    names = set(map(bare, drafts.known.pubs))
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
