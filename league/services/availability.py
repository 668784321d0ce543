"""Who can play: a player's answer for a match of his team, given by himself or by his captain."""

import datetime

from league.models import Availability, Enrolment, Match, Player, Registration
from league.services.refusals import Refused, verify, written_whole

NOT_IN_SQUAD = "That name is not in the squad any more; open the page again."


def answer_availability(
    *,
    match: Match,
    enrolment: Enrolment,
    player: str,
    answer: str,
    now: datetime.datetime,
    by_captain: bool = False,
) -> Availability:
    """Write down whether a player, by his public id, can play; a later answer takes the place of the earlier.

    Raises Refused if he is not in the squad, if the answer is none, or if the match is not the team's.
    """
    with written_whole():
        if enrolment.team_id not in (match.home_id, match.away_id):
            raise Refused("That is not a match of this team.")
        registered = Registration.objects.filter(
            season=enrolment.season_id, team=enrolment.team_id, left_on=None, player__merged_into=None
        )
        # Looked for among the squad here, not in the database: what was sent may be anything.
        squad = {one.public_id: one for one in Player.objects.filter(registrations__in=registered)}
        found = squad.get(player)
        if found is None:
            raise Refused(NOT_IN_SQUAD)
        said = Availability(
            match=match,
            team_id=enrolment.team_id,
            player=found,
            answer=answer,
            answered_at=now,
            by_captain=by_captain,
        )
        verify(said)
        # He and his captain may answer at once: the later one stands, and neither meets an error.
        Availability.objects.bulk_create(
            [said],
            update_conflicts=True,
            unique_fields=["match", "team", "player"],
            update_fields=["answer", "answered_at", "by_captain"],
        )
    return said
