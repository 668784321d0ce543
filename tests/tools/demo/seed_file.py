"""The demo league written down as seed data: what `loaddata` reads, one row to a line."""

import json
from datetime import UTC, datetime, time, timedelta

from league.competition.tie_breaks import HECKMONDWIKE_TIE_BREAKS
from league.demo.services import season_name
from tests.tools.demo.captains import NOBODY_NAMED, captain_of
from tests.tools.demo.committee import REGULATIONS, TIE_BREAKS
from tests.tools.demo.happenings import DISPUTED, WALKOVERS
from tests.tools.demo.people import Person, Signing
from tests.tools.demo.plan import RULED_AFTER, UP_AND_DOWN, VARIANT, WEEKS_OF_A_SEASON, Record, SeasonPlan
from tests.tools.demo.pubs import PUBS, TEAMS, Pub, Team
from tests.tools.demo.roll import RollKeys, write_roll
from tests.tools.demo.seed_cards import write_card
from tests.tools.demo.seed_committee import SeasonKeys, write_committee
from tests.tools.demo.seed_cup import write_cup, write_pairs_cup
from tests.tools.demo.seed_rows import SeedRows

SECRETARY = "secretary"
NO_PASSWORD = "!"
DIVISION_NAMES = ("Division One", "division-one"), ("Division Two", "division-two")
DISPUTED_AFTER = timedelta(days=1)
RUNS_ON = timedelta(weeks=2)  # for postponed matches
ABOUT = (
    "An invented league to try Pegboard with: its pubs and people exist nowhere, but every hand in its "
    "results was dealt and played by the rules. The twenty teams meet on Thursdays."
)
OFFICERS = "\n".join(
    (
        "Chair: Harold Nettlefold",
        "Secretary: Demo Secretary, 01632 960190",
        "Treasurer: Winifred Oakroyd-Lumb",
    )
)


def seed_text(seasons: tuple[SeasonPlan, SeasonPlan]) -> str:
    """The whole file: a list in JSON, one row to a line."""
    lines = (json.dumps(row, ensure_ascii=False) for row in seed_rows(seasons))
    return "[\n" + ",\n".join(lines) + "\n]\n"


def seed_rows(seasons: tuple[SeasonPlan, SeasonPlan]) -> SeedRows:
    """Every row of the demo league."""
    rows = SeedRows()
    writer = _Writer(rows, seasons)
    finished, _ = [writer.season(season) for season in seasons]
    keys = RollKeys(
        league=writer.league,
        season=finished,
        teams={team.slug: (writer.teams[team.slug], team.name) for team in TEAMS},
        players={person.name: writer.players[person.number] for person in _everybody(seasons)},
    )
    write_roll(rows, seasons[0], keys)
    return rows


