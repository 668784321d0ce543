"""The inbox: everything that waits for a decision, each with the question, the rule and its consequences."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse

from league.accounts.powers import Power
from league.accounts.selectors import room_reports
from league.accounts.services.letters import mail_goes_out
from league.bulletin.old_figures import OldFigures, old_figures
from league.competition.selectors import seasons_of
from league.cups.selectors.dated_ties import DatedTie
from league.due_dates.selectors import DatedTask, due_soon
from league.inbox.models import Decision
from league.messages.selectors import returned_letters
from league.models import League, Match, Notice, RoomReport
from league.overview.desk import Desk, OwedNight, desk
from league.overview.inbox_items import Choice, InboxItem, InboxLine, short_name
from league.overview.match_items import dispute_item, flooded_item, player_item
from league.people.selectors import captains_of, sides_of
from league.registration.unregistered import UnknownName, unknown_names
from league.regulations.selectors.sanctions import OffenceRow, OpenAppeal, open_appeals, proposed_penalties
from league.results.selectors.log import flooded_matches
from league.results.selectors.signed_sheets import signed_sheets
from league.scheduling.judge import Kind as Broken
from league.scheduling.selectors.postponements import PostponementRequest, waiting_requests
from league.scheduling.selectors.published_season import verdict_on
from league.shared.text import count, counted, listed, ordinal, plural
from league.standings.selectors.effects import effects_of
from league.templatetags.dates import pub_date
from league.templatetags.decisions import cost_words, time_left
from league.templatetags.formatting import full_stop

Kind = Decision.Kind
MOST_NAMED = 2
MOST_WEIGHED = 5
"""Of how many disputes and players the places in the table are worked out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """The questions of one reader, and the desk and requests to move a match they were taken from."""

    desk: Desk
    requests: tuple[PostponementRequest, ...]
    items: tuple[InboxItem, ...]


def inbox(league: League, *, powers: Collection[str], today: datetime.date) -> Inbox:
    """Return what waits for somebody with these powers.

    The queries of `desk`, one for requests to move a match, one for the captains of missing results; for a
    secretary up to ten more, of floods, sanctions, appeals, reports of rooms, letters that came back and
    unregistered names, those of `old_figures`, up to ten where signed sheets differ, and up to four for
    places in the table. Nineteen more judge the fixtures of an open season once a day and after each change
    but results.
    """
    is_secretary = Power.SECRETARY in powers
    waiting = desk(league, today=today, to_secretary=is_secretary)
    if Power.RESULTS not in powers:
        waiting = replace(waiting, owed=())
    requests = waiting_requests(league, today=today) if Power.FIXTURES in powers else ()
    return Inbox(
        desk=waiting,
        requests=requests,
        items=tuple(_items(league, waiting, requests, is_secretary=is_secretary, powers=powers, today=today)),
    )


def _items(
    league: League,
    waiting: Desk,
    requests: Collection[PostponementRequest],
    *,
    is_secretary: bool,
    powers: Collection[str],
    today: datetime.date,
) -> Iterator[InboxItem]:
    yield from _results(league, waiting.owed, today)
    if is_secretary:
        disputed, to_check = waiting.disputed, waiting.to_check
        sheets = signed_sheets(match for match in disputed if match.has_reports)  # type: ignore[attr-defined]  # annotated
        effects = effects_of(
            [*disputed[:MOST_WEIGHED], *(player.match for player in to_check[:MOST_WEIGHED])]
        )
        for match in disputed:
            yield dispute_item(league, match, sheets.get(match.pk), effects.get(match.pk))
        for player in to_check:
            yield player_item(league, player, effects.get(player.match.pk), on=today)
        for match, entries in flooded_matches(league, today=today):
            yield flooded_item(league, match, entries)
        yield from (_gone_out(league, out) for out in old_figures(league, today))
        yield from _sanctions(league, proposed_penalties(league))
        yield from (_appeal(league, appeal) for appeal in open_appeals(league))
    yield from (_request(league, request) for request in requests)
    if Power.FIXTURES in powers:
        yield from (_without_date(league, match) for match in waiting.without_date)
        yield from _fixtures(league)
    if is_secretary:
        yield from (_room(league, report) for report in room_reports(league))
        yield from (_tie(league, tie) for tie in waiting.ties_owed)
        if returned := returned_letters(league):
            yield _addresses(league, returned)
        if unknown := unknown_names(league):
            yield _names(league, unknown)
        if near := due_soon(league, today):
            yield _dates(league, near, today)


