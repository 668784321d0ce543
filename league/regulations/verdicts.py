"""Verdicts about one match: postponements, short teams, late starts, ineligible players."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from zoneinfo import ZoneInfo

from league.competition.season_rules.rules import (
    WARNING,
    IneligiblePlayer,
    LateRule,
    LateStep,
    NoticeBand,
    PostponementEffect,
    Postponements,
    Reaward,
    Regulations,
    Sanction,
    ShortTeams,
    Steps,
    summed,
)
from league.regulations.facts import BOTH_SIDES, BothSides, FactSide, Forfeit, Times, at_fault, last_tables
from league.shared.moments import falls, has_passed, instant, last_notice, local, moment_in_words, on_the_wall
from league.shared.text import capitalised, count, plural


@dataclass(frozen=True, slots=True, kw_only=True)
class Ineligible:
    """A player who should not have played: the side, the table, and the games it won there.

    `player` is any key; the same key at two tables is one player.
    """

    player: int
    side: FactSide
    table: int
    games_won: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EligibilityVerdict:
    """Tables or the match to be re-awarded, and each side's penalty."""

    forfeits: tuple[Forfeit, ...] = ()
    home: Sanction = WARNING
    away: Sanction = WARNING


def eligibility_verdict(
    players: Sequence[Ineligible], regulations: Regulations, word: str = "table"
) -> EligibilityVerdict:
    """Return the season's verdict on ineligible players; an empty one without a rule.

    `word` is what a table is called.
    """
    rule = regulations.ineligible_player
    if rule is None:
        return EligibilityVerdict()
    return EligibilityVerdict(
        forfeits=tuple(_forfeits(players, rule, word)),
        home=_penalty([ineligible for ineligible in players if ineligible.side is FactSide.HOME], rule),
        away=_penalty([player for player in players if player.side is FactSide.AWAY], rule),
    )


def _forfeits(players: Sequence[Ineligible], rule: IneligiblePlayer, word: str) -> Iterator[Forfeit]:
    """Yield their tables, or the match, as forfeits; where both sides had one, both are at fault."""
    if rule.reaward is Reaward.NOTHING:
        return
    places = sorted({player.table for player in players}) if rule.reaward is Reaward.TABLE else [None]
    for table in places:
        sides = {ineligible.side for ineligible in players if table in (None, ineligible.table)}
        fault = at_fault(sides)
        if fault is not None:
            text = " and ".join(side.words for side in BOTH_SIDES if side in sides)
            where = f"{text} had a player {f'at {word} {table}' if table else 'in the match'}"
            yield Forfeit(table=table, at_fault=fault, reason=capitalised(f"{where} who was not eligible."))


def _penalty(ineligible_players: Sequence[Ineligible], rule: IneligiblePlayer) -> Sanction:
    """Return the penalty for each player and each game won with one; a game with two of them counts once."""
    players = len({player.player for player in ineligible_players})
    games = {
        ineligible.table: ineligible.games_won
        for ineligible in sorted(ineligible_players, key=lambda player: player.games_won)
    }
    return summed([rule.a_player.times(players), rule.a_game_won.times(sum(games.values()))])


