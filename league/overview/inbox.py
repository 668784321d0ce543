"""The inbox: everything that waits for a decision, each with the question, the rule and its consequences."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from django.urls import reverse

from league.accounts.powers import Power
from league.cups.selectors.cups import DatedTie
from league.inbox.models import Decision
from league.models import Appeal, League, Match
from league.overview.desk import Desk, desk
from league.registration.unregistered import UnknownName, unknown_names
from league.regulations.selectors.ineligible import PlayerToCheck
from league.regulations.selectors.sanctions import OffenceRow, open_appeals, proposed_penalties
from league.scheduling.selectors.postponements import PostponementRequest, waiting_requests
from league.shared.text import counted, ordinal
from league.templatetags.dates import pub_date
from league.templatetags.decisions import cost_words, time_left
from league.templatetags.words import full_stop

Kind = Decision.Kind
MOST_OFFERED = 3
AWARDED = "The other side wins the table."


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One way to decide: its button, and what it changes. With an `address` it leads to a page instead."""

    value: str
    label: str
    consequence: str
    needs_reason: bool = False
    address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxLine:
    """One thing of several under a question, decided by itself: its fields, its facts, its choices.

    `about` names the thing, `seen` what a decision about it goes by: its cost.
    """

    about: str
    seen: str
    heading: str
    facts: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxItem:
    """A question of the inbox. `key` names it in the address; `kind` says which decision it is.

    It has `choices` of its own, or `lines` with theirs; `together` decides all lines at once. `seen` is sent
    with `about`: what a decision goes by, so that it is refused if that has changed meanwhile.
    """

    key: str
    kind: str
    question: str
    facts: str
    match: Match | None = None
    heading: str = ""
    about: str = ""
    seen: str = ""
    choices: tuple[Choice, ...] = ()
    lines: tuple[InboxLine, ...] = ()
    together: tuple[Choice, ...] = ()
    is_trouble: bool = False

    @property
    def count(self) -> int:
        return len(self.lines) or 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """The questions of one reader, and the desk they were taken from."""

    desk: Desk
    items: tuple[InboxItem, ...]

    @property
    def count(self) -> int:
        """How many decisions wait, with the results to enter."""
        return sum(item.count for item in self.items) + self.desk.owed_count

    @property
    def first_key(self) -> str:
        """Return the key of what comes first; "" for an empty inbox."""
        keys = [night.key for night in self.desk.owed] + [item.key for item in self.items]
        return keys[0] if keys else ""


def inbox(league: League, *, powers: Collection[str], today: datetime.date) -> Inbox:
    """Return what waits for somebody with these powers.

    The queries of `desk`, one for requests to move a match; for a secretary up to six more, of sanctions,
    appeals and unregistered names.
    """
    is_secretary = Power.SECRETARY in powers
    waiting = desk(league, today=today, to_secretary=is_secretary)
    if Power.RESULTS not in powers:
        waiting = replace(waiting, owed=(), owed_count=0)
    items = list(_items(league, waiting, is_secretary=is_secretary, powers=powers, today=today))
    return Inbox(desk=waiting, items=tuple(items))


def _items(
    league: League, waiting: Desk, *, is_secretary: bool, powers: Collection[str], today: datetime.date
) -> Iterator[InboxItem]:
    requests = waiting_requests(league, today=today) if Power.FIXTURES in powers else ()
    if is_secretary:
        yield from (_dispute(league, match) for match in waiting.disputed)
        yield from (_player(league, player) for player in waiting.to_check)
        yield from _sanctions(league, proposed_penalties(league))
        yield from (_appeal(league, appeal) for appeal in open_appeals(league))
    yield from (_request(league, request) for request in requests)
    if Power.FIXTURES in powers:
        yield from (_without_date(league, match) for match in waiting.without_date)
    if is_secretary:
        yield from (_tie(league, tie) for tie in waiting.ties_owed)
        if unknown := unknown_names(league):
            yield _names(league, unknown)


