"""Pubs and teams while a list is read: they can still be renamed, joined and asked about."""

import re
from collections.abc import Mapping
from typing import Any

from league.exchange.lists.checked_list import (
    Asking,
    KnownLeague,
    ListedPub,
    ListedTeam,
)
from league.exchange.lists.names import division_key, phone_digits
from league.exchange.lists.text import EMAIL, PHONE, slugify
from league.exchange.problems import Problems
from league.shared.text import bare, is_same_place

ONE_PUB, TWO_PUBS = "one-pub", "two-pubs"
ONE_OR_TWO_PUBS = {ONE_PUB: "One pub", TWO_PUBS: "Two pubs of this name"}
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
    ) -> str:
        """Note a question, and return its answer; empty while it is open."""
        is_new = question[0] not in self.asked.questions
        answer = self.asked.ask(*question, about=about)
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
        if tables and not (re.fullmatch(r"\d{1,3}", tables) and int(tables)):
            self.add_problem(row, f"“{tables}” is not a number of tables: a pub has at least 1.")
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
        key = f"places-{slugify(name)}"
        answer = self.ask(key, "Is this one pub?", sentence, ONE_OR_TWO_PUBS, rows)
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

    def divisions_of_rows(self) -> dict[int, list[str]]:
        rows: dict[int, list[str]] = {}
        for team in self.teams:
            for row in (team.row, *team.joined):
                if team.division and team.division not in rows.setdefault(row, []):
                    rows[row].append(team.division)
        return rows

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
