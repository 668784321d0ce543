"""A database of a million hands in many leagues, written by the database itself within a minute or two."""

import datetime

from django.db import connection

from league.models import League, Match
from tests.benchmarks.whole_leagues import Size, whole_leagues

LARGE, SMALL = Size(), Size(divisions=1, teams=4, squad=2, played=2)
HANDS_OF_A_GAME = 9
# Of the large ones each has 9,504 hands.
LARGE_LEAGUES, SMALL_LEAGUES = 106, 900

_NUMBERS = " UNION ALL ".join(f"SELECT {number} AS number" for number in range(1, HANDS_OF_A_GAME + 1))
_HANDS = f"""
    INSERT INTO league_handresult
        (game_id, number, turned, said, "before", high, low, jack, game_point, no_game_for, trump, pitched,
         high_card, low_card, record)
    SELECT game.id, hand.number, '', '', '[]', 'h', 'a', '-', 'h', '', '', '', '', '', ''
    FROM league_game game CROSS JOIN ({_NUMBERS}) hand
"""
_SEATS = """
    INSERT INTO league_seat (game_id, side, place, player_id, written)
    SELECT game.id, CASE squad.team_id WHEN played.home_id THEN 'h' ELSE 'a' END,
           squad.place - 2 * (sheet.number - 1), squad.player_id, ''
    FROM league_game game
    JOIN league_matchtable sheet ON sheet.id = game.table_id
    JOIN league_scorecard card ON card.id = sheet.scorecard_id
    JOIN league_match played ON played.id = card.match_id
    JOIN league_division ON league_division.id = played.division_id
    JOIN (SELECT season_id, team_id, player_id,
                 ROW_NUMBER() OVER (PARTITION BY season_id, team_id ORDER BY player_id) AS place
          FROM league_registration) squad
      ON squad.team_id IN (played.home_id, played.away_id) AND squad.season_id = league_division.season_id
     AND squad.place BETWEEN 2 * sheet.number - 1 AND 2 * sheet.number
"""
_ENTRIES = """
    INSERT INTO league_tableentry
        (match_id, client_id, phone, sent_for, "table", game, place, body, follows, is_late,
         entered_at, received_at)
    SELECT card.match_id, {new_id}, {phone}, '', sheet.number, game.number, 'h' || hand.number,
           '{{"high": "h", "low": "a", "jack": "-", "game": "h"}}', '[]', {no},
           card.entered_at, card.entered_at
    FROM league_handresult hand
    JOIN league_game game ON game.id = hand.game_id
    JOIN league_matchtable sheet ON sheet.id = game.table_id
    JOIN league_scorecard card ON card.id = sheet.scorecard_id
"""
_OWN_WORDS = {
    "postgresql": {"new_id": "gen_random_uuid()", "phone": "gen_random_uuid()", "no": "false"},
    "sqlite": {"new_id": "lower(hex(randomblob(16)))", "phone": "lower(hex(randomblob(16)))", "no": "0"},
}


def add_hands() -> None:
    """Add nine hands and four seats to every game there is."""
    with connection.cursor() as cursor:
        for statement in (_HANDS, _SEATS):
            cursor.execute(statement)


def a_million_hands(*, last_night: datetime.date, large: int = LARGE_LEAGUES) -> tuple[League, list[Match]]:
    """Fill the database; return a league in its middle with the matches of its next night.

    Leagues, teams and matches by the builders, what hangs on games by one statement a table: through the ORM
    hands alone would take an hour.
    """
    numbers = list(range(large + SMALL_LEAGUES))
    made = list(whole_leagues(numbers[:large], LARGE, last_night=last_night))
    for _ in whole_leagues(numbers[large:], SMALL, last_night=last_night):
        pass
    add_hands()
    with connection.cursor() as cursor:
        cursor.execute(_ENTRIES.format(**_OWN_WORDS[connection.vendor]))
        cursor.execute("ANALYZE")
    return made[len(made) // 2]