def _dispute(league: League, match: Match) -> InboxItem:
    if match.has_reports:  # type: ignore[attr-defined]  # annotated by `disputed_matches`
        choices: tuple[Choice, ...] = (
            Choice(
                value="compare",
                label="Compare sheets",
                consequence="Both signed sheets side by side. You choose the one that counts.",
                address=reverse("match-reports", args=[league.slug, match.public_id]),
            ),
        )
    else:
        choices = (
            Choice(
                value="close",
                label="Close dispute",
                consequence="The result counts as it is entered. Nothing changes in the standings.",
                needs_reason=True,
            ),
            Choice(
                value="correct",
                label="Correct result",
                consequence="Opens the sheet. Close the dispute afterwards.",
                address=reverse("match-entry", args=[league.slug, match.public_id]),
            ),
        )
    return InboxItem(
        key=f"dispute-{match.public_id}",
        kind=Kind.DISPUTE,
        question="Dispute: which result counts?",
        match=match,
        about=match.public_id,
        seen=str(match.open_dispute or 0),  # type: ignore[attr-defined]  # likewise
        facts=f"{full_stop(match.disputed_because)} {match.division}, {pub_date(match.date) or 'no date'}.",
        choices=choices,
        is_trouble=True,
    )


def _player(league: League, player: PlayerToCheck) -> InboxItem:
    tables = [table for table in player.tables if not table.is_ruled_on]
    walkover = reverse("match-walkover", args=[league.slug, player.match.public_id])
    awards = tuple(
        Choice(
            value=f"award-{table.number}",
            label=f"Award table {table.number}",
            consequence=f"{full_stop(player.penalty or AWARDED)} You see the new result before you save it.",
            address=f"{walkover}?{table.question}",
        )
        for table in tables[:1]
    )
    found = " ".join(f"{finding.sentence} {finding.rule}".strip() for finding in player.findings)
    where = (
        f", {'table' if len(tables) == 1 else 'tables'} {', '.join(str(table.number) for table in tables)}"
    )
    return InboxItem(
        key=f"player-{player.match.public_id}-{'-'.join(player.key)}",
        kind=Kind.PLAYER,
        question="Not eligible: does the result count?" if player.is_breach else "Check a player",
        match=player.match,
        about="|".join((player.match.public_id, *player.key)),
        facts=f"{player.called} for {player.team}{where}. {found}",
        choices=(
            *awards,
            Choice(
                value="accept",
                label="Accept player",
                consequence="The result stays as it is. Your reason is recorded.",
                needs_reason=True,
            ),
            Choice(
                value="correct",
                label="Correct name",
                consequence="Opens the sheet, if somebody else played.",
                address=reverse("match-entry", args=[league.slug, player.match.public_id]),
            ),
        ),
        is_trouble=player.is_breach,
    )


def _sanctions(league: League, proposed: Collection[OffenceRow]) -> Iterator[InboxItem]:
    """Yield one item for the proposed sanctions of each night."""
    by_night: dict[datetime.date | None, list[OffenceRow]] = defaultdict(list)
    for row in proposed:
        by_night[row.offence.match.date if row.offence.match else None].append(row)
    for night, rows in by_night.items():
        several = len(rows) > 1
        yield InboxItem(
            key=f"sanctions-{night or 'season'}",
            kind=Kind.SANCTION,
            question=f"{counted(len(rows), 'sanction').capitalize()} proposed: apply or waive?",
            facts=f"For matches of {pub_date(night)}." if night else "For the season.",
            lines=tuple(_sanction(league, row) for row in rows),
            together=(
                Choice(value="apply", label="Apply all", consequence="Each as proposed."),
                Choice(value="waive", label="Waive all", consequence="Nothing is taken.", needs_reason=True),
            )
            if several
            else (),
        )


def _sanction(league: League, row: OffenceRow) -> InboxLine:
    offence, cost = row.offence, cost_words(row.proposed)
    place = ordinal(offence.number)
    return InboxLine(
        about=offence.public_id,
        seen=f"{row.proposed.halves}|{row.proposed.pence}",
        heading=f"{offence.team}: {cost}",
        facts=f"{full_stop(offence.reason)} If you waive it, the next one counts as the {place}.",
        choices=(
            Choice(value="apply", label="Apply", consequence=f"{offence.team}: {cost}."),
            Choice(value="waive", label="Waive", consequence="Nothing is taken.", needs_reason=True),
            Choice(
                value="other",
                label="Other amount",
                consequence="",
                address=reverse("penalty", args=[league.slug, offence.public_id]),
            ),
        ),
    )


