"""Remove a single request from the text of a requests file; the rest of the text stays as it was typed."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from league.scheduling.planner.calendar import UnreadableRequests, short_day
from league.scheduling.planner.conditions import LongestRun, room_of, rules_of
from league.scheduling.planner.phrases import fixed_sentence, request_sentence
from league.scheduling.planner.task import PlanRules, Task
from league.scheduling.requests.fields import PubRequests, RequestsFile
from league.scheduling.requests.file import format_requests, parse_requests
from league.scheduling.requests.resolving import LeagueFacts, folded, task_of

HEADER = re.compile(r"\s*\[")
Item = TypeVar("Item")


def without_condition(text: str, league: LeagueFacts, sentence: str) -> str | None:
    """Return the text without the request, fixed match, closed night or rule of a sentence.

    A pub whose room the sentence is about has room for all its teams. None if it is about none of these.

    Raises:
        UnreadableRequests: the text cannot be read for this league.
    """
    file = parse_requests(text)
    task = task_of(file, league)
    requests = _numbers_with(task.requests, lambda request: request_sentence(request, task), sentence)
    fixed = _numbers_with(task.fixed, lambda match: fixed_sentence(match, task), sentence)
    pubs = tuple(_opened(league, pub, sentence) for pub in file.pubs)
    pubs = tuple(_enlarged(pubs, task, sentence))
    left = replace(
        file,
        requests=tuple(request for number, request in enumerate(file.requests) if number not in requests),
        fixed=tuple(match for number, match in enumerate(file.fixed) if number not in fixed),
        pubs=pubs,
        rules=_without_rule(file.rules, task, sentence),
    )
    if left == file:
        return None
    cut = _cut(_cut(text, "wish", requests), "fixed", fixed)
    return cut if _means(cut, left) else format_requests(left)


def _numbers_with(items: Sequence[Item], sentence_of: Callable[[Item], str], sentence: str) -> list[int]:
    return [number for number, item in enumerate(items) if sentence_of(item) == sentence]


def _opened(league: LeagueFacts, pub: PubRequests, sentence: str) -> PubRequests:
    """Return a pub without the closed night that the sentence is about."""
    names = [venue.name for venue in league.venues if folded(venue.name) == folded(pub.name)]
    closed = tuple(
        night
        for night in pub.closed
        if not any(sentence == f"{name} is shut on {short_day(night)}" for name in names)
    )
    return replace(pub, closed=closed)


def _enlarged(pubs: Sequence[PubRequests], task: Task, sentence: str) -> Iterator[PubRequests]:
    """Yield the pubs, the one whose room the sentence is about with room for all its teams."""
    full = next((venue for venue in task.venues if room_of(venue).sentence == sentence), None)
    if full is None:
        yield from pubs
        return
    matches = max(full.capacity, sum(team.venue == full.key for team in task.teams))
    own = [pub for pub in pubs if folded(pub.name) == folded(full.name)] or [PubRequests(name=full.name)]
    yield from (pub for pub in pubs if pub not in own)
    yield from (replace(pub, matches=matches) for pub in own)


def _without_rule(rules: PlanRules, task: Task, sentence: str) -> PlanRules:
    for rule in rules_of(task):
        if rule.sentence == sentence:
            is_run = isinstance(rule.source, LongestRun)
            return replace(rules, longest_run=None) if is_run else replace(rules, return_after=0)
    return rules


def _means(text: str, file: RequestsFile) -> bool:
    try:
        return parse_requests(text) == file
    except UnreadableRequests:
        return False


def _cut(text: str, section: str, numbers: Sequence[int]) -> str:
    """Return the text without some entries of a section; comments before the next entry are kept."""
    return "".join(_lines_left(text, section, numbers))


def _lines_left(text: str, section: str, numbers: Sequence[int]) -> Iterator[str]:
    own = re.compile(rf"\s*\[\[\s*{section}\s*\]\]")
    number, is_out = -1, False
    held: list[str] = []
    for line in text.splitlines(keepends=True):
        if HEADER.match(line):
            number += bool(own.match(line))
            was_out, is_out = is_out, bool(own.match(line)) and number in numbers
            yield from _comments(held) if was_out else ()
            held = []
        if is_out:
            held.append(line)
        else:
            yield line
    yield from _comments(held)


def _comments(held: Sequence[str]) -> list[str]:
    """Return the comments and empty lines at the end of what was cut out."""
    comments: list[str] = []
    for line in reversed(held):
        if line.strip() and not line.lstrip().startswith("#"):
            break
        comments.insert(0, line)
    return comments if any(line.strip() for line in comments) else []
