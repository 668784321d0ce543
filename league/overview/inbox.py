"""The inbox: everything that waits for a decision, each with the question, the rule and its consequences."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from league.accounts.powers import Power
from league.accounts.selectors import room_reports
from league.accounts.services.letters import mail_goes_out
from league.bulletin.old_figures import OldFigures, old_figures
from league.competition.selectors import enrolments_of, season_at_hand
from league.cups.selectors.dated_ties import DatedTie
from league.due_dates.selectors import due_soon
from league.inbox.models import Decision
from league.messages.selectors import returned_letters
from league.models import League, Match, RoomReport, Season
from league.overview.desk import Unplayed, owed_nights, players_to_check, ties_owed, without_date
from league.overview.inbox_items import Choice, InboxItem, short_name, to_page
from league.overview.match_items import dispute_item, flooded_item, player_item
from league.people.selectors import captains_of, sides_of
from league.registration.unregistered import unknown_names
from league.regulations.selectors.sanctions import OffenceRow, OpenAppeal, open_appeals, proposed_penalties
from league.results.selectors.agreement import signed_sheets
from league.results.selectors.log import flooded_matches
from league.results.selectors.reports import disputed_matches
from league.scheduling.judge import Kind as Broken
from league.scheduling.selectors.postponements import PostponementRequest
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


def inbox_items(
    league: League,
    seasons: tuple[Season, ...],
    requests: Iterable[PostponementRequest],
    unplayed: Unplayed,
    *,
    powers: Collection[str],
    today: datetime.date,
) -> Iterator[InboxItem]:
    """Yield what waits for somebody with these powers, with the requests to move a match that are open and
    the matches without a result.

    Up to two queries for those who enter results, one for those who move matches. For a secretary twelve
    more: of disputes, floods, sanctions, appeals, reports of rooms, ties of cups, letters that came back,
    unregistered names and dates; up to twelve of players to check, three where cups are played, nine where
    there are appeals, those of `old_figures`, up to ten where signed sheets differ, and up to four for places
    in the table. Nineteen more judge the fixtures of an open season once a day and after each change but
    results.
    """
    is_secretary = Power.SECRETARY in powers
    if Power.RESULTS in powers:
        yield from _results(league, unplayed, today)
    if is_secretary:
        yield from _about_matches(league, today)
        yield from (_gone_out(league, out) for out in old_figures(league, today))
        yield from _sanctions(league, proposed_penalties(league))
        yield from (_appeal(league, appeal) for appeal in open_appeals(league))
    yield from (_request(league, request) for request in requests)
    if Power.FIXTURES in powers:
        yield from (_without_date(league, match) for match in without_date(unplayed))
        yield from _fixtures(league, seasons)
    if is_secretary:
        yield from (_room(league, report) for report in room_reports(league))
        yield from (_tie(league, tie) for tie in ties_owed(league, today=today))
        yield from _of_many(league, seasons, unplayed, today)


def _about_matches(league: League, today: datetime.date) -> Iterator[InboxItem]:
    disputed, to_check = disputed_matches(league), players_to_check(league)
    sheets = signed_sheets(match for match in disputed if match.has_reports)  # type: ignore[attr-defined]  # annotated
    effects = effects_of([*disputed[:MOST_WEIGHED], *(player.match for player in to_check[:MOST_WEIGHED])])
    for match in disputed:
        yield dispute_item(league, match, sheets.get(match.pk), effects.get(match.pk))
    for player in to_check:
        yield player_item(league, player, effects.get(player.match.pk), on=today)
    for match, entries in flooded_matches(league, today=today):
        yield flooded_item(league, match, entries)


def _results(league: League, unplayed: Unplayed, today: datetime.date) -> Iterator[InboxItem]:
    """Yield one item for the missing results of each night, the oldest first."""
    nights = owed_nights(unplayed, today=today)
    captains = captains_of([sides_of(match) for _, matches in nights for match in matches])
    for date, matches in nights:
        number = len(matches)
        asked = [
            captains.get((match.division_id, team))
            for match in matches
            if not _has_receipt(match)
            for team in (match.home_id, match.away_id)
        ]
        letters = sum(captain is not None and captain.email != "" for captain in asked)
        to_ring = f"{plural(letters, 'e-mail')}; {len(asked) - letters} to ring."
        remind = to_page(
            league,
            {1: "Remind captains", 2: "Remind both"}.get(number, "Remind all"),
            to_ring if mail_goes_out() else "No mail server: ring them.",
            "night-chase",
            date,
            is_sent=True,
        )
        opens = f"Opens the {'sheet' if number == 1 else f'{count(number)} sheets'}."
        yield InboxItem(
            key=f"results-{date}",
            kind="results",
            question=f"{plural(number, 'result')} of {pub_date(date)} missing",
            facts=" ".join(_of_missing(date, matches, today)),
            choices=(
                to_page(league, "Enter results", opens, "night-finals", date),
                *([remind] if asked else []),
                to_page(league, "See the night", "", "night", date, is_link=True),
            ),
        )


def _of_missing(date: datetime.date, matches: Sequence[Match], today: datetime.date) -> Iterator[str]:
    """Yield what is known of the missing results of a night, in sentences."""
    days = (today - date).days
    yield "Played yesterday." if days == 1 else f"{counted(days, 'day').capitalize()} ago."
    if len(matches) <= MOST_NAMED:
        yield f"At {listed(short_name(match.home) for match in matches)}."
    with_receipt = [match for match in matches if _has_receipt(match)]
    if received := [match for match in with_receipt if match.receipt.received_at]:
        yield f"{counted(len(received), 'sheet').capitalize()} received, not typed yet."
    yield from (
        f"{short_name(match.home)}: “{match.receipt.note}”" for match in with_receipt if match.receipt.note
    )
    if reminded := [match.reminded_at for match in matches if match.reminded_at]:  # type: ignore[attr-defined]  # annotated
        yield f"Reminded {pub_date(max(reminded))}."


def _has_receipt(match: Match) -> bool:
    """Return whether the sheet has come, or somebody has said when it comes."""
    receipt = getattr(match, "receipt", None)
    return receipt is not None and bool(receipt.received_at or receipt.note)


def _sanctions(league: League, proposed: Iterable[OffenceRow]) -> Iterator[InboxItem]:
    """Yield one item for the proposed sanctions of each night."""
    by_night: dict[datetime.date | None, list[dict[str, Any]]] = defaultdict(list)
    for row in proposed:
        by_night[row.offence.match.date if row.offence.match else None].append(_sanction(league, row))
    for night, lines in by_night.items():
        together = {
            "facts": f"{pub_date(night) or 'For the season'}. {_named([line['heading'] for line in lines])}",
            "lines": lines,
            "choices": (
                Choice("Apply all", "Each as proposed.", "apply"),
                Choice("Waive all", "Nothing is taken.", "waive", needs_reason=True),
            ),
        }
        yield InboxItem(
            key=f"sanctions-{night or 'season'}",
            kind=Kind.SANCTION,
            question=f"{counted(len(lines), 'sanction').capitalize()} proposed: apply or waive?",
            **(lines[0] if len(lines) == 1 else together),
        )


def _sanction(league: League, row: OffenceRow) -> dict[str, Any]:
    """Return one sanction: what it is about, what was seen of it, its facts and its choices."""
    offence, cost = row.offence, cost_words(row.proposed)
    place = ordinal(offence.number)
    return {
        "about": offence.public_id,
        "seen": f"{row.proposed.halves}|{row.proposed.pence}",
        "heading": f"{short_name(offence.team)}: {cost}",
        "facts": f"{full_stop(offence.reason)} If you waive it, the next one counts as the {place}.",
        "choices": (
            Choice("Apply", f"{offence.team}: {cost}.", "apply"),
            Choice("Waive", "Nothing is taken.", "waive", needs_reason=True),
            to_page(league, "Other amount", "", "penalty", offence.public_id, is_link=True),
        ),
    }


def _request(league: League, request: PostponementRequest) -> InboxItem:
    match, was = request.match, pub_date(request.match.date) or "no date"
    others = max(len(request.offered) - 1, 0)
    dates = counted(others, "other date").capitalize() if others else "Other dates"
    moves = (
        Choice(f"Move to {pub_date(night)}", f"Instead of {was}.", f"move-{night.isoformat()}")
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
            Choice("Refuse request", f"It stays on {was}.", "refuse", needs_reason=True),
            to_page(league, dates, "", "match-postpone", match.public_id, is_link=True),
        ),
        is_trouble=request.is_over,
    )


def _appeal(league: League, waiting: OpenAppeal) -> InboxItem:
    appeal = waiting.appeal
    if appeal.offence:
        opens = to_page(league, "Open appeal", "", "penalty", appeal.offence.public_id, is_link=True)
        against = f"{appeal.offence.team}: {appeal.offence.reason}"
        taken = cost_words(waiting.taken) if waiting.taken else "nothing"
        upheld = f"{appeal.offence.team} get back {taken}. The sanction no longer counts."
        dismissed = f"Nothing changes: {taken} for {appeal.offence.team}."
    else:
        ruling = appeal.ruling
        opens = to_page(league, "Open appeal", "", "ruling-appeal", ruling.public_id, is_link=True)  # type: ignore[union-attr]  # one of the two
        against = str(ruling)
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
            Choice("Uphold appeal", upheld, "uphold", needs_reason=True, asks_who=True),
            Choice("Dismiss appeal", dismissed, "dismiss", needs_reason=True, asks_who=True),
            opens,
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
            to_page(league, "Set date", "Shows their free nights.", "match-postpone", match.public_id),
            to_page(league, "Enter result", "If it was played already.", "match-entry", match.public_id),
        ),
    )


def _fixtures(league: League, seasons: Iterable[Season]) -> Iterator[InboxItem]:
    """Yield what the judge finds broken in the published fixtures; matches without a date have own items."""
    for season in seasons:
        verdict = verdict_on(season) if season.has_matches and not season.is_finished else None  # type: ignore[attr-defined]  # annotated
        breaches = verdict.breaches if verdict else ()
        broken = [breach for breach in breaches if breach.kind is not Broken.UNDATED]
        if not broken:
            continue
        query = f"?season={season.slug}"
        yield InboxItem(
            key=f"fixtures-{season.slug}",
            kind="fixtures",
            question=f"{plural(len(broken), 'condition')} broken in the published fixtures of {season}",
            facts=" ".join(map(str, broken[:MOST_NAMED])),
            choices=[to_page(league, "Open calendar", "Names them all.", "season-calendar", query=query)],
        )


def _room(league: League, report: RoomReport) -> InboxItem:
    dealt = "When it is dealt with. Matches stay as they are."
    return InboxItem(
        key=f"room-{report.public_id}",
        kind="room",
        question="Room not free: what about the night?",
        heading=f"{report.pub}, {pub_date(report.date)}",
        facts=f"Reported {pub_date(report.reported_at)}." + (f" “{report.note}”" if report.note else ""),
        choices=(
            to_page(
                league, "Open night", "Postpone its matches, or play them elsewhere.", "night", report.date
            ),
            to_page(league, "Close report", dealt, "pub-links", query="#rooms"),
        ),
    )


def _tie(league: League, owed: DatedTie) -> InboxItem:
    tie, goes_on = owed.on_page.tie, "The winner goes into the next round."
    at = (owed.cup.public_id, tie.round, tie.number)
    return InboxItem(
        key=f"tie-{owed.cup.public_id}-{tie.round}-{tie.number}",
        kind="tie",
        question="Cup tie to enter",
        heading=f"{tie.home.entrant.name} v {tie.away.entrant.name}",  # type: ignore[union-attr]  # both are known
        facts=f"{owed.cup.name}, {owed.title}, {pub_date(owed.date)}.",
        choices=[to_page(league, "Enter result", goes_on, "keep-tie", *at)],
    )


def _gone_out(league: League, out: OldFigures) -> InboxItem:
    """Return the bulletin of a night that says something else than the league does now."""
    return InboxItem(
        key=f"bulletin-{out.night}",
        kind="bulletin",
        question=f"Bulletin of {pub_date(out.night)} gone out with other figures",
        facts=f"{full_stop(out.words.capitalize())} Now it reads: {full_stop(out.lines[0])}",
        choices=[to_page(league, "Open bulletin", f"To {out.ways}.", "bulletin", query=out.query)],
        is_trouble=True,
    )


def _of_many(
    league: League, seasons: tuple[Season, ...], unplayed: Unplayed, today: datetime.date
) -> Iterator[InboxItem]:
    """Yield addresses from which the last letter came back, names nobody is registered under, and dates of
    the season that are near or past and not done: one question each, however many there are.
    """
    if returned := returned_letters(league):
        correct, addresses = "Correct the address, or delete it and call.", {notice.to for notice in returned}
        divisions = dict.fromkeys(
            each.division
            for each in enrolments_of(season_at_hand(seasons, today))
            if each.captain_email in addresses
        )
        yield InboxItem(
            key="addresses",
            kind="addresses",
            question=f"E-mail does not arrive: {len(returned)}",
            facts=" ".join(f"{notice.to}: {full_stop(notice.failed_because)}" for notice in returned),
            choices=[
                to_page(
                    league,
                    f"Open captains of {division}" if len(divisions) > 1 else "Open captains",
                    correct,
                    "captains",
                    query=f"?division={division.slug}" if division else "",
                )
                for division in divisions or [None]
            ],
            is_trouble=True,
        )
    if unknown := unknown_names(league, unplayed):
        yield InboxItem(
            key="names",
            kind="names",
            question=f"Unregistered names: {len(unknown)}",
            facts=_named([f"{name.name} ({name.team})" for name in unknown]),
            choices=[to_page(league, "Match names", "To a player, or as they stand.", "written-names")],
        )
    if near := due_soon(league, today):
        tick = "Tick off what is done, or choose another day."
        yield InboxItem(
            key="dates",
            kind="dates",
            question=f"Due soon: {len(near)}",
            facts=" ".join(f"{date.title}: {date.words(today)}, {pub_date(date.date)}." for date in near),
            choices=[to_page(league, "Open dates", tick, "season-dates")],
        )


def _named(texts: Sequence[str]) -> str:
    """Return the first of some texts and how many more there are, as a sentence."""
    more = len(texts) - MOST_NAMED
    return f"{', '.join(texts[:MOST_NAMED])}{f' and {more} more' if more > 0 else ''}."
