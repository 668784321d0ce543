"""Parse RobinX files and format RobinX solutions, so that other validators can check them."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from xml.etree import ElementTree

from tests.tools.robinx.judging import KNOWN, Constraint, Game, Instance, Judgement, Placed

LARGEST = 20_000_000
MOST_TEAMS, MOST_SLOTS = 400, 1000
BASIC = "Constraints"


class UnreadableInstance(ValueError):
    """Raised for a file that is not in the RobinX format, with a sentence."""


def parse_instance(text: str) -> Instance:
    """Return the instance of a file's text.

    Raises:
        UnreadableInstance: the text is no RobinX instance.
    """
    root = _root(text, "Instance")
    try:
        return _Reading(root).instance()
    except (KeyError, TypeError, ValueError) as broken:
        raise UnreadableInstance(f"This is no RobinX instance: {broken}.") from None


def parse_solution(text: str) -> Placed:
    """Return the slots of a solution's games.

    Raises:
        UnreadableInstance: the text is no RobinX solution.
    """
    root = _root(text, "Solution")
    try:
        return {
            (int(game.attrib["home"]), int(game.attrib["away"])): int(game.attrib["slot"])
            for game in root.iter("ScheduledMatch")
        }
    except (KeyError, ValueError) as broken:
        raise UnreadableInstance(f"This is no RobinX solution: {broken}.") from None


def _root(text: str, name: str) -> ElementTree.Element:
    if len(text) > LARGEST:
        raise UnreadableInstance(f"The file has {len(text)} letters; more than {LARGEST} are not read.")
    try:
        # Entities that explode are refused by expat itself.
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as broken:
        raise UnreadableInstance(f"This is no XML: {broken}.") from None
    if root.tag != name:
        raise UnreadableInstance(f"The file begins with {root.tag}; a RobinX file begins with {name}.")
    return root


class _Reading:
    def __init__(self, root: ElementTree.Element) -> None:
        self.root = root
        self.teams = {int(team.attrib["id"]): int(team.get("league") or 0) for team in root.iter("team")}
        self.slots = sorted(int(slot.attrib["id"]) for slot in root.iter("slot"))
        if not 1 < len(self.teams) <= MOST_TEAMS or not 0 < len(self.slots) <= MOST_SLOTS:
            raise ValueError(f"it has {len(self.teams)} teams and {len(self.slots)} slots")
        if self.slots != list(range(len(self.slots))):
            raise ValueError("its slots are not numbered from 0")
        self.team_groups = self._groups("team", "teamGroups")
        self.slot_groups = self._groups("slot", "slotGroup")

    def instance(self) -> Instance:
        formats = self._formats()
        leagues = sorted(set(self.teams.values()))
        elements = list(self._constraints())
        strange = [element for element in elements if not _is_known(element)]
        unknown = Counter(element.tag for element in strange)
        hard = Counter(element.tag for element in strange if element.get("type") == "HARD")
        name = self.root.findtext("MetaData/InstanceName") or "unnamed"
        for league in leagues:
            if formats[league][0] not in (1, 2):
                raise ValueError(
                    f"league {league} meets {formats[league][0]} times; here it can be once or twice"
                )
        return Instance(
            name=name.strip(),
            leagues=tuple(
                tuple(team for team, own in self.teams.items() if own == league) for league in leagues
            ),
            meetings=tuple(formats[league][0] for league in leagues),
            is_compact=tuple(formats[league][1] for league in leagues),
            is_phased=tuple(formats[league][2] for league in leagues),
            slots=len(self.slots),
            constraints=tuple(self._constraint(element) for element in elements if _is_known(element)),
            unknown=tuple((tag, hard[tag]) for tag in sorted(unknown)),
        )

    def _formats(self) -> dict[int, tuple[int, bool, bool]]:
        """Return for every league how often all meet, whether it is compact, and whether it is phased."""
        formats = {}
        for element in self.root.iter("Format"):
            meetings = int(element.findtext("numberRoundRobin") or 0)
            compact = (element.findtext("compactness") or "").strip() == "C"
            phased = (element.findtext("gameMode") or "").strip() == "P"
            for league in _numbers(element, "leagueIds"):
                formats[league] = (meetings, compact, phased)
        return formats

    def _groups(self, tag: str, attribute: str) -> dict[int, set[int]]:
        members: dict[int, set[int]] = defaultdict(set)
        for element in self.root.iter(tag):
            for group in _numbers(element, attribute):
                members[group].add(int(element.attrib["id"]))
        return members

    def _constraints(self) -> Iterator[ElementTree.Element]:
        for section in self.root.find(BASIC) or ():
            yield from section

    def _constraint(self, element: ElementTree.Element) -> Constraint:
        has_two = element.tag in ("CA2", "CA3", "CA4")
        suffix = "1" if has_two else ""
        side = element.get("homeMode") or element.get(
            "mode2" if element.tag == "BR1" else "mode1" if has_two else "mode"
        )
        return Constraint(
            kind=element.tag,
            is_hard=element.get("type") == "HARD",
            penalty=int(element.get("penalty") or 1),
            teams=self._members(element, f"teams{suffix}", f"teamGroups{suffix}", self.team_groups)
            or frozenset(self.teams if element.tag == "BR2" else ()),
            others=self._members(element, "teams2", "teamGroups2", self.team_groups),
            slots=self._members(element, "slots", "slotGroups", self.slot_groups) or frozenset(self.slots),
            games=frozenset(_games(element)),
            side=side if side in ("H", "A") else "HA",
            each=element.get("mode2") == "EVERY",
            least=int(element.get("min") or 0),
            most=int(element.get("max") or 0),
            length=int(element.get("intp") or 0),
        )

    def _members(
        self, element: ElementTree.Element, singly: str, grouped: str, groups: dict[int, set[int]]
    ) -> frozenset[int]:
        numbers = set(_numbers(element, singly))
        return frozenset(numbers.union(*(groups[group] for group in _numbers(element, grouped))))


def _is_known(element: ElementTree.Element) -> bool:
    """Return whether a constraint is known; CA3 is where it counts by slots, not by games."""
    return element.tag in KNOWN and not (element.tag == "CA3" and element.get("mode2") == "GAMES")


def _numbers(element: ElementTree.Element, attribute: str) -> list[int]:
    return [int(part) for part in (element.get(attribute) or "").split(";") if part.strip()]


def _games(element: ElementTree.Element) -> Iterator[Game]:
    for part in (element.get("meetings") or "").split(";"):
        if part.strip():
            home, away = part.split(",")
            yield int(home), int(away)


def format_solution(instance: Instance, placed: Placed, judgement: Judgement) -> str:
    """Return the text of a solution file."""
    root = ElementTree.Element("Solution")
    about = ElementTree.SubElement(root, "MetaData")
    ElementTree.SubElement(about, "SolutionName").text = f"{instance.name}_Sol_Pegboard"
    ElementTree.SubElement(about, "InstanceName").text = instance.name
    ElementTree.SubElement(about, "Contributor").text = "Pegboard"
    ElementTree.SubElement(
        about,
        "ObjectiveValue",
        infeasibility=str(judgement.infeasibility),
        objective=str(judgement.objective),
    )
    games = ElementTree.SubElement(root, "Games")
    for (home, away), slot in sorted(placed.items(), key=lambda item: (item[1], item[0])):
        ElementTree.SubElement(games, "ScheduledMatch", home=str(home), away=str(away), slot=str(slot))
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'
