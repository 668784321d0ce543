"""Remarks of the season's rules on registrations, transfers and the size of a squad."""

import datetime
from collections.abc import Iterator, Sequence
from itertools import pairwise

from league.competition.season_rules.people import CutOff, PeopleRule, PlayerFacts, Remark, TeamFacts
from league.competition.season_rules.rules import Regulations
from league.shared.moments import day_in_words
from league.shared.text import capitalised, count, counted, times


def registration_remarks(
    player: PlayerFacts, to: TeamFacts, on: datetime.date, regulations: Regulations
) -> tuple[Remark, ...]:
    """Return the remarks on a player signing on for a team on a day, at first or by transfer.

    Signing on again for a team they are with is neither.
    """
    people = regulations.people
    now = {signed_on.team.team for signed_on in player.signed if signed_on.until is None}
    if to.team in now:
        return ()
    rule, sentences = PeopleRule.REGISTRATION, list(_registration(player, to, on, regulations))
    if player.signed:
        rule, sentences = PeopleRule.TRANSFERS, list(_transfer(player, to, on, regulations))
    return tuple(
        Remark(rule=rule, sentence=sentence, player=player.player, blocks=rule in people.blocked)
        for sentence in sentences
    )


def _registration(
    player: PlayerFacts, to: TeamFacts, on: datetime.date, regulations: Regulations
) -> Iterator[str]:
    rule = regulations.people.registration
    last = _last_day(rule.closes if rule else None, to)
    if last is not None and on > last:
        closed = day_in_words(last)
        yield f"{player.name} cannot be registered for {to.name}: registration closed on {closed}."


def _transfer(
    player: PlayerFacts, to: TeamFacts, on: datetime.date, regulations: Regulations
) -> Iterator[str]:
    rule = regulations.people.transfers
    if rule is None:
        return
    before = transfers_of(player)
    if rule.limit is not None and before >= rule.limit:
        allowed = "no transfer" if not rule.limit else times(rule.limit)
        yield f"{player.name} has transferred {times(before)}; the season allows {allowed}."
    last = _last_day(rule.closes, to)
    if last is not None and on > last:
        yield f"{player.name} cannot transfer to {to.name}: transfers closed on {day_in_words(last)}."
    played = sum(appearance.cup is None and appearance.on <= on for appearance in player.appearances)
    if rule.most_games is not None and played > rule.most_games:
        yield (
            f"{player.name} has played {count(played)} matches; "
            f"a transfer is for players with {count(rule.most_games)} or fewer."
        )


def transfers_of(player: PlayerFacts) -> int:
    """Return how often a player has changed their team in the season."""
    teams = [signed_on.team.team for signed_on in player.signed]
    return sum(number != other for number, other in pairwise(teams))


def _last_day(closes: CutOff | None, to: TeamFacts) -> datetime.date | None:
    return closes.last_day(to.days) if closes else None


def squad_remarks(
    team: TeamFacts, players: Sequence[int], on: datetime.date, regulations: Regulations
) -> tuple[Remark, ...]:
    """Return whether a team has signed on enough players, from the day they are asked for, and not too
    many.
    """
    people = regulations.people
    rule, size = people.squad, len(set(players))
    sentences = []
    if rule and rule.least is not None and size < rule.least and (rule.by is None or on > rule.by):
        by = f" by {day_in_words(rule.by)}" if rule.by else ""
        sentences.append(f"{_has(team, size)}; at least {count(rule.least)} are asked for{by}.")
    if rule and rule.most is not None and size > rule.most:
        sentences.append(f"{_has(team, size)}; {count(rule.most)} are the most.")
    return tuple(
        Remark(rule=PeopleRule.SQUAD, sentence=sentence, blocks=PeopleRule.SQUAD in people.blocked)
        for sentence in sentences
    )


def _has(team: TeamFacts, size: int) -> str:
    return f"{capitalised(team.name)} has {counted(size, 'player')} registered"
