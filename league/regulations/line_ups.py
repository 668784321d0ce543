"""A line-up against the season's rules about people: a remark for each rule it breaks, with the reason.

Every rule is one function of a player who is to play, and returns a sentence or None.
"""

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from zoneinfo import ZoneInfo

from league.competition.season_rules.people import (
    Appearance,
    CupTied,
    LineUpFacts,
    People,
    PeopleRule,
    PlayerFacts,
    Registering,
    Remark,
    SamePub,
    SignedOn,
    TeamFacts,
)
from league.competition.season_rules.rules import Regulations
from league.shared.moments import day_in_words, instant, last_notice, local, moment_in_words
from league.shared.text import capitalised, count, listed, times


@dataclass(kw_only=True)  # frozen, the thousands of a season take three times as long to make
class Playing:
    """A player of a line-up, with everything a rule may need."""

    player: PlayerFacts
    side: LineUpFacts
    people: People
    zone: ZoneInfo
    day: datetime.date

    @cached_property
    def signed(self) -> SignedOn | None:
        """Return the registration in force on the day: for this team, or else the latest."""
        in_force = [
            signed_on
            for signed_on in self.player.signed
            if local(signed_on.at, self.zone).date() <= self.day
            and (signed_on.until is None or instant(signed_on.until) > instant(self.side.starts_at))
        ]
        here = [signed_on for signed_on in in_force if signed_on.team.team == self.side.team.team]
        return next(reversed(here or in_force), None)

    @property
    def is_own(self) -> bool:
        return self.signed is not None and self.signed.team.team == self.side.team.team

    @property
    def earlier(self) -> tuple[Appearance, ...]:
        """Return what they played before this match, in the league and in cups."""
        here = self.side.match, self.side.cup
        return tuple(
            appearance
            for appearance in self.player.appearances
            if (appearance.match, appearance.cup) != here and appearance.on <= self.day
        )

    @property
    def league_earlier(self) -> tuple[Appearance, ...]:
        return tuple(appearance for appearance in self.earlier if appearance.cup is None)

    @property
    def is_from_the_pub(self) -> bool:
        """Return whether they are registered for another team of the same pub."""
        signed = self.signed
        return signed is not None and not self.is_own and signed.team.pub == self.side.team.pub

    @property
    def is_borrowed(self) -> bool:
        """Return whether they are of another team, and no rule about teams of one pub lets them play."""
        if self.signed is None or self.is_own:
            return False
        is_up = self.people.playing_up is not None and self.side.team.rank < self.signed.team.rank
        return not (self.is_from_the_pub and (self.people.same_pub is not None or is_up))

    @property
    def may_help(self) -> bool:
        """Return whether the season allows players of other teams in such a match at all."""
        if self.side.cup is not None:
            return self.people.cup_tied is CupTied.FRESH_SUBSTITUTES
        return self.people.borrowed is not None


def line_up_remarks(side: LineUpFacts, regulations: Regulations, zone: ZoneInfo) -> tuple[Remark, ...]:
    """Return what the season's rules find in a line-up: player by player, then of the team."""
    return _remarks(side, regulations.people, _playing(side, regulations.people, zone))


def remarks_and_strangers(
    side: LineUpFacts, regulations: Regulations, zone: ZoneInfo
) -> tuple[tuple[Remark, ...], dict[int, str]]:
    """Return besides, by player, that they are of no team or of another, where no rule asks for it."""
    people, playing = regulations.people, _playing(side, regulations.people, zone)
    strangers = {} if people.registration else {each.player.player: _unregulated(each) for each in playing}
    found = {player: sentence for player, sentence in strangers.items() if sentence}
    return _remarks(side, people, playing), found


def _playing(side: LineUpFacts, people: People, zone: ZoneInfo) -> list[Playing]:
    day = local(side.starts_at, zone).date()
    return [Playing(player=player, side=side, people=people, zone=zone, day=day) for player in side.players]


def _remarks(side: LineUpFacts, people: People, playing: list[Playing]) -> tuple[Remark, ...]:
    in_force = [(rule, find_breach) for rule, find_breach in RULES.items() if getattr(people, rule)]
    remarks = [
        Remark(rule=rule, sentence=sentence, player=player.player.player, blocks=rule in people.blocked)
        for player in playing
        for rule, find_breach in in_force
        if (sentence := find_breach(player))
    ]
    remarks += [
        Remark(rule=rule, sentence=sentence, blocks=rule in people.blocked)
        for rule, sentence in _of_the_team(side, people, playing)
    ]
    return tuple(remarks)


