"""Selectors of a match as its captains agree on it: log, signed sheets, roster, photographs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from league.matches.sheet.values import Sheet
from league.models import Match, Photograph, Player, Ruling, Scorecard, Side
from league.people.names import shown_name
from league.results.logged_match import LoggedMatch
from league.results.selectors.entry import players_on
from league.results.selectors.log import log_of
from league.results.selectors.names import Roster, roster_of
from league.results.selectors.reports import Reports, reports_of
from league.results.selectors.scorecards import SIDE_OF_LETTER, sheets_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ToAgree:
    """A match with all that its agreement needs. `sheets` are those of the cards that count or wait."""

    logged: LoggedMatch
    reports: Reports
    sheets: Mapping[int, Sheet]
    rulings: tuple[Ruling, ...]
    photographs: tuple[Photograph, ...]

    def sheet_of(self, card: Scorecard) -> Sheet:
        return self.sheets[card.pk]

    @property
    def match_ruling(self) -> Ruling | None:
        """The ruling by which the whole match was given or is void; None if there is none."""
        return next((ruling for ruling in self.rulings if ruling.table is None), None)


def walkover_tables_of(match: Match) -> dict[int, str]:
    """Return the tables of a match that were given without play, each with the side at fault. One query."""
    return _walkover_tables(match.rulings.in_force())


def _walkover_tables(rulings: Iterable[Ruling]) -> dict[int, str]:
    walkovers = (ruling for ruling in rulings if ruling.kind == Ruling.Kind.WALKOVER)
    return {ruling.table: ruling.at_fault for ruling in walkovers if ruling.table is not None}


def nothing_signed(logged: LoggedMatch) -> ToAgree:
    """Return a match with its log and nothing else, as it is while it is played. No query."""
    nothing = Reports(confirmed=None, waiting=(), objections=(), latest_version=0)
    return ToAgree(logged=logged, reports=nothing, sheets={}, rulings=(), photographs=())


def to_agree(match: Match) -> ToAgree:
    """Return the match, its reports, log, rulings and photographs.

    Thirteen queries at most, whatever was played.
    """
    reports = reports_of(match)
    cards = [*reports.waiting, *([reports.confirmed] if reports.confirmed else [])]
    sheets = sheets_of(cards) if cards else {}
    named = {player for sheet in sheets.values() for player in players_on(sheet)}
    rulings = tuple(match.rulings.in_force())
    roster = roster_of(match, besides=named)
    return ToAgree(
        logged=LoggedMatch(match, log_of(match), roster, _walkover_tables(rulings)),
        reports=reports,
        sheets=sheets,
        rulings=rulings,
        photographs=photographs_of(match),
    )


def as_seen_by(side: Side, roster: Roster, *sheets: Sheet) -> Roster:
    """Return the roster with the names a captain may read: their own squad in full, others as they chose.

    One query.
    """
    own = SIDE_OF_LETTER[side]
    named = {player for sheet in sheets for player in players_on(sheet)}
    others = named - {roster_player.player for roster_player in roster.players if roster_player.side == own}
    shown = {player.pk: shown_name(player) for player in Player.objects.filter(pk__in=others)}
    return Roster(
        replace(
            player, name=shown.get(player.player, player.name), label=shown.get(player.player, player.label)
        )
        for player in roster.players
    )


def photographs_of(match: Match) -> tuple[Photograph, ...]:
    """Return the photographs of a match without the pictures themselves, the first first. One query."""
    return tuple(Photograph.objects.filter(match=match).defer("jpeg"))