def _request(league: League, request: PostponementRequest) -> InboxItem:
    match, was = request.match, pub_date(request.match.date) or "no date"
    moves = tuple(
        Choice(
            value=f"move-{night.isoformat()}",
            label=f"Move to {pub_date(night)}",
            consequence=f"Played on {pub_date(night)} instead of {was}.",
        )
        for night in request.offered[:MOST_OFFERED]
    )
    return InboxItem(
        key=f"postponement-{request.postponement.public_id}",
        kind=Kind.POSTPONEMENT,
        question="Postponement: move this match?",
        match=match,
        about=request.postponement.public_id,
        facts=f"{was}. {request.asker}: {full_stop(request.postponement.reason)} Requested "
        f"{pub_date(request.requested_on)}. {request.answerer}: {time_left(request)}.",
        choices=(
            *moves,
            Choice(
                value="refuse", label="Refuse request", consequence=f"It stays on {was}.", needs_reason=True
            ),
            Choice(
                value="dates",
                label="Other dates",
                consequence="Shows free nights and their price.",
                address=reverse("match-postpone", args=[league.slug, match.public_id]),
            ),
        ),
        is_trouble=request.is_over,
    )


def _appeal(league: League, appeal: Appeal) -> InboxItem:
    if appeal.offence:
        address = reverse("penalty", args=[league.slug, appeal.offence.public_id])
        against = f"{appeal.offence.team}: {appeal.offence.reason}"
    else:
        address = reverse("ruling-appeal", args=[league.slug, appeal.ruling.public_id])  # type: ignore[union-attr]  # one of the two
        against = str(appeal.ruling)
    return InboxItem(
        key=f"appeal-{appeal.public_id}",
        kind="appeal",
        question="Appeal: uphold or dismiss?",
        heading=appeal.made_by,
        facts=f"{full_stop(appeal.words)} Against {full_stop(against)} Made {pub_date(appeal.made_on)}.",
        choices=(
            Choice(
                value="decide",
                label="Decide appeal",
                consequence="Upheld, the sanction is undone. Dismissed, all stays as it is.",
                address=address,
            ),
        ),
    )


def _without_date(league: League, match: Match) -> InboxItem:
    return InboxItem(
        key=f"date-{match.public_id}",
        kind="date",
        question="Postponed, no new date",
        match=match,
        facts=f"From {pub_date(match.postponed_from)}: {full_stop(match.postponed_because)}",
        choices=(
            Choice(
                value="date",
                label="Set date",
                consequence="Shows the free nights of both teams.",
                address=reverse("match-postpone", args=[league.slug, match.public_id]),
            ),
            Choice(
                value="enter",
                label="Enter result",
                consequence="If it was played already.",
                address=reverse("match-entry", args=[league.slug, match.public_id]),
            ),
        ),
    )


def _tie(league: League, owed: DatedTie) -> InboxItem:
    tie = owed.on_page.tie
    return InboxItem(
        key=f"tie-{owed.cup.public_id}-{tie.round}-{tie.number}",
        kind="tie",
        question="Cup tie to enter",
        heading=f"{tie.home.entrant.name} v {tie.away.entrant.name}",  # type: ignore[union-attr]  # both are known
        facts=f"{owed.cup.name}, {owed.title}, {pub_date(owed.date)}.",
        choices=(
            Choice(
                value="enter",
                label="Enter result",
                consequence="The winner goes into the next round.",
                address=reverse("keep-tie", args=[league.slug, owed.cup.public_id, tie.round, tie.number]),
            ),
        ),
    )


def _names(league: League, unknown: tuple[UnknownName, ...]) -> InboxItem:
    latest = ", ".join(f"{name.name} ({name.team})" for name in unknown[:3])
    return InboxItem(
        key="names",
        kind="names",
        question=f"Unregistered names: {len(unknown)}",
        facts=f"{latest}{f' and {len(unknown) - 3} more' if len(unknown) > 3 else ''}.",
        choices=(
            Choice(
                value="names",
                label="Match names",
                consequence="Each name is matched to a player, or left as it is written.",
                address=reverse("written-names", args=[league.slug]),
            ),
        ),
    )