def _results(league: League, nights: Collection[OwedNight], today: datetime.date) -> Iterator[InboxItem]:
    """Yield one item for the missing results of each night, the oldest first. One query."""
    captains = captains_of([sides_of(match) for night in nights for match in night.matches])
    for night in nights:
        number = len(night.matches)
        asked = [
            captains.get((match.division_id, team))
            for match in night.matches
            if not _has_receipt(match)
            for team in (match.home_id, match.away_id)
        ]
        letters = sum(captain is not None and captain.email != "" for captain in asked)
        remind = Choice(
            value="remind",
            label={1: "Remind captains", 2: "Remind both"}.get(number, "Remind all"),
            consequence=f"{plural(letters, 'e-mail')}; {len(asked) - letters} to ring."
            if mail_goes_out()
            else "No mail server: ring them.",
            address=reverse("night-chase", args=[league.slug, night.date]),
            is_sent=True,
        )
        yield InboxItem(
            key=f"results-{night.date.isoformat()}",
            kind="results",
            question=f"{plural(number, 'result')} of {pub_date(night.date)} missing",
            facts=" ".join(_of_missing(night, today)),
            choices=(
                Choice(
                    value="enter",
                    label="Enter results",
                    consequence=f"Opens the {'sheet' if number == 1 else f'{count(number)} sheets'}.",
                    address=reverse("night-finals", args=[league.slug, night.date]),
                ),
                *([remind] if asked else []),
                Choice(
                    value="night",
                    label="See the night",
                    consequence="",
                    address=reverse("night", args=[league.slug, night.date]),
                    is_link=True,
                ),
            ),
        )


def _of_missing(night: OwedNight, today: datetime.date) -> Iterator[str]:
    """Yield what is known of the missing results of a night, in sentences."""
    days = (today - night.date).days
    yield "Played yesterday." if days == 1 else f"{counted(days, 'day').capitalize()} ago."
    if len(night.matches) <= MOST_NAMED:
        yield f"At {listed(short_name(match.home) for match in night.matches)}."
    with_receipt = [match for match in night.matches if _has_receipt(match)]
    if received := [match for match in with_receipt if match.receipt.received_at]:
        yield f"{counted(len(received), 'sheet').capitalize()} received, not typed yet."
    yield from (
        f"{short_name(match.home)}: “{match.receipt.note}”" for match in with_receipt if match.receipt.note
    )
    if reminded := [match.reminded_at for match in night.matches if match.reminded_at]:  # type: ignore[attr-defined]  # annotated
        yield f"Reminded {pub_date(max(reminded))}."


def _has_receipt(match: Match) -> bool:
    """Return whether the sheet has come, or somebody has said when it comes."""
    receipt = getattr(match, "receipt", None)
    return receipt is not None and bool(receipt.received_at or receipt.note)


def _sanctions(league: League, proposed: Collection[OffenceRow]) -> Iterator[InboxItem]:
    """Yield one item for the proposed sanctions of each night."""
    by_night: dict[datetime.date | None, list[OffenceRow]] = defaultdict(list)
    for row in proposed:
        by_night[row.offence.match.date if row.offence.match else None].append(row)
    for night, rows in by_night.items():
        lines = tuple(_sanction(league, row) for row in rows)
        item = InboxItem(
            key=f"sanctions-{night or 'season'}",
            kind=Kind.SANCTION,
            question=f"{counted(len(rows), 'sanction').capitalize()} proposed: apply or waive?",
            facts=f"{pub_date(night) or 'For the season'}. {_first_named([line.heading for line in lines])}",
            lines=lines,
            choices=(
                Choice(value="apply", label="Apply all", consequence="Each as proposed."),
                Choice(value="waive", label="Waive all", consequence="Nothing is taken.", needs_reason=True),
            ),
        )
        for line in lines if len(lines) == 1 else ():
            item = replace(
                item,
                about=line.about,
                seen=line.seen,
                heading=line.heading,
                facts=line.facts,
                choices=line.choices,
                lines=(),
            )
        yield item