class _Writer:
    """Writes a plan down row by row and remembers the keys of what is pointed at."""

    def __init__(self, rows: SeedRows, seasons: tuple[SeasonPlan, ...]) -> None:
        self.rows = rows
        self.league = rows.add(
            "league",
            name="Hadderley & District All Fours League",
            slug="hadderley",
            about=ABOUT,
            officers=OFFICERS,
            is_demo=True,
        )
        self.secretary = rows.add(
            "user",
            username=SECRETARY,
            first_name="Demo",
            last_name="Secretary",
            password=NO_PASSWORD,
            is_staff=True,
            date_joined=datetime.combine(seasons[0].first_night, time(tzinfo=UTC)) - timedelta(weeks=8),
        )
        rows.add("leaguerole", league=self.league, user=self.secretary, role="owner")
        self.pubs = {pub.slug: self._pub(pub) for pub in PUBS}
        self.teams = {team.slug: self._team(team) for team in TEAMS}
        self.players = {person.number: self._player(person) for person in _everybody(seasons)}

    def _pub(self, pub: Pub) -> int:
        return self.rows.add(
            "pub",
            league=self.league,
            name=pub.name,
            slug=pub.slug,
            address=pub.address,
            postcode=pub.postcode,
            phone=pub.phone,
            tables=pub.tables,
            remarks=pub.remarks,
            rooms=pub.rooms,
            step_free=pub.step_free,
        )

    def _team(self, team: Team) -> int:
        return self.rows.add(
            "team",
            league=self.league,
            pub=self.pubs[team.pub.slug],
            name=team.name,
            short_name=team.short_name,
            slug=team.slug,
        )

    def _player(self, person: Person) -> int:
        return self.rows.add_named(
            "player",
            league=self.league,
            name=person.name,
            told_apart_by=person.told_apart_by,
            shown=person.shown,
        )

    def season(self, season: SeasonPlan) -> int:
        """A season with all that belongs to it; its key."""
        starts_on = season.first_night
        ends_on = starts_on + timedelta(weeks=WEEKS_OF_A_SEASON - 1) + RUNS_ON
        name = season_name(starts_on, ends_on)
        key = self.rows.add(
            "season",
            league=self.league,
            name=name,
            slug=name,
            starts_on=starts_on,
            ends_on=ends_on,
            rule_book=self._rule_book(season),
            is_finished=season.is_finished,
        )
        self.rows.come_next("cup", "cuptie")  # which a division, and a match, may be of
        divisions = [self._division(key, season, number) for number in range(1, len(season.divisions) + 1)]
        for slug, squad in season.squads.items():
            for signing in squad:
                self._registration(key, slug, signing)
        matches = {
            record.match.name: self._match(divisions[record.match.name.division - 1], record)
            for record in season.records
        }
        if not season.is_finished:
            keys = SeasonKeys(
                league=self.league,
                secretary=self.secretary,
                season=key,
                divisions=divisions,
                pubs=self.pubs,
                teams=self.teams,
                matches=matches,
            )
            write_committee(self.rows, season, keys)
        if season.cup:
            write_cup(
                self.rows,
                season.cup,
                season=key,
                pubs=self.pubs,
                teams=self.teams,
                players=self.players,
                by=self.secretary,
            )
        if season.pairs_cup:
            write_pairs_cup(self.rows, season.pairs_cup, season=key, pubs=self.pubs, players=self.players)
        return key

    def _rule_book(self, season: SeasonPlan) -> int:
        """Last season level teams were told apart by game points alone, and nothing else was regulated."""
        if season.is_finished:
            return self.rows.add("rulebook", variant=VARIANT, tie_breaks=list(HECKMONDWIKE_TIE_BREAKS))
        return self.rows.add(
            "rulebook", variant=VARIANT, tie_breaks=list(TIE_BREAKS), regulations=dict(REGULATIONS)
        )

    def _division(self, season: int, plan: SeasonPlan, number: int) -> int:
        name, slug = DIVISION_NAMES[number - 1]
        key = self.rows.add(
            "division",
            season=season,
            name=name,
            slug=slug,
            position=number,
            promoted=0 if number == 1 else UP_AND_DOWN,
            relegated=0 if number == len(plan.divisions) else UP_AND_DOWN,
        )
        for team in plan.divisions[number - 1]:
            captain = NOBODY_NAMED if plan.is_finished else captain_of(team.slug, plan.squads)
            self.rows.add(
                "enrolment",
                season=season,
                division=key,
                team=self.teams[team.slug],
                captain_name=captain.name,
                captain_email=captain.email,
                captain_phone=captain.phone,
                contact_for=captain.contact_for,
            )
        return key

    def _registration(self, season: int, slug: str, signing: Signing) -> None:
        self.rows.add(
            "registration",
            season=season,
            team=self.teams[slug],
            player=self.players[signing.person.number],
            registered_on=signing.on,
            left_on=signing.left_on,
        )

    def _match(self, division: int, record: Record) -> int:
        match = record.match
        key = self.rows.add_named(
            "match",
            division=division,
            week=match.name.week,
            home=self.teams[match.home.slug],
            away=self.teams[match.away.slug],
            venue=self.pubs[match.home.pub.slug],
            date=match.date,
            starts_at=match.home.pub.starts_at,
            postponed_from=match.postponed_from,
            postponed_because=match.postponed_because,
            disputed_because=DISPUTED.get(match.name, ""),
        )
        if match.date and match.name in DISPUTED:
            self.rows.add(
                "matchdispute",
                match=key,
                reason=DISPUTED[match.name],
                opened_at=datetime.combine(match.date, time(20, 15, tzinfo=UTC)) + DISPUTED_AFTER,
                opened_by=self.secretary,
            )
        if match.date and match.name in WALKOVERS:
            self.rows.add_named(
                "ruling",
                kind="walkover",
                division=division,
                match=key,
                at_fault="a",
                reason=WALKOVERS[match.name],
                decided_on=match.date + RULED_AFTER,
                decided_by=self.secretary,
            )
        for version, card in enumerate(record.cards, start=1):
            write_card(self.rows, card, match=key, version=version, by=self.secretary, players=self.players)
        return key


def _everybody(seasons: tuple[SeasonPlan, ...]) -> list[Person]:
    """All players there ever were, in the order of their numbers."""
    found = {
        signing.person.number: signing.person
        for season in seasons
        for squad in season.squads.values()
        for signing in squad
    }
    return [found[number] for number in sorted(found)]
