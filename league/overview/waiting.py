"""What rests until a time or another person's answer: listed for the secretary, nothing to decide yet."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import Count, Q
from django.urls import reverse

from league.accounts.powers import Power
from league.matches.selectors import being_played
from league.models import League, Mailing, Match, Objection, ResultReceipt, Scorecard, Side
from league.overview.desk import Unplayed
from league.results.selectors.reports import OTHER_SIDE, WAITS, answer_due
from league.scheduling.selectors.postponements import PostponementRequest
from league.shared.text import plural
from league.templatetags.dates import pub_date, pub_when
from league.templatetags.formatting import full_stop

Waiting = dict[str, Any]
"""One thing that rests: its title, its facts, until when, and where to act on it before (`label`).

It is about a `match`, or has a `heading`. With `mailing` it is undone in place, else `address` leads to its
page.
"""


def waiting_items(
    league: League,
    requests: Collection[PostponementRequest],
    unplayed: Unplayed,
    *,
    powers: Collection[str],
    now: datetime.datetime,
) -> list[Waiting]:
    """Return what rests, for somebody with these powers: what ends first comes first, without an end last.

    `requests` are those to move a match that are not answered. Up to four queries, however much there is:
    messages, notes, sheets, objections.
    """
    items: list[Waiting] = []
    if Power.SECRETARY in powers:
        items += _letters(league, now)
    if Power.RESULTS in powers:
        items += _paused(league, unplayed, now)
        items += _sheets(league, to_secretary=Power.SECRETARY in powers)
    if Power.FIXTURES in powers:
        items += [_move(league, request) for request in requests if not request.is_over]
    endless = datetime.datetime.max.replace(tzinfo=datetime.UTC)
    return sorted(items, key=lambda item: item["until"] or endless)


def _letters(league: League, now: datetime.datetime) -> Iterator[Waiting]:
    """Yield messages to many that have not gone yet and can be undone."""
    counted = Mailing.objects.filter(league=league, undone_at=None, goes_at__gt=now).annotate(
        letters=Count("notices", filter=Q(notices__sent_at=None))
    )
    for mailing in counted.filter(letters__gt=0).order_by("goes_at", "id"):
        yield {
            "title": f"{plural(mailing.letters, 'e-mail')} to be sent",
            "heading": mailing.subject,
            "facts": f"{full_stop(mailing.audience)} Goes {pub_when(mailing.goes_at)}.",
            "until": mailing.goes_at,
            "mailing": mailing.public_id,
            "label": "Undo message",
        }


def _paused(league: League, unplayed: Unplayed, now: datetime.datetime) -> Iterator[Waiting]:
    """Yield the notes of missing results that pause their reminders."""
    paused = ResultReceipt.objects.filter(match__in=unplayed, received_at=None, pauses_until__gt=now)
    known = paused.select_related("match__home", "match__away", "match__division", "recorded_by")
    for receipt in known.order_by("pauses_until", "id"):
        match = receipt.match
        address = reverse("night", args=[league.slug, match.date]) if match.date else ""
        who = f" {receipt.recorded_by} noted it." if receipt.recorded_by else ""
        yield {
            "title": "Result promised",
            "match": match,
            "facts": f"“{receipt.note}” No reminder before {pub_when(receipt.pauses_until)}.{who}",
            "until": receipt.pauses_until,
            "address": address and f"{address}#note-{match.public_id}",
            "label": "Change note",
        }


def _sheets(league: League, *, to_secretary: bool) -> Iterator[Waiting]:
    """Yield matches in which a signed sheet waits for the captains and nothing is disputed."""
    cards = Scorecard.objects.filter(WAITS, match__in=being_played(league).filter(disputed_because=""))
    season = "match__division__season"
    known = cards.select_related("match__home", "match__away", f"{season}__league", f"{season}__rule_book")
    by_match: dict[Match, list[Scorecard]] = defaultdict(list)
    for card in known.order_by("entered_at", "id"):
        by_match[card.match].append(card)
    if not by_match:
        return
    objections: dict[int, Objection] = {}
    for objection in Objection.objects.filter(scorecard__match__in=by_match, state=Objection.State.OPEN):
        objections.setdefault(objection.scorecard_id, objection)
    for match, signed in by_match.items():
        title, facts, until = _agreement(match, signed, objections)
        page = "match-reports" if to_secretary else "match"
        yield {
            "title": title,
            "match": match,
            "facts": facts,
            "until": until,
            "address": reverse(page, args=[league.slug, match.public_id]),
            "label": "Open sheets" if to_secretary else "Open match",
        }


def _agreement(
    match: Match, signed: list[Scorecard], objections: dict[int, Objection]
) -> tuple[str, str, datetime.datetime | None]:
    """Return what the captains have to settle, in words, and until when."""
    season = match.division.season
    disputed = [card for card in signed if card.pk in objections]
    if disputed:
        card = disputed[0]
        objection, word = objections[card.pk], season.rule_book.table_word
        due = answer_due(season, objection.made_at)
        objector, reporter = _team(match, objection.side), _team(match, card.reported_for)
        return (
            "Objection to a sheet",
            f"{objector} object to {word} {objection.table}. {reporter} have until {pub_when(due)} to "
            "answer; then it is yours to decide.",
            due,
        )
    card = signed[-1]
    if len(signed) > 1:
        due = answer_due(season, card.entered_at)
        facts = f"The captains have until {pub_when(due)} to agree; then it is yours to decide."
        return "Signed sheets that differ", facts, due
    signer, other = _team(match, card.reported_for), _team(match, OTHER_SIDE[Side(card.reported_for)])
    facts = f"{signer} signed {pub_when(card.entered_at)}. "
    if card.waits_until is None:
        return "Sheet to be signed", f"{facts}It counts once {other} sign.", None
    facts += f"{other} have until {pub_when(card.waits_until)} to sign or object; then it counts."
    return "Sheet to be signed", facts, card.waits_until


def _team(match: Match, side: str) -> str:
    return str(match.home if side == Side.HOME else match.away)


def _move(league: League, request: PostponementRequest) -> Waiting:
    postponement = request.postponement
    key = f"postponement-{postponement.public_id}"
    answer = f"{request.answerer} have not answered yet."
    if request.answer_until:
        answer = f"{request.answerer} have until {pub_date(request.answer_until)} to answer."
    return {
        "title": "Postponement requested",
        "match": request.match,
        "facts": f"{request.asker}: {full_stop(request.postponement.reason)} {answer}",
        "until": postponement.answer_by,
        "address": f"{reverse('secretary-desk', args=[league.slug])}?open={key}#{key}",
        "label": "Decide now",
    }
