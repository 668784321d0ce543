"""Offences: proposed by the clock, decided by the secretary, undone with a reason.

Until the secretary decides, an offence takes nothing from anybody. Applied, its points stand in a ruling
and its fine in the ledger; while it stands applied both are in force, and taken back both go together.
"""

import datetime
import textwrap
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from league.competition.selectors import league_today
from league.competition.services import bump_revision
from league.matches.services import decide, restore_in_transaction, revoke_in_transaction
from league.models import Charge, Division, Match, Offence, Ruling, Season, Team, User
from league.regulations.sanctions import ProposedOffence
from league.regulations.selectors.deadlines import proposals_in
from league.regulations.selectors.match_facts import zone_of
from league.regulations.selectors.sanctions import Cost, applied_cost
from league.regulations.services.ledger import strike
from league.shared.errors import CHANGED_SINCE, GONE, Refused, verify, written_whole
from league.shared.moments import NOON, day_in_words, on_the_wall

# What a ruling and a line of the ledger have room for.
LONGEST_REASON = 200
APPEALED = "A team has appealed against this. Decide the appeal; it undoes the sanction if it is upheld."
MISSED_MEETING = "missed_meeting"
NUMBER = " Number "
REASON_REQUIRED = "Give the reason, in a few words. The team will ask."


def propose_offence(
    *,
    season: Season,
    team: Team,
    match: Match | None,
    kind: str,
    number: int,
    fell_at: datetime.datetime,
    reason: str,
    halves: int = 0,
    pence: int = 0,
    in_play: str = "",
) -> Offence:
    """Propose an offence to the secretary. `number` counts the team's offences of the kind in the season.

    `in_play` says what is to be given besides points and money, which the secretary does at the match.

    Asked again about the same team, match and kind (without a match: and moment) it answers with the
    offence there is, whatever was decided about it. Raises Refused if it cannot be, as without a reason.
    """
    fields: dict[str, object] = {"season": season, "team": team, "match": match, "kind": kind}
    if match is None:
        fields["fell_at"] = fell_at
    offence = Offence(
        season=season,
        team=team,
        match=match,
        kind=kind,
        number=number,
        fell_at=fell_at,
        halves=halves,
        pence=pence,
        in_play=in_play,
        reason=reason.strip(),
    )
    with written_whole():
        # Locked, so that the second of two jobs sees what the first has written.
        list(Season.objects.select_for_update(no_key=True).filter(pk=season.pk))
        proposed = Offence.objects.filter(**fields).first()
        if proposed is not None:
            return proposed
        verify(offence)
        offence.save()
        # The page of the match says from now on that the deadline has passed.
        bump_revision(league_id=season.league_id)
    return offence


def propose_missed_meeting(*, season: Season, teams: Iterable[Team], on: datetime.date) -> list[Offence]:
    """Propose a sanction for each team that was not at a meeting; one proposed already stays as it is.

    Raises Refused if the season's rules have none.
    """
    if not season.rule_book.season_regulations().missed_meeting.each:
        raise Refused("The season’s rules have no sanction for a missed meeting.")
    with written_whole():
        offences = [
            propose_offence(
                season=season,
                team=team,
                match=None,
                kind=MISSED_MEETING,
                number=1,
                fell_at=on_the_wall(on, NOON, zone_of(season)),
                reason=f"Not at the meeting of {day_in_words(on)} {on.year}.",
            )
            for team in teams
        ]
        _reckon_meetings(season)
    return offences


def _reckon_meetings(season: Season) -> None:
    """Number and price the meetings that teams missed, those undecided."""
    steps, missed = season.rule_book.season_regulations().missed_meeting, Counter[int]()
    offences = Offence.objects.filter(season=season, kind=MISSED_MEETING).exclude(state=Offence.State.WAIVED)
    for offence in offences.order_by("fell_at", "id"):
        missed[offence.team_id] += 1
        number = missed[offence.team_id]
        penalty, what = steps.at(number), offence.reason.partition(NUMBER)[0]
        reckon_again(
            offence=offence,
            number=number,
            halves=penalty.halves,
            pence=penalty.pence,
            in_play=penalty.in_play,
            reason=f"{what}{NUMBER}{number} of its kind this season: {penalty.words}.",
        )


def reckon_again(
    *, offence: Offence, number: int, halves: int, pence: int, reason: str, in_play: str = ""
) -> bool:
    """Put an offence in other words or at another price, while it is undecided: an earlier one was let pass,
    the result has come in since. Whether it was; one decided meanwhile keeps what was decided.
    """
    with written_whole():
        offence = hold(offence)
        if offence.state != Offence.State.PROPOSED:
            return False
        offence.number, offence.halves, offence.pence, offence.reason = number, halves, pence, reason.strip()
        offence.in_play = in_play
        verify(offence)
        offence.save(update_fields=["number", "halves", "pence", "in_play", "reason"])
    return True


