"""What has gone wrong in a league that is looked at: penalties in every state, appeals, money."""

from league.matches.services import declare_void, give_walkover
from league.models import Division, Offence, Pub, User
from league.regulations.services.appeals import decide_appeal, record_appeal
from league.regulations.services.ledger import charge_teams, enter_line, strike_out
from league.regulations.services.sanctions import apply_offence, undo_offence, waive_offence
from tests.builders import FRIDAY, NIGHT, WEEK, an_offence


def what_went_wrong(division: Division, by: User, words: str) -> None:
    """Penalties proposed, applied, waived, taken back and appealed; two matches ruled on after play."""
    played = division.matches.filter(scorecards__is_confirmed=True).order_by("-date", "-id")
    match, void, given = played[:3]
    details = {"halves": 3, "pence": 750, "reason": f"{words} {words}"[:300]}
    made = [
        an_offence(match, number=number, kind=f"late_result-{number}", **details) for number in range(1, 7)
    ]
    an_offence(match, team=match.away, kind="missing_card")
    last = {"by": by, "now": FRIDAY}
    waive_offence(offence=made[1], because=words[:200], **last)
    for offence in made[2:]:
        apply_offence(offence=offence, **last)
    undo_offence(offence=made[2], because=words[:200], **last)
    for offence, upheld in ((made[3], None), (made[4], True), (made[5], False)):
        _appealed(offence, upheld, by, words)
    declare_void(match=void, reason=words[:200], by=by, on=NIGHT)
    give_walkover(match=given, table=2, at_fault="h", reason=words[:200], by=by, on=NIGHT)
    _money(match.home.pub, division, by, words)


def _appealed(offence: Offence, upheld: bool | None, by: User, words: str) -> None:
    appeal = record_appeal(offence=offence, made_on=FRIDAY.date(), made_by=words[:80], words=words)
    if upheld is not None:
        decide_appeal(
            appeal=appeal,
            upheld=upheld,
            decided_by=words[:80],
            decision=words[:300],
            on=FRIDAY.date(),
            by=by,
            now=FRIDAY,
        )


def _money(pub: Pub, division: Division, by: User, words: str) -> None:
    charge_teams(season=division.season, pence=700, reason="Match fees, autumn", on=NIGHT - WEEK, by=by)
    details = {"pub": pub, "on": NIGHT, "by": by}
    enter_line(kind="payment", pence=1000, reason=words[:100], **details)
    wrong = enter_line(kind="fee", pence=123456, reason=words[:100], **details)
    strike_out(charge=wrong, because=words[:80], on=NIGHT)
