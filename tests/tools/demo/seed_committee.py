"""What the demo's committee decided, as seed data: rulings, penalties, appeals, money, requests, news."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from league.demo.services import NIGHT_TO_ENTER
from league.regulations.deadlines import OffenceKind
from league.regulations.sanctions import rule_key
from tests.tools.demo.captains import captain_of
from tests.tools.demo.committee import (
    APPEALS,
    BREACHES,
    CHASED,
    ENTRY_FEE,
    NEWS,
    NOT_PAID,
    PAID_FOR_ONE,
    REAWARDED,
    REQUESTS,
    Breach,
    News,
    Request,
)
from tests.tools.demo.happenings import Name
from tests.tools.demo.matches import PlannedMatch
from tests.tools.demo.people import COMMITTEE_MEETS, SATURDAY_AFTER
from tests.tools.demo.plan import RULED_AFTER, SeasonPlan
from tests.tools.demo.pubs import PUBS, Pub, Team
from tests.tools.demo.seed_rows import SeedRows

ZONE = ZoneInfo("Europe/London")
A_WEEK = timedelta(weeks=1)
A_DAY = timedelta(days=1)

MORNING, NOON, EVENING, LATE_EVENING = time(9), time(12), time(19, 30), time(22)
CHASE = """\
Hello {captain},

the result of {home} v {away} has not come in yet.

Please send the score sheet, or just the score of each table. If the match was not played, please tell us too.

Thank you,
Demo Secretary
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonKeys:
    """The keys of what is in the seed file already."""

    league: int
    secretary: int
    season: int
    divisions: Sequence[int]
    pubs: Mapping[str, int]
    teams: Mapping[str, int]
    matches: Mapping[Name, int]


def write_committee(rows: SeedRows, season: SeasonPlan, keys: SeasonKeys) -> None:
    """Write down everything the committee and the treasurer did in a season."""
    writer = _Writer(rows, season, keys)
    writer.reawarded()
    for breach in BREACHES:
        writer.breach(breach)
    writer.entry_fees()
    for request in REQUESTS:
        writer.request(request)
    for name in CHASED:
        writer.chase(name)
    for news in NEWS:
        writer.news(news)