def _unregulated(playing: Playing) -> str | None:
    if playing.signed is None:
        return f"{playing.player.name} was not registered for any team on the night."
    return _elsewhere(playing)


def _registered(playing: Playing) -> str | None:
    """Return a remark unless the player is registered for the team in time; substitutes have another rule."""
    rule, name = playing.people.registration, playing.player.name
    if rule is None:
        return None
    if playing.signed is None:
        until = _closed(playing)
        if until is not None:
            return f"{name} is not registered, and registration closed on {day_in_words(until)}."
        how = "" if rule.notice else "; signing on the night is in time"
        return f"{name} is not registered for any team{how}."
    if playing.is_own:
        return _signed_late(playing, playing.signed, rule)
    return _elsewhere(playing)


def _elsewhere(playing: Playing) -> str | None:
    """Return the other team a player is registered for, unless they may help out."""
    if playing.signed is None or not playing.is_borrowed or playing.may_help:
        return None
    name, team = playing.player.name, playing.side.team
    return f"{name} is registered for {playing.signed.team.name}, not for {team.name}."


def _closed(playing: Playing) -> datetime.date | None:
    """Return the day registration closed, if it has by the day of the match."""
    rule = playing.people.registration
    last = rule.closes.last_day(playing.side.team.days) if rule and rule.closes else None
    return last if last is not None and playing.day > last else None


def _signed_late(playing: Playing, signed: SignedOn, rule: Registering) -> str | None:
    day = local(signed.at, playing.zone).date()
    last = rule.closes.last_day(playing.side.team.days) if rule.closes else None
    if last is not None and day > last:
        return (
            f"{playing.player.name} was registered on {day_in_words(day)}; registration closed on "
            f"{day_in_words(last)}."
        )
    if rule.notice is not None:
        by = last_notice(rule.notice, playing.side.starts_at, playing.zone)
        if instant(signed.at) > instant(by):
            return (
                f"{playing.player.name} was registered after {moment_in_words(by)}, too late for this match."
            )
    return None


def _borrowed(playing: Playing) -> str | None:
    """Return a remark if a borrowed player has helped the team as often as is allowed."""
    rule, signed = playing.people.borrowed, playing.signed
    if rule is None or signed is None or not playing.is_borrowed or playing.side.cup is not None:
        return None
    helped = sum(before.team.team == playing.side.team.team for before in playing.league_earlier)
    if helped < rule.each:
        return None
    return (
        f"{playing.player.name} of {signed.team.name} has helped {playing.side.team.name} "
        f"{times(helped)} already; "
        f"the season allows {times(rule.each)}, then a transfer."
    )


def _plays_up(playing: Playing) -> str | None:
    """Return a remark if the player has played up so often that they belong to a higher team."""
    rule = playing.people.playing_up
    if rule is None or playing.side.cup is not None or not (playing.is_own or playing.is_from_the_pub):
        return None
    now = belongs_to(playing.player, playing.people, before=playing.day, besides=playing.side.match)
    if now is None or now.pub != playing.side.team.pub:
        return None
    if now.team == playing.side.team.team:
        return (
            f"{playing.player.name} has played up {times(rule)} and belongs to {now.name} now; register that."
        )
    if now.rank < playing.side.team.rank:
        return (
            f"{playing.player.name} has played up {times(rule)} and belongs to {now.name} now, a higher team."
        )
    return None


def belongs_to(
    player: PlayerFacts, people: People, *, before: datetime.date | None = None, besides: int | None = None
) -> TeamFacts | None:
    """Return the higher team a player belongs to by having played for it so often, or None.

    Counted are league matches for a team of their pub that stands higher than the one they are signed on for,
    by the end of a day and besides one match. A registration for that team settles it.
    """
    higher = [
        appearance.team
        for appearance in played_up(player)
        if appearance.match != besides and (before is None or appearance.on <= before)
    ]
    if people.playing_up is None or len(higher) < people.playing_up:
        return None
    # Of several higher teams it is the lowest that they have certainly played up to so often.
    return max(higher, key=lambda team: team.rank)


def played_up(player: PlayerFacts) -> tuple[Appearance, ...]:
    """Return their league matches for a higher team of their pub than the one they are registered for."""
    if not player.signed:
        return ()
    own = player.signed[-1].team
    return tuple(
        appearance
        for appearance in player.appearances
        if appearance.cup is None and appearance.team.pub == own.pub and appearance.team.rank < own.rank
    )


