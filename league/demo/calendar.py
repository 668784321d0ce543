"""Where the demo is written down, when its seasons are there, and where loading moves them."""

from datetime import date, timedelta
from pathlib import Path

SEED_FILE = Path(__file__).resolve().parent.parent.parent / "fixtures" / "demo.json"

# Thursdays.
FIRST_NIGHTS = date(2025, 9, 18), date(2026, 9, 17)
WEEKS_OF_A_SEASON = 18
WEEKS_PLAYED = 9
RULED_AFTER = timedelta(days=4)  # the committee meets on Mondays
NIGHT_TO_ENTER = FIRST_NIGHTS[1] + timedelta(weeks=WEEKS_PLAYED)
"""The night whose sheets lie on the secretary's desk: week ten, half-way through the season that is on."""


def weeks_to_move(today: date) -> timedelta:
    """Whole weeks that bring the night to enter to the last Thursday there was, today's if it is one."""
    return timedelta(weeks=(today - NIGHT_TO_ENTER).days // 7)


def season_name(starts_on: date, ends_on: date) -> str:
    """2026-27, or 2027 for a season within one year; also what it is called in addresses."""
    if starts_on.year == ends_on.year:
        return str(starts_on.year)
    return f"{starts_on.year}-{ends_on.year % 100:02}"
