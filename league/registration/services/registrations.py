"""Players sign on for teams, change them and leave; what a player is called and how they are shown."""

import datetime
from dataclasses import dataclass

from league.competition.services import bump_revision
from league.models import Charge, League, Player, Registration, Season, Team, User
from league.registration.selectors import fees_of, sentences_of, signing_remarks
from league.regulations.services.ledger import LONGEST_REASON, enter_line
from league.shared.errors import GONE, Refused, refused_by, verify, written_whole

FINISHED = "The season is finished, so registrations are closed."
ALREADY = "is registered for this team already."


class RegistrationWarning(Exception):
    """Remarks of the season's rules; the secretary can register the player all the same."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPlayer:
    """A player who is new to the league: their name and what tells them apart."""

    name: str
    told_apart_by: str = ""


def make_player(*, league: League, name: str, told_apart_by: str = "") -> Player:
    """Create a player who is new to the league.

    Raises Refused if another has this name and nothing tells them apart.
    """
    player = Player(league=league, name=" ".join(name.split()), told_apart_by=" ".join(told_apart_by.split()))
    with written_whole():
        verify(player)
        _verify_told_apart(player)
        with refused_by(players_told_apart=_name_in_use(player), league_player=_name_in_use(player)):
            player.save()
        bump_revision(league_id=league.pk)
    return player


def sign_on(
    *,
    season: Season,
    team: Team,
    player: Player | NewPlayer,
    on: datetime.date,
    on_the_night: bool = False,
    stays_too: bool = False,
    all_the_same: bool = False,
    charged_by: User | None = None,
) -> Registration:
    """Register a player, known or new, for a team. A registration for another team ends: a transfer.

    `stays_too` lets the other registration go on. `charged_by` enters the season's fee into the ledger of the
    team's pub. Registering again for the same team changes nothing. The season needs its league and rule book
    loaded. Raises RegistrationWarning with the remarks of the rules, unless `all_the_same`; Refused if a rule
    blocks it, if the team does not play in the season, or if the season is finished.
    """
    with written_whole():
        if isinstance(player, NewPlayer):
            player = make_player(league=season.league, name=player.name, told_apart_by=player.told_apart_by)
        held = Player.objects.select_for_update(no_key=True).filter(pk=player.pk, league=season.league_id)
        player = held.first() or _gone()
        _verify_can_sign(season, team, player, on)
        current = list(Registration.objects.not_left().filter(season=season, player=player))
        here = next((registration for registration in current if registration.team_id == team.pk), None)
        if here is not None:
            return here
        _verify_rules(season, team, player, on, all_the_same=all_the_same)
        if not stays_too:
            for registration in current:
                _end(registration, on)
        signed = Registration(
            season=season, team=team, player=player, registered_on=on, on_the_night=on_the_night
        )
        verify(signed)
        with refused_by(
            registered_once_for_a_team=f"{player} {ALREADY}", league_registration=f"{player} {ALREADY}"
        ):
            signed.save()
        if charged_by is not None:
            _charge(signed, charged_by)
        bump_revision(league_id=season.league_id)
    return signed


def leave_team(*, registration: Registration, on: datetime.date) -> Registration:
    """End a registration on a day, unless it has ended. Raises Refused if it began later."""
    with written_whole():
        held = Registration.objects.select_for_update(of=("self",), no_key=True).filter(pk=registration.pk)
        locked = held.first()
        if locked is None:
            raise Refused(GONE)
        if locked.left_on is None:
            _end(locked, on)
            bump_revision(league_id=locked.season.league_id)
    return locked


def _verify_can_sign(season: Season, team: Team, player: Player, on: datetime.date) -> None:
    if Season.objects.filter(pk=season.pk, is_finished=True).exists():
        raise Refused(FINISHED)
    if not season.enrolments.filter(team=team).exists():
        raise Refused(f"{team} does not play in {season}.")
    if player.merged_into_id:
        raise Refused(f"{player} has been merged into another record meanwhile. Choose that record.")
    if on > season.ends_on:
        raise Refused(f"{on:%d/%m/%Y} is after the season, which ends on {season.ends_on:%d/%m/%Y}.")


def _verify_rules(
    season: Season, team: Team, player: Player, on: datetime.date, *, all_the_same: bool
) -> None:
    remarks = signing_remarks(player, team, on, season)
    if blocked := [remark for remark in remarks if remark.blocks]:
        raise Refused(" ".join(sentences_of(blocked)))
    if remarks and not all_the_same:
        raise RegistrationWarning(" ".join(sentences_of(remarks)))


def _charge(signed: Registration, by: User) -> None:
    """Enter the season's fee for a first registration or a transfer, if there is one."""
    season, player, team = signed.season, signed.player, signed.team
    before = Registration.objects.filter(season=season, player=player).exclude(pk=signed.pk)
    is_transfer = before.exists()
    pence = fees_of(season)[is_transfer]
    if pence:
        reason = f"{'Transfer' if is_transfer else 'Registration'} of {player}"
        enter_line(
            pub=team.pub,
            team=team,
            season=season,
            kind=Charge.Kind.FEE,
            pence=pence,
            reason=reason[:LONGEST_REASON],
            on=signed.registered_on,
            by=by,
        )


def _end(registration: Registration, on: datetime.date) -> None:
    if on < registration.registered_on:
        raise Refused(
            f"{registration.player} was registered for {registration.team} on "
            f"{registration.registered_on:%d/%m/%Y}, after {on:%d/%m/%Y}."
        )
    registration.left_on = on
    verify(registration)
    registration.save(update_fields=["left_on"])


def _verify_told_apart(player: Player) -> None:
    same = Player.objects.filter(
        league=player.league_id, name=player.name, told_apart_by=player.told_apart_by
    )
    if same.exclude(pk=player.pk).exists():
        raise Refused(_name_in_use(player))


def _name_in_use(player: Player) -> str:
    return (
        f"The league already has a player called {player}. Add a note to tell them apart, such as “junior”."
    )


def _gone() -> Player:
    raise Refused(GONE)