def reckon_undecided(changed: Iterable[tuple[Offence, ProposedOffence]]) -> None:
    """Write what the undecided offences of `Proposals.changed` have become."""
    for offence, proposed in changed:
        reckon_again(
            offence=offence,
            number=proposed.number,
            halves=proposed.penalty.halves,
            pence=proposed.penalty.pence,
            in_play=proposed.penalty.in_play,
            reason=proposed.reason,
        )


def apply_offence(
    *,
    offence: Offence,
    by: User,
    now: datetime.datetime,
    because: str = "",
    halves: int | None = None,
    pence: int | None = None,
) -> Offence:
    """Apply a penalty: points and fine as proposed, or other ones with a reason.

    Without points and fine it is a warning, which counts as an offence all the same. Pressed twice it
    changes nothing more. Raises Refused when it was decided otherwise meanwhile, or without a reason.
    """
    with written_whole():
        offence = hold(offence)
        halves = offence.halves if halves is None else halves
        pence = offence.pence if pence is None else pence
        if offence.state == Offence.State.APPLIED and applied_cost(offence) == Cost(
            halves=halves, pence=pence
        ):
            return offence
        _refuse_decided(offence)
        as_proposed = (halves, pence) == (offence.halves, offence.pence)
        if not as_proposed and not because.strip():
            raise Refused("This is not the proposed sanction. Give the reason.")
        if halves:
            offence.ruling = decide(_ruling(offence, halves, "" if as_proposed else because, by, now))
        _decide(offence, Offence.State.APPLIED, by, now, because)
        if pence:
            _fine(offence, pence, by, now)
    return offence


def waive_offence(*, offence: Offence, by: User, now: datetime.datetime, because: str) -> Offence:
    """Waive an offence, with the reason. It is then not counted among the team's offences.

    The undecided ones after it are numbered and priced anew at once. Pressed twice it changes nothing more.
    Raises Refused without a reason, or when it was applied meanwhile.
    """
    _refuse_unreasoned(because)
    with written_whole():
        hold_season_of(offence)
        offence = hold(offence)
        if offence.state == Offence.State.WAIVED:
            return offence
        _refuse_decided(offence)
        _decide(offence, Offence.State.WAIVED, by, now, because)
        reckon_season_of(offence, now)
    return offence


def undo_offence(*, offence: Offence, by: User, now: datetime.datetime, because: str) -> Offence:
    """Undo an applied offence: revoke its ruling and strike out its fine; both stay on record.

    Raises Refused without a reason, or when it was never applied. Pressed twice it changes nothing more.
    """
    _refuse_unreasoned(because)
    with written_whole():
        hold_season_of(offence)
        offence = hold(offence)
        if offence.state == Offence.State.PROPOSED:
            raise Refused("Nothing has been taken yet, so there is nothing to undo. Waive it instead.")
        if offence.state == Offence.State.APPLIED:
            undo(offence=offence, by=by, now=now, because=because)
            reckon_season_of(offence, now)
    return offence


def reopen_offence(*, offence: Offence, decided_at: datetime.datetime, now: datetime.datetime) -> Offence:
    """Undo the decision of that moment about an offence: it is proposed again, and the undecided ones after
    it are reckoned anew.

    What was taken is revoked and struck out, and stays on record apart from it. Twice is no mistake. Raises
    Refused when it has been decided otherwise since, when an appeal has been made against it, or when its
    season is closed.
    """
    with written_whole():
        hold_season_of(offence)
        offence = hold(offence)
        if offence.state == Offence.State.PROPOSED:
            return offence
        if offence.decided_at != decided_at:
            raise Refused(CHANGED_SINCE)
        if offence.appeals.exists():
            raise Refused(APPEALED)
        _take_back(offence, now)
        Charge.objects.filter(offence=offence).update(offence=None)
        offence.ruling = None
        offence.state = Offence.State.PROPOSED
        offence.decided_at = offence.decided_by = None
        offence.decided_because = ""
        verify(offence)
        offence.save(update_fields=["state", "decided_at", "decided_by", "decided_because", "ruling"])
        reckon_season_of(offence, now)
        bump_revision(league_id=offence.season.league_id)
    return offence


def hold_season_of(offence: Offence) -> None:
    """Lock the season before its offences, so that two decisions about it wait for each other."""
    list(Season.objects.select_for_update(no_key=True).filter(pk=offence.season_id))


def reckon_season_of(offence: Offence, now: datetime.datetime) -> None:
    """Number and price the undecided offences of a season anew, inside the transaction of the caller."""
    season = offence.season
    if season.rule_book.regulations:
        reckon_undecided(proposals_in(season, now).changed)
        _reckon_meetings(season)


def undo(*, offence: Offence, by: User, now: datetime.datetime, because: str) -> None:
    """Undo the penalty of an offence, inside the transaction of the caller, who holds its row."""
    _take_back(offence, now)
    _decide(offence, Offence.State.WAIVED, by, now, because)


