"""Teams that join next season, one a line: the team; its pub, if that is called otherwise; its division."""

from collections.abc import Collection
from dataclasses import dataclass

from django import forms

from league.models import Team
from league.selectors.people import bare

MOST_JOINING, LONGEST_NAME = 40, 80
CELLS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Joining:
    """A team that joins, as a line says it: its name, its pub, the division chosen for it."""

    name: str
    pub: str
    division: int | None
    team: Team | None = None


def read_joining(text: str, *, playing: Collection[Team], others: Collection[Team]) -> tuple[Joining, ...]:
    """The teams that join, beside those that play and `others` that can come back.

    Raises ValidationError for a line that is none, repeating it.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_JOINING:
        raise forms.ValidationError(f"{MOST_JOINING} new teams at once are the most.")
    return tuple(_joining(line, playing, others) for line in lines)


def _joining(line: str, playing: Collection[Team], others: Collection[Team]) -> Joining:
    cells = [" ".join(cell.split()) for cell in line.replace("\t", ";").split(";")]
    name, pub, division = ([*cells, "", ""])[:CELLS]
    if not name or len(name) > LONGEST_NAME or len(pub) > LONGEST_NAME or len(cells) > CELLS:
        raise forms.ValidationError(
            f"“{line.strip()[:40]}” is no team that joins; one would be: The Barge B; The Barge; 2"
        )
    if division and not (division.isascii() and division.isdigit() and len(division) == 1):
        raise forms.ValidationError(f"“{division[:20]}” is no number of a division; 1 is the top.")
    if bare(name) in {bare(team.name) for team in playing}:
        raise forms.ValidationError(f"{name} play this season already; their line is below.")
    back = next((team for team in others if bare(team.name) == bare(name)), None)
    home = pub or (back.pub.name if back else name)
    return Joining(name=name, pub=home, division=int(division) if division else None, team=back)
