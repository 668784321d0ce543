"""The end of a match on the phone it was scored on: the result, who has signed, and whom to ask next."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from league.accounts.services.pins import pin_of, tries_left
from league.matches.sheet.values import Sheet, completed, match_score
from league.models import Enrolment, Match, Scorecard, Side, Signature
from league.results.pages.agreement import obstacles
from league.results.pages.before_confirming import nobody_named
from league.results.pages.match_figures import LETTERS, result_side, tables_given
from league.results.selectors.agreement import ToAgree
from league.results.selectors.reports import OTHER_SIDE
from league.templatetags.formatting import points
from scoring import AWAY, HOME
from scoring.matches import MatchFormat, MatchScore

WINNER_OF_FAULT: dict[str, int] = {Side.HOME: AWAY, Side.AWAY: HOME}


class MatchEnd:
    """A match whose tables are over, for one reader: `us` is the side they came for, empty by the code.

    `words` are the teams' names on buttons. `first` is the side that shall sign first, if chosen;
    `address` that of the match's public page.
    """

    def __init__(
        self,
        agree: ToAgree,
        *,
        us: str = "",
        words: Sequence[str],
        first: str = "",
        address: str = "",
    ) -> None:
        self.agree, self.reports, self.logged = agree, agree.reports, agree.logged
        self.match = agree.logged.match
        self.us, self.words, self._first, self.address = us, tuple(words), first, address

    @cached_property
    def logged_sheet(self) -> Sheet:
        """The sheet of the log as it would be signed."""
        return completed(self.logged.sheet, self.logged.checked.rules)

    @property
    def unnamed(self) -> str:
        """Which tables have no name of a side, in a sentence; empty if every side has one."""
        names = self.match.home.name, self.match.away.name
        return nobody_named(self.logged_sheet, *names, self.logged.layout.table_word)

    @property
    def confirmed(self) -> Scorecard | None:
        return self.reports.confirmed

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be played, or the match has a result."""
        return self.confirmed is not None or (bool(self.logged.entries) and self._tables_are_over)

    @property
    def _tables_are_over(self) -> bool:
        if not self.logged.checked.faults:
            return True
        over = {(game.table, game.game) for game in self.logged.games() if game.is_over}
        return all(
            not table.is_played
            or table.number in self.logged.walkover_tables
            or all((table.number, game) in over for game in self.logged.layout.games_at(table.number))
            for table in self.logged.sheet.tables
        )

    # The result

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet that is shown: the result if there is one, or what the log says."""
        return self.agree.sheet_of(self.confirmed) if self.confirmed else self.logged_sheet

    @property
    def _format(self) -> MatchFormat:
        return self.match.division.season.rule_book.match_format()

    @cached_property
    def _walkovers(self) -> Mapping[int, int | None]:
        """The side to which each table was given by a ruling, None for neither."""
        faults = sorted(self.logged.walkover_tables.items())
        return {table: WINNER_OF_FAULT.get(at_fault) for table, at_fault in faults}

    @cached_property
    def given(self) -> Mapping[int, dict[str, Any]]:
        """The tables that a ruling gave to a side."""
        return tables_given(self._walkovers, self._format)

    @cached_property
    def _score(self) -> MatchScore:
        return match_score(self.sheet, self.logged.checked.rules, self._format, self._walkovers)

    @property
    def figures(self) -> str:
        """The result in match points: 6–4."""
        home, away = (points(halves) for halves in self._score.match_points)
        return f"{home}–{away}"

    @cached_property
    def sides(self) -> tuple[dict[str, Any], ...]:
        """The two lines of the result, home first."""
        played = tuple(table for table in self.sheet.tables if table.number in self.logged.numbers)
        sheet = replace(self.sheet, tables=played)
        return tuple(
            result_side(side, self.match, sheet, self._score, self.words, self.given) for side in (HOME, AWAY)
        )

    # Who signs

    @cached_property
    def signing(self) -> tuple[dict[str, Any], ...]:
        """Both sides, home first, each with its signature. Up to five queries."""
        return tuple(self._signing(side) for side in (HOME, AWAY))

    def _signing(self, side: int) -> dict[str, Any]:
        """Return a side and its signature. `name` is the captain's where this reader may see it.

        `captain` is how a sentence names them: "Łukasz", or "the captain of Crowther Fold". `is_outdated`
        says that they signed before something was corrected.
        """
        letter, team, word = LETTERS[side], (self.match.home, self.match.away)[side], self.words[side]
        enrolment = enrolment_of(self.match, letter)
        pin = pin_of(enrolment) if enrolment else None
        is_own = self.us == letter
        signature, is_outdated = self._signature(letter)
        # A captain who sets a PIN agrees that phones at the table show their name.
        may_be_named = is_own or pin is not None or (enrolment is not None and _is_known(enrolment))
        name = enrolment.captain_name if enrolment and may_be_named else ""
        left = tries_left(self.match, letter) if pin else 0
        return {
            "letter": letter,
            "team": team.name,
            "word": word,
            "name": name,
            "captain": name.split()[0] if name else f"the captain of {word}",
            "full_captain": name or f"the captain of {team.name}",
            "signature": signature,
            "is_own": is_own,
            "is_outdated": is_outdated,
            "has_pin": pin is not None,
            "can_use_pin": left > 0,
        }

    def _signature(self, side: Side) -> tuple[Signature | None, bool]:
        """Return a side's signature under the sheet that is shown, and whether it signed another before."""
        for card in filter(None, (self.confirmed, *self.reports.waiting)):
            signature = next((one for one in card.signatures.all() if one.side == side), None)
            if signature:
                is_outdated = self.agree.sheet_of(card) != self.sheet
                return (None, True) if is_outdated else (signature, False)
        return None, False

    @property
    def signed(self) -> tuple[dict[str, Any], ...]:
        return tuple(side for side in self.signing if side["signature"])

    @property
    def needs_the_secretary(self) -> bool:
        """Whether something is objected to or disputed: that is settled on the captains' own pages."""
        return bool(self.match.disputed_because or self.reports.objections)

    @property
    def obstacles(self) -> tuple[dict[str, Any], ...]:
        """Why the sheet cannot be signed yet."""
        return () if self.confirmed else obstacles(self.logged)

    @property
    def asked(self) -> dict[str, Any] | None:
        """The side that is asked to sign: our own, the one that was chosen, or one that has a PIN."""
        if self.confirmed or self.agree.match_ruling or self.needs_the_secretary or self.obstacles:
            return None
        unsigned = [side for side in self.signing if not side["signature"]]
        order = (
            lambda side: not side["is_own"],
            lambda side: side["letter"] != self._first,
            lambda side: not side["can_use_pin"],
        )
        return min(unsigned, key=lambda side: [wish(side) for wish in order], default=None)

    @property
    def other(self) -> dict[str, Any] | None:
        """The side that signs after the one that is asked, if it has not signed and is not ours."""
        if self.asked is None:
            return None
        other = next(side for side in self.signing if side["letter"] == OTHER_SIDE[self.asked["letter"]])
        return None if other["signature"] else other

    @property
    def stands_from(self) -> datetime.datetime | None:
        """When the signed result stands if nobody objects."""
        if self.confirmed or len(self.signed) != 1 or self.needs_the_secretary:
            return None
        card = self.reports.of(self.signed[0]["letter"])
        return card.waits_until if card else None

    @property
    def link_text(self) -> str:
        """The message that asks the other captain to sign. It holds no link by which anybody could."""
        result = f"{self.match.home} {self.figures} {self.match.away}"
        return f"{result}. Please sign it on your captain’s page. The match: {self.address}"


def enrolment_of(match: Match, side: Side) -> Enrolment | None:
    """Return the place of a side's team in the season of the match. One query."""
    team = match.home_id if side == Side.HOME else match.away_id
    return Enrolment.objects.filter(season=match.division.season_id, team=team).first()


def _is_known(enrolment: Enrolment) -> bool:
    """Return whether others than the officers may read the captain's name."""
    return enrolment.contact_for != Enrolment.ContactFor.OFFICERS