MINUTE = datetime.timedelta(minutes=1)
NOTHING = datetime.timedelta()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lateness:
    """How late a side was ready, and the penalty."""

    by: datetime.timedelta
    penalty: Sanction

    @property
    def words(self) -> str:
        """Return “25 minutes”; a part of a minute counts as one."""
        return plural(-(-self.by // MINUTE), "minute")


@dataclass(frozen=True, slots=True, kw_only=True)
class LateStartVerdict:
    """The forfeits, and the lateness of each side; None for a side in time."""

    forfeits: tuple[Forfeit, ...]
    home: Lateness | None
    away: Lateness | None


def late_start_verdict(
    starts_at: datetime.datetime,
    ready: Times,
    regulations: Regulations,
    now: datetime.datetime,
    zone: ZoneInfo,
    *,
    tables: int,
) -> LateStartVerdict:
    """Return the verdict on a late start. A side that is not ready yet is as late as `now`.

    Tables are lost from the last one on. With both sides late the same tables are lost by both.
    """
    late = BothSides(
        home=lateness(starts_at, ready.home or now, regulations, zone),
        away=lateness(starts_at, ready.away or now, regulations, zone),
    )
    return LateStartVerdict(
        forfeits=tuple(_late_starts_forfeits(late, tables)), home=late.home, away=late.away
    )


def lateness(
    starts_at: datetime.datetime, ready: datetime.datetime, regulations: Regulations, zone: ZoneInfo
) -> Lateness | None:
    """Return the lateness of a side that was ready at that moment; None without a penalty."""
    penalties = [
        step.penalty.times(_times(step, starts_at, ready, zone))
        for step in regulations.late_start
        if _times(step, starts_at, ready, zone)
    ]
    if not penalties:
        return None
    return Lateness(by=instant(ready) - instant(starts_at), penalty=summed(penalties))


def _times(step: LateStep, starts_at: datetime.datetime, ready: datetime.datetime, zone: ZoneInfo) -> int:
    """Return how often a step applies: once past its moment, and again after every period, if it has one."""
    if step.at is None:
        bites_from = instant(starts_at) + step.minutes * MINUTE
    else:
        bites_from = instant(on_the_wall(local(starts_at, zone).date(), step.at, zone))
    over = instant(ready) - max(bites_from, instant(starts_at))
    if over <= NOTHING:
        return 0
    return 1 if step.every is None else -(-over // (step.every * MINUTE))


def _late_starts_forfeits(late: BothSides[Lateness | None], tables: int) -> Iterator[Forfeit]:
    lost = BothSides(home=_late_starts_penalty(late.home), away=_late_starts_penalty(late.away))
    whole = at_fault(side for side in BOTH_SIDES if lost.of(side).match)
    if whole is not None:
        yield Forfeit(table=None, at_fault=whole, reason=_reason(late))
        return
    numbers = BothSides(home=lost.home.tables, away=lost.away.tables)
    yield from last_tables(numbers, tables, _reason(late))


def _late_starts_penalty(late: Lateness | None) -> Sanction:
    return late.penalty if late else WARNING


def _reason(late: BothSides[Lateness | None]) -> str:
    texts = [
        f"{side.words} was {side_lateness.words} late"
        for side in BOTH_SIDES
        if (side_lateness := late.of(side))
    ]
    return f"{capitalised(' and '.join(texts))}."


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortTeamVerdict:
    """The forfeits, the sides that play but cannot win, and how many players may play more than once."""

    forfeits: tuple[Forfeit, ...] = ()
    cannot_win: tuple[FactSide, ...] = ()
    may_repeat: int = 0


def short_team_verdict(
    present: BothSides[int], regulations: Regulations, *, tables: int, players_a_side: int
) -> ShortTeamVerdict:
    """Return the verdict on short teams from the numbers of players present.

    Below the minimum the match is lost; otherwise the last tables that a side cannot fill are, to nobody
    where both cannot fill the same one. Empty without a rule.
    """
    rule = regulations.short_teams
    if rule is None:
        return ShortTeamVerdict()
    reason = _short_teams_reason(present)
    whole = at_fault(side for side in BOTH_SIDES if present.of(side) < rule.minimum)
    if whole is not None:
        least = f"{reason} The season asks for at least {count(rule.minimum)}."
        return ShortTeamVerdict(forfeits=(Forfeit(table=None, at_fault=whole, reason=least),))
    short = BothSides(
        home=tables - tables_filled(present.home, regulations, tables, players_a_side),
        away=tables - tables_filled(present.away, regulations, tables, players_a_side),
    )
    return ShortTeamVerdict(
        forfeits=tuple(last_tables(short, tables, reason, rule.given_first)),
        cannot_win=tuple(side for side in BOTH_SIDES if present.of(side) < rule.minimum_to_win),
        may_repeat=rule.may_repeat,
    )


def tables_filled(present: int, regulations: Regulations, tables: int, players_a_side: int) -> int:
    """Return how many tables a side can fill, each player sitting at most once at any table."""
    rule, turns = regulations.short_teams or ShortTeams(), regulations.turns
    repeating, most = (present, turns.most) if turns else (min(present, rule.may_repeat), rule.turns)
    fillable = (
        number
        for number in range(tables, 0, -1)
        if repeating * min(most, number) + (present - repeating) >= number * players_a_side
    )
    return next(fillable, 0)


def _short_teams_reason(present: BothSides[int]) -> str:
    texts = [f"{side.words} had {count(present.of(side))}" for side in BOTH_SIDES]
    return f"{capitalised(' and '.join(texts))} players."


class PostponementAnswer(StrEnum):
    """The answer of the rules to a request; the secretary decides."""

    ALLOWED = "allowed"
    WITH_PENALTY = "with_penalty"
    MATCH_GIVEN = "match_given"
    REFUSED = "refused"


def agree_by(
    requested_at: datetime.datetime, regulations: Regulations, zone: ZoneInfo
) -> datetime.datetime | None:
    """Return the last moment at which a new date may be agreed; None without a rule."""
    return _first(regulations.late_new_date, requested_at, zone)


def replay_by(
    first_start: datetime.datetime, regulations: Regulations, zone: ZoneInfo
) -> datetime.datetime | None:
    """Return the last moment at which a postponed match may be played; None without a rule."""
    return _first(regulations.late_replay, first_start, zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class PostponementVerdict:
    """The rule's answer, the penalty that goes with it, and the reason in a sentence."""

    answer: PostponementAnswer
    penalty: Sanction
    reason: str


def postponement_verdict(
    requested_at: datetime.datetime,
    starts_at: datetime.datetime,
    regulations: Regulations,
    zone: ZoneInfo,
    *,
    before: int = 0,
    late_before: int = 0,
    because: str = "",
) -> PostponementVerdict:
    """Return the verdict on a request to postpone a match.

    Args:
        before: how many matches the team postponed this season already.
        late_before: how many of those counted as late postponements (`offences`).
        because: the reason; some are excuses by the season's rules.
    """
    rule = regulations.postponements or Postponements()
    if has_passed(starts_at, requested_at) or instant(starts_at) == instant(requested_at):
        start = moment_in_words(local(starts_at, zone))
        return _refused(f"The match was to start at {start}. It is too late to postpone it.")
    excused = is_excused(because, rule)
    if rule.limit is not None and before >= rule.limit and not excused:
        return _refused(
            f"A team may postpone {count(rule.limit)} in a season; this one has had {count(before)}."
        )
    band = NoticeBand() if excused else band_for(requested_at, starts_at, rule, zone)
    if band is None or band.effect is PostponementEffect.REFUSED:
        return _refused(_too_late(starts_at, rule, zone))
    penalty = what_it_costs(band).at(late_before + 1)
    if band.effect is PostponementEffect.MATCH_GIVEN:
        reason = f"With so little notice the match is a walkover: {penalty.words}."
        return PostponementVerdict(answer=PostponementAnswer.MATCH_GIVEN, penalty=penalty, reason=reason)
    is_free = not what_it_costs(band).each
    return PostponementVerdict(
        answer=PostponementAnswer.ALLOWED if is_free else PostponementAnswer.WITH_PENALTY,
        penalty=penalty,
        reason=_allowed(because if excused else "", penalty, is_free),
    )


def band_for(
    requested_at: datetime.datetime, starts_at: datetime.datetime, rule: Postponements, zone: ZoneInfo
) -> NoticeBand | None:
    """Return the first band of which enough notice was given; None if there was too little for any."""
    if not rule.bands:
        return NoticeBand()
    enough = (
        band
        for band in rule.bands
        if band.notice is None or not has_passed(last_notice(band.notice, starts_at, zone), requested_at)
    )
    return next(enough, None)


def what_it_costs(band: NoticeBand) -> Steps:
    """Return the penalties of a band, each with the loss of the match where the band says so."""
    if band.effect is not PostponementEffect.MATCH_GIVEN:
        return band.penalties
    return Steps(tuple(step + Sanction(match=True) for step in band.penalties.each or (WARNING,)))


def is_excused(because: str, rule: Postponements) -> bool:
    return because.casefold() in (excuse.casefold() for excuse in rule.excuses)


def _refused(reason: str) -> PostponementVerdict:
    return PostponementVerdict(answer=PostponementAnswer.REFUSED, penalty=WARNING, reason=reason)


def _too_late(starts_at: datetime.datetime, rule: Postponements, zone: ZoneInfo) -> str:
    """Return the refusal, with the last moment at which a request was possible."""
    ends = [
        last_notice(band.notice, starts_at, zone)
        for band in rule.bands
        if band.effect is not PostponementEffect.REFUSED and band.notice is not None
    ]
    if not ends:
        return "The season's rules allow no postponement."
    return f"This match could be postponed until {moment_in_words(max(ends, key=instant))}, not later."


def _allowed(excuse: str, penalty: Sanction, is_free: bool) -> str:
    if excuse:
        return f"The season's rules excuse it: {excuse}."
    if is_free:
        return "The season's rules allow it."
    return f"The season's rules allow it with so little notice, but at a price: {penalty.words}."


def _first(rules: tuple[LateRule, ...], after: datetime.datetime, zone: ZoneInfo) -> datetime.datetime | None:
    """Return the first of some deadlines to fall."""
    return min((falls(rule.due, after, zone) for rule in rules), key=instant, default=None)