def _same_pub(playing: Playing) -> str | None:
    """Return a remark if the player may not play for this team of their pub."""
    rule, signed = playing.people.same_pub, playing.signed
    if rule in (None, SamePub.ANY) or signed is None or not playing.is_from_the_pub:
        return None
    if rule is SamePub.HIGHER:
        if playing.side.team.rank < signed.team.rank:
            return None
        return (
            f"{playing.player.name} of {signed.team.name} may play for a higher team of the "
            f"pub, not a lower one."
        )
    return (
        f"{playing.player.name} is registered for {signed.team.name} and may play for no "
        f"other team of the pub."
    )


def _cup_tied(playing: Playing) -> str | None:
    """Return a remark if the player is cup-tied, or is a substitute who has played in the cup."""
    rule, cup = playing.people.cup_tied, playing.side.cup
    if rule is None or cup is None:
        return None
    played = [appeared for appeared in playing.earlier if appeared.cup == cup]
    if rule is CupTied.FRESH_SUBSTITUTES:
        if played and not playing.is_own:
            before = f"has played in this cup before, for {_for_whom(played[-1])}"
            return f"{playing.player.name} {before}; a substitute has not."
        return None
    others = [appeared for appeared in played if appeared.team.team != playing.side.team.team]
    return (
        f"{playing.player.name} is cup-tied: played in this cup for {_for_whom(others[0])}."
        if others
        else None
    )


def _cup_matches(playing: Playing) -> str | None:
    """Return a remark if the player has played too little for the team to play in this round of a cup."""
    rule, side = playing.people.cup_matches, playing.side
    if rule is None or side.cup is None or side.round < rule.from_round:
        return None
    played = sum(before.team.team == side.team.team for before in playing.league_earlier)
    if played >= rule.least:
        return None
    matches = f"{count(played)} league match{'' if played == 1 else 'es'}"
    return (
        f"{playing.player.name} has played {matches} for {side.team.name}; before this cup tie it must be "
        f"{count(rule.least)}."
    )


def _for_whom(appeared: Appearance) -> str:
    return appeared.team.name + (f" in round {appeared.round}" if appeared.round else "")


def _old_enough(playing: Playing) -> str | None:
    """Return a remark if the player is too young; None if their date of birth is not known."""
    youngest, born = playing.people.youngest, playing.player.born
    if youngest is None or born is None:
        return None
    years = playing.day.year - born.year - ((playing.day.month, playing.day.day) < (born.month, born.day))
    return f"{playing.player.name} is {years}; players are {youngest} or older." if years < youngest else None


def _one_pub(playing: Playing) -> str | None:
    """Return a remark if the player has played for another pub this season."""
    elsewhere = [before.team for before in playing.earlier if before.team.pub != playing.side.team.pub]
    if not elsewhere:
        return None
    return (
        f"{playing.player.name} has played for {elsewhere[0].name} this season; a player "
        f"plays for one pub only."
    )


def _of_the_team(
    side: LineUpFacts, people: People, playing: list[Playing]
) -> Iterator[tuple[PeopleRule, str]]:
    rule = people.own_players
    if (
        rule
        and (side.several_teams or not rule.only_with_several_teams)
        and (own := sum(player.is_own for player in playing)) < min(rule.least, len(playing))
    ):
        players = f"{capitalised(count(own)) if own else 'None'} of the {count(len(playing))} players"
        are = "is" if own == 1 else "are"
        yield (
            PeopleRule.OWN_PLAYERS,
            f"{players} {are} registered for {side.team.name}; at least {count(rule.least)} must be.",
        )
    most = people.borrowed.a_match if people.borrowed and side.cup is None else None
    borrowed = [borrower.player.name for borrower in playing if most is not None and borrower.is_borrowed]
    if most is not None and len(borrowed) > most:
        yield (
            PeopleRule.BORROWED,
            f"{side.team.name} has borrowed {listed(borrowed)}; {count(most)} may be in one match.",
        )


RULES: dict[PeopleRule, Callable[[Playing], str | None]] = {
    PeopleRule.REGISTRATION: _registered,
    PeopleRule.BORROWED: _borrowed,
    PeopleRule.SAME_PUB: _same_pub,
    PeopleRule.PLAYING_UP: _plays_up,
    PeopleRule.CUP_TIED: _cup_tied,
    PeopleRule.CUP_MATCHES: _cup_matches,
    PeopleRule.YOUNGEST: _old_enough,
    PeopleRule.ONE_PUB: _one_pub,
}
"""The checks of every player of a line-up where the season has the rule, in the order of their remarks."""