class _Writer:
    def __init__(self, rows: SeedRows, season: SeasonPlan, keys: SeasonKeys) -> None:
        self.rows = rows
        self.season = season
        self.keys = keys
        self.matches = {record.match.name: record.match for record in season.records}

    def reawarded(self) -> None:
        """Tables given to the home side after they were played, because of who sat at them."""
        for (name, table), reason in REAWARDED.items():
            self.rows.add_named(
                "ruling",
                kind="walkover",
                division=self.keys.divisions[name.division - 1],
                match=self.keys.matches[name],
                table=table,
                at_fault="a",
                reason=reason,
                decided_on=_first_night(self.matches[name]) + RULED_AFTER,
                decided_by=self.keys.secretary,
            )

    def entry_fees(self) -> None:
        """A fee for every team, and what the pubs paid of it before the first night."""
        teams = [team for division in self.season.divisions for team in division]
        for team in teams:
            fee = self.season.first_night + COMMITTEE_MEETS
            self._line(team.pub, "fee", ENTRY_FEE, fee, "Entry fee", team=team)
        for place, pub in enumerate(pub for pub in PUBS if pub.slug not in NOT_PAID):
            paid_for = 1 if pub.slug in PAID_FOR_ONE else sum(team.pub is pub for team in teams)
            day = self.season.first_night - A_DAY * (place % 14 + 1)
            self._line(pub, "payment", -paid_for * ENTRY_FEE, day, "Entry fee, cash")

    def breach(self, breach: Breach) -> None:
        """A rule broken, with the points, the fine and the appeal that came of it."""
        match = self.matches[breach.match]
        team = match.home if breach.at_home else match.away
        decided_on = _first_night(match) + RULED_AFTER
        is_applied = breach.is_decided and not breach.waived_because
        takes_points = is_applied and breach.halves
        ruling = self._points_taken(breach, team, decided_on) if takes_points else None
        offence = self.rows.add_named(
            "offence",
            season=self.keys.season,
            team=self.keys.teams[team.slug],
            match=self.keys.matches[breach.match],
            kind=breach.rule,
            number=breach.number,
            fell_at=_fell_at(breach, match),
            halves=breach.halves,
            pence=breach.pence,
            reason=breach.reason,
            state="applied" if is_applied else "waived" if breach.is_decided else "proposed",
            decided_at=_moment(decided_on, EVENING) if breach.is_decided else None,
            decided_by=self.keys.secretary if breach.is_decided else None,
            decided_because=breach.waived_because,
            ruling=ruling,
        )
        if is_applied and breach.pence:
            self._line(team.pub, "fine", breach.pence, decided_on, breach.reason, team=team, offence=offence)
        self._appeal(breach, offence, decided_on)

    def request(self, request: Request) -> None:
        """A side's request to move a match, answered or not."""
        night = _first_night(self.matches[request.match])
        asked_on = night - request.days_before * A_DAY
        offered = [night + days * A_DAY for days in request.days_after]
        is_open = request.agreed is None
        self.rows.add_named(
            "postponement",
            match=self.keys.matches[request.match],
            asked_by=request.asked_by,
            asked_at=_moment(asked_on, EVENING),
            reason=request.reason,
            offered=[day.isoformat() for day in offered],
            answer_by=_moment(NIGHT_TO_ENTER + A_WEEK, LATE_EVENING) if is_open else None,
            recorded_by=self.keys.secretary,
            state="open" if is_open else "agreed",
            agreed_date=None if request.agreed is None else offered[request.agreed],
            answered_at=None if is_open else _moment(asked_on + A_DAY, EVENING),
        )

    def chase(self, name: Name) -> None:
        """The captains with an address were reminder for a result that did not come."""
        match = self.matches[name]
        asked_at = _moment(_first_night(match) + RULED_AFTER, EVENING)
        for team in (match.home, match.away):
            captain = captain_of(team.slug, self.season.squads)
            if captain.email:
                self.rows.add(
                    "notice",
                    league=self.keys.league,
                    match=self.keys.matches[name],
                    kind="chase",
                    to=captain.email,
                    subject=f"Result wanted: {match.home.name} v {match.away.name}",
                    body=CHASE.format(captain=captain.name, home=match.home.name, away=match.away.name),
                    wanted_at=asked_at,
                    wanted_by=self.keys.secretary,
                    sent_at=asked_at + timedelta(minutes=1),
                )

    def news(self, news: News) -> None:
        """What stood on the league's home, and who wrote it."""
        night = self.season.first_night + (news.week - 1) * A_WEEK
        self.rows.add(
            "bulletin",
            league=self.keys.league,
            night=night,
            notices=news.words,
            revision=2,
            published_at=_moment(night + A_DAY, MORNING),
            published_by=self.keys.secretary,
            published_notices=news.words,
            shown_until=night + (news.until_week - news.week) * A_WEEK,
        )

    def _points_taken(self, breach: Breach, team: Team, on: date) -> int:
        return self.rows.add_named(
            "ruling",
            kind="adjustment",
            division=self.keys.divisions[breach.match.division - 1],
            team=self.keys.teams[team.slug],
            halves=-breach.halves,
            reason=breach.reason,
            decided_on=on,
            decided_by=self.keys.secretary,
        )

    def _appeal(self, breach: Breach, offence: int, decided_on: date) -> None:
        appeal = APPEALS.get(breach.match)
        if appeal is not None:
            self.rows.add_named(
                "appeal",
                offence=offence,
                made_on=decided_on + 2 * A_DAY,
                made_by=appeal.made_by,
                words=appeal.words,
                outcome="dismissed",
                decided_on=decided_on + A_WEEK,
                decided_by=appeal.decided_by,
                decision=appeal.decision,
            )

    def _line(
        self,
        pub: Pub,
        kind: str,
        pence: int,
        on: date,
        reason: str,
        *,
        team: Team | None = None,
        offence: int | None = None,
    ) -> None:
        self.rows.add_named(
            "charge",
            league=self.keys.league,
            pub=self.keys.pubs[pub.slug],
            team=self.keys.teams[team.slug] if team else None,
            season=self.keys.season,
            offence=offence,
            kind=kind,
            pence=pence,
            on=on,
            reason=reason,
            entered_by=self.keys.secretary,
        )


def _first_night(match: PlannedMatch) -> date:
    """The night a match was planned for, wherever it was moved since."""
    night = match.postponed_from or match.date
    if night is None:
        raise ValueError(f"{match.name} never had a date")
    return night


def _fell_at(breach: Breach, match: PlannedMatch) -> datetime:
    """When the rule says it happened: results are due on Saturday at noon, matches are given on Mondays."""
    night = _first_night(match)
    if breach.rule == rule_key(OffenceKind.WALKOVER, 1):
        return _moment(night + RULED_AFTER, time.min)
    return _moment(night + SATURDAY_AFTER, NOON)


def _moment(day: date, clock: time) -> datetime:
    return datetime.combine(day, clock, tzinfo=ZONE)