def _sanction(league: League, row: OffenceRow) -> InboxLine:
    offence, cost = row.offence, cost_words(row.proposed)
    place = ordinal(offence.number)
    return InboxLine(
        about=offence.public_id,
        seen=f"{row.proposed.halves}|{row.proposed.pence}",
        heading=f"{short_name(offence.team)}: {cost}",
        facts=f"{full_stop(offence.reason)} If you waive it, the next one counts as the {place}.",
        choices=(
            Choice(value="apply", label="Apply", consequence=f"{offence.team}: {cost}."),
            Choice(value="waive", label="Waive", consequence="Nothing is taken.", needs_reason=True),
            Choice(
                value="other",
                label="Other amount",
                consequence="",
                address=reverse("penalty", args=[league.slug, offence.public_id]),
                is_link=True,
            ),
        ),
    )


def _request(league: League, request: PostponementRequest) -> InboxItem:
    match, was = request.match, pub_date(request.match.date) or "no date"
    others = max(len(request.offered) - 1, 0)
    moves = tuple(
        Choice(
            value=f"move-{night.isoformat()}",
            label=f"Move to {pub_date(night)}",
            consequence=f"Instead of {was}.",
        )
        for night in request.offered[:1]
    )
    return InboxItem(
        key=f"postponement-{request.postponement.public_id}",
        kind=Kind.POSTPONEMENT,
        question="Postponement: move this match?",
        match=match,
        about=request.postponement.public_id,
        facts=f"{short_name(request.asker)}: {full_stop(request.postponement.reason)} "
        f"{short_name(request.answerer)}: {time_left(request)}.",
        choices=(
            *moves,
            Choice(
                value="refuse", label="Refuse request", consequence=f"It stays on {was}.", needs_reason=True
            ),
            Choice(
                value="dates",
                label=counted(others, "other date").capitalize() if others else "Other dates",
                consequence="",
                address=reverse("match-postpone", args=[league.slug, match.public_id]),
                is_link=True,
            ),
        ),
        is_trouble=request.is_over,
    )