def _take_back(offence: Offence, now: datetime.datetime) -> None:
    """Revoke the ruling of an offence and strike out its fine."""
    today = league_today(offence.season.league, now)
    if offence.ruling is not None:
        revoke_in_transaction(ruling=offence.ruling, on=today)
    for charge in Charge.objects.filter(offence=offence):
        strike(charge=charge, on=today)


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """When an applied offence was decided, by whom, why, and whether it took points and a fine."""

    decided_at: datetime.datetime
    decided_by: int | None
    because: str
    has_ruling: bool
    has_charge: bool


def application_of(offence: Offence) -> Application | None:
    """Return how a held offence was applied; None for one that is not."""
    if offence.state != Offence.State.APPLIED or offence.decided_at is None:
        return None
    return Application(
        decided_at=offence.decided_at,
        decided_by=offence.decided_by_id,
        because=offence.decided_because,
        has_ruling=offence.ruling is not None and offence.ruling.revoked_on is None,
        has_charge=Charge.objects.in_force().filter(offence=offence).exists(),
    )


def restore_application(*, offence: Offence, application: Application) -> None:
    """Apply an undone offence again exactly as it was, inside the transaction of the caller, who holds it.

    Its own ruling is in force again and its own fine counts. Raises Refused if its season is closed.
    """
    if offence.ruling is not None and application.has_ruling:
        restore_in_transaction(ruling=offence.ruling)
    if application.has_charge:
        Charge.objects.filter(offence=offence).update(struck_out_on=None)
    by = User.objects.filter(pk=application.decided_by).first() if application.decided_by else None
    offence.decided_at, offence.decided_by = application.decided_at, by
    offence.state, offence.decided_because = Offence.State.APPLIED, application.because
    verify(offence)
    offence.save(update_fields=["state", "decided_at", "decided_by", "decided_because"])


def _public_reason(offence: Offence, because: str) -> str:
    """Return the reason of a ruling, which everybody reads: why something else is taken than was proposed,
    and what happened. What it costs in money is between the league and the pub.
    """
    what, proposed = offence.reason, "What was proposed: "
    if offence.pence:
        what, proposed = f"{what.rpartition(': ')[0] or what.rstrip('.')}.", ""
    return _short(f"{because.strip().rstrip('.')}. {proposed}{what}" if because else what)


def _ruling(offence: Offence, halves: int, because: str, by: User, now: datetime.datetime) -> Ruling:
    return Ruling(
        kind=Ruling.Kind.ADJUSTMENT,
        division=_division(offence),
        team=offence.team,
        halves=-halves,
        reason=_public_reason(offence, because),
        decided_on=league_today(offence.season.league, now),
        decided_by=by,
    )


def _division(offence: Offence) -> Division:
    """Return the division of the team; its match may be gone."""
    enrolment = offence.season.enrolments.filter(team=offence.team).select_related("division__season").first()
    if enrolment is None:
        raise Refused(f"{offence.team} plays in no division of {offence.season}: no points can be taken.")
    return enrolment.division


def _fine(offence: Offence, pence: int, by: User, now: datetime.datetime) -> None:
    charge = Charge(
        league=offence.season.league,
        pub=offence.team.pub,
        team=offence.team,
        season=offence.season,
        offence=offence,
        kind=Charge.Kind.FINE,
        pence=pence,
        on=league_today(offence.season.league, now),
        reason=_short(offence.reason),
        entered_by=by,
    )
    verify(charge)
    charge.save()


def _decide(offence: Offence, state: Offence.State, by: User, now: datetime.datetime, because: str) -> None:
    offence.state = state
    offence.decided_at = now
    offence.decided_by = by
    offence.decided_because = because.strip()
    verify(offence)
    offence.save(update_fields=["state", "decided_at", "decided_by", "decided_because", "ruling"])


def _refuse_decided(offence: Offence) -> None:
    if offence.state != Offence.State.PROPOSED:
        who = f" by {offence.decided_by}" if offence.decided_by else ""
        raise Refused(
            f"This was already {offence.get_state_display()}{who}. The page shows the present state."
        )


def _refuse_unreasoned(because: str) -> None:
    if not because.strip():
        raise Refused(REASON_REQUIRED)


def hold(offence: Offence) -> Offence:
    """Lock and return the offence.

    Raises Refused if it is gone.
    """
    # Read only once it is held: what PostgreSQL joins to a row it had to wait for is as old as the waiting.
    list(Offence.objects.select_for_update(no_key=True).filter(pk=offence.pk))
    offences = Offence.objects.select_related(
        "season__league", "season__rule_book", "team__pub", "ruling__division__season", "decided_by"
    )
    try:
        return offences.get(pk=offence.pk)
    except Offence.DoesNotExist:
        raise Refused(GONE) from None


def _short(reason: str) -> str:
    return textwrap.shorten(reason, LONGEST_REASON, placeholder="…")
