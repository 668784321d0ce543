"""Paper for the presentation night: the running order, a certificate for each winner, the engraving list."""

import datetime
from collections.abc import Iterator, Sequence

from league.printing.documents import Document, Shown
from league.printing.drawing import Face, fitted
from league.printing.prizes import Prize, SeasonPrizes

# A certificate: the room for its words (mm) and the sizes (points) in which they can be set.
ROOM = 228.0
NAME_SIZES = (46, 42, 38, 34, 30, 27, 24, 21, 18)
PRIZE_SIZES = (28, 25, 22, 19, 17, 15)
LEAGUE_SIZES = (17, 15.5, 14, 12.5, 11)
MOST_LINES = 2

# Words stay on one line down to this share of their largest size; then two lines of larger type look better.
LEAST_ON_ONE_LINE = 0.5

# The sizes in which the running order can be set (points).
ROW_SIZES = (15, 14, 13, 12, 11, 10, 9.5, 9, 8.5, 8)

AND = " and "


def running_order(season: SeasonPrizes, *, printed_on: datetime.date) -> Document | None:
    """Return the prizes of a season in the order in which they are read out. None if there are none."""
    winners = (winner for prize in season.prizes for winner in prize.winners)
    has_public_names = any(winner.public_name for winner in winners)
    context = {"has_public_names": has_public_names, "printed_on": printed_on}
    return _paper(season, "Presentation night", "presentation", "running_order", context, ROW_SIZES)


def _paper(
    season: SeasonPrizes, title: str, name: str, template: str, context: Shown, *sizes: Sequence[float]
) -> Document | None:
    """Return a paper of the prizes of a season. None if there are none."""
    if not season.prizes:
        return None
    return Document(
        title=f"{title} {season.season}, {season.league}",
        filename=f"{name}-{season.season_slug}.pdf",
        template=f"printing/{template}.html",
        context={"season": season, **context},
        sizes=sizes,
    )


def certificates(season: SeasonPrizes) -> Document | None:
    """Return a certificate for each winner of a season, in the order of the night. None if nobody won."""
    context = {"certificates": tuple(_certificates(season))}
    return _paper(season, "Certificates", "certificates", "certificates", context)


def _certificates(season: SeasonPrizes) -> Iterator[Shown]:
    """Yield a certificate for each winner, and the sizes that its words fit in.

    `pegs` is where the two pegs of the home side stand, this one and the one before: pegged out for those
    who won, one hole short for the others.
    """
    league = _fitted(season.league, LEAGUE_SIZES, weight=500)
    for prize in season.prizes:
        size = _fitted(prize.competition, PRIZE_SIZES, weight=500)
        target = season.target or 0  # without one there is no board
        out = target if prize.place == 1 else target - 1
        for winner in prize.winners:
            yield {
                "prize": prize,
                "winner": winner,
                "league_size": league,
                "prize_size": size,
                "name_size": _fitted(winner.name, NAME_SIZES),
                "pegs": (out, max(0, out - 2)),
            }


def _fitted(text: str, sizes: Sequence[float], *, weight: int = 600) -> float:
    """Return the largest size on one line; else the largest on as many lines as it may take."""
    large = [size for size in sizes if size >= LEAST_ON_ONE_LINE * sizes[0]]
    one_line = fitted([text], ROOM, large, Face.SLAB, weight)
    if one_line.lines == 1:
        return one_line.size
    return fitted([text], ROOM, sizes, Face.SLAB, weight, most_lines=MOST_LINES).size


def engraving_list(season: SeasonPrizes, *, printed_on: datetime.date) -> Document | None:
    """Return what the engraver needs: a row for each prize of a season. None if nothing was won."""
    plates = [_engraving(prize, season.season) for prize in season.prizes]
    context = {"plates": plates, "printed_on": printed_on}
    return _paper(season, "Engraving list", "engraving-list", "engraving_list", context)


def _engraving(prize: Prize, year: str) -> tuple[str, str, int]:
    """Return the trophy, its text, and how many characters there are to cut: what an engraver charges for."""
    text = f"{year} {AND.join(winner.name for winner in prize.winners)}"
    return prize.name, text, sum(not letter.isspace() for letter in text)