def _appeal(league: League, waiting: OpenAppeal) -> InboxItem:
    appeal = waiting.appeal
    if appeal.offence:
        address = reverse("penalty", args=[league.slug, appeal.offence.public_id])
        against = f"{appeal.offence.team}: {appeal.offence.reason}"
        taken = cost_words(waiting.taken) if waiting.taken else "nothing"
        upheld = f"{appeal.offence.team} get back {taken}. The sanction no longer counts."
        dismissed = f"Nothing changes: {taken} for {appeal.offence.team}."
    else:
        address = reverse("ruling-appeal", args=[league.slug, appeal.ruling.public_id])  # type: ignore[union-attr]  # one of the two
        against = str(appeal.ruling)
        upheld = "The ruling is revoked. The standings count without it."
        dismissed = "Nothing changes: the ruling stays in force."
    return InboxItem(
        key=f"appeal-{appeal.public_id}",
        kind=Kind.APPEAL,
        about=appeal.public_id,
        question="Appeal: uphold or dismiss?",
        heading=appeal.made_by,
        facts=f"{full_stop(appeal.words)} Against {full_stop(against)} Made {pub_date(appeal.made_on)}.",
        choices=(
            Choice(
                value="uphold", label="Uphold appeal", consequence=upheld, needs_reason=True, asks_who=True
            ),
            Choice(
                value="dismiss",
                label="Dismiss appeal",
                consequence=dismissed,
                needs_reason=True,
                asks_who=True,
            ),
            Choice(
                value="page",
                label="Open appeal",
                consequence="",
                address=address,
                is_link=True,
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
                consequence="Shows their free nights.",
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


def _fixtures(league: League) -> Iterator[InboxItem]:
    """Yield what the judge finds broken in the published fixtures; matches without a date have own items."""
    for season in seasons_of(league):
        verdict = verdict_on(season) if season.has_matches and not season.is_finished else None  # type: ignore[attr-defined]  # annotated
        breaches = verdict.breaches if verdict else ()
        broken = [breach for breach in breaches if breach.kind is not Broken.UNDATED]
        if not broken:
            continue
        address = f"{reverse('season-calendar', args=[league.slug])}?season={season.slug}"
        yield InboxItem(
            key=f"fixtures-{season.slug}",
            kind="fixtures",
            question=f"{plural(len(broken), 'condition')} broken in the published fixtures of {season}",
            facts=" ".join(map(str, broken[:MOST_NAMED])),
            choices=(
                Choice(
                    value="calendar", label="Open calendar", consequence="Names them all.", address=address
                ),
            ),
        )


def _room(league: League, report: RoomReport) -> InboxItem:
    return InboxItem(
        key=f"room-{report.public_id}",
        kind="room",
        question="Room not free: what about the night?",
        heading=f"{report.pub}, {pub_date(report.date)}",
        facts=f"Reported {pub_date(report.reported_at)}." + (f" “{report.note}”" if report.note else ""),
        choices=(
            Choice(
                value="night",
                label="Open night",
                consequence="Postpone its matches, or play them elsewhere.",
                address=reverse("night", args=[league.slug, report.date]),
            ),
            Choice(
                value="close",
                label="Close report",
                consequence="When it is dealt with. Matches stay as they are.",
                address=f"{reverse('pub-links', args=[league.slug])}#rooms",
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


def _dates(league: League, near: Collection[DatedTask], today: datetime.date) -> InboxItem:
    """Return the dates of the season that are near or past and not done."""
    return InboxItem(
        key="dates",
        kind="dates",
        question=f"Due soon: {len(near)}",
        facts="".join(f"{date.title}: {date.words(today)}, {pub_date(date.date)}. " for date in near).strip(),
        choices=(
            Choice(
                value="dates",
                label="Open dates",
                consequence="Tick off what is done, or choose another day.",
                address=f"{reverse('season-dates', args=[league.slug])}",
            ),
        ),
    )


def _addresses(league: League, returned: Collection[Notice]) -> InboxItem:
    """Return the captains’ addresses from which the last letter came back."""
    return InboxItem(
        key="addresses",
        kind="addresses",
        question=f"E-mail does not arrive: {len(returned)}",
        facts=" ".join(f"{notice.to}: {full_stop(notice.failed_because)}" for notice in returned),
        choices=(
            Choice(
                value="addresses",
                label="Open captains",
                consequence="Correct the address, or delete it and call.",
                address=reverse("captains", args=[league.slug]),
            ),
        ),
        is_trouble=True,
    )


def _gone_out(league: League, out: OldFigures) -> InboxItem:
    """Return the bulletin of a night that says something else than the league does now."""
    return InboxItem(
        key=f"bulletin-{out.night}",
        kind="bulletin",
        question=f"Bulletin of {pub_date(out.night)} gone out with other figures",
        facts=f"{full_stop(out.words.capitalize())} Now it reads: {full_stop(out.lines[0])}",
        choices=(
            Choice(
                value="bulletin",
                label="Open bulletin",
                consequence=f"To {out.ways}.",
                address=f"{reverse('bulletin', args=[league.slug])}{out.query}",
            ),
        ),
        is_trouble=True,
    )


def _names(league: League, unknown: tuple[UnknownName, ...]) -> InboxItem:
    return InboxItem(
        key="names",
        kind="names",
        question=f"Unregistered names: {len(unknown)}",
        facts=_first_named([f"{name.name} ({name.team})" for name in unknown]),
        choices=(
            Choice(
                value="names",
                label="Match names",
                consequence="To a player, or as they stand.",
                address=reverse("written-names", args=[league.slug]),
            ),
        ),
    )


def _first_named(texts: Sequence[str]) -> str:
    """Return the first of some texts and how many more there are, as a sentence."""
    more = len(texts) - MOST_NAMED
    return f"{', '.join(texts[:MOST_NAMED])}{f' and {more} more' if more > 0 else ''}."
