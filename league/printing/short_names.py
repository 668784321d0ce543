"""Team names short enough for a crowded list: a cut, never the same twice."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from league.competition.team_names import abbreviated
from league.printing.drawing import width_of

# The A or B of a pub with two teams.
TEAM_LETTER = r" [A-Z]$"

ELLIPSIS = "…"

# Fewer letters than this of a word that is cut say nothing. Whole words are better, if they use most of the
# room.
LEAST_OF_WORD = 3
MOST_OF_ROOM = 0.5

# What a name cannot end in.
HANGING = r"( (&|and|of|the|old|new|royal|upper|lower))*[ ,&-]*$"

Fits = Callable[[str], bool]


# The room of the one short name by which crowded paper calls a team: of so many letters.
BRIEF = "n" * 17


def brief_names(
    names: Mapping[str, str], fits: Fits = bool, *, season: Iterable[tuple[str, str]] = ()
) -> dict[str, str]:
    """Return the same short name of each team on all paper; cut further only where even those do not fit.

    It differs from that of every other team of the `season`, in whatever division.
    """
    usual = {key: abbreviated(name) for key, name in {**dict(season), **names}.items()}
    brief = cut_names(usual, lambda name: width_of(name, 10) <= width_of(BRIEF, 10))
    return cut_names({key: brief[key] for key in names}, fits)


def cut_names(names: Mapping[str, str], fits: Fits) -> dict[str, str]:
    """Return each name, by its key, cut until it fits; names that came out alike end differently."""
    cut = {key: _cut(name, _letter_of(name), fits) for key, name in names.items()}
    for ending in (_last_word, _number):
        alike = Counter(cut.values())
        twice = [key for key in cut if alike[cut[key]] > 1]
        for place, key in enumerate(twice, start=1):
            cut[key] = _cut(names[key], ending(names[key], place), fits)
    return cut


def _cut(name: str, tail: str, fits: Fits) -> str:
    """Return as much of the name as fits before its tail: "Weavers’ Re… B"."""
    if fits(name) and (not tail or name.endswith(tail)):
        return name
    body = name.removesuffix(tail).rstrip()
    end = f" {tail}" if tail else ""
    for length in range(len(body) - 1, 0, -1):
        start = _whole_words(body[:length], body)
        if fits(f"{start}{ELLIPSIS}{end}"):
            words = _first_words(start, body)
            return words + end if len(words) > MOST_OF_ROOM * len(start) else f"{start}{ELLIPSIS}{end}"
    return f"{name[:1]}{ELLIPSIS}{tail[-1:]}"


def _first_words(start: str, body: str) -> str:
    """Return the words of the body that stand whole in the start."""
    words = start if body[len(start) :].startswith((" ", ",")) else start.rpartition(" ")[0]
    return re.sub(HANGING, "", words, flags=re.IGNORECASE)


def _whole_words(start: str, body: str) -> str:
    """Return the start without a last word of which too little is left."""
    words = start.rstrip(" ,&-")
    head, space, last = words.rpartition(" ")
    is_cut = len(words) == len(start) and len(start) < len(body) and body[len(start)] != " "
    return head.rstrip(" ,&-") if space and is_cut and len(last) < LEAST_OF_WORD else words


def _letter_of(name: str) -> str:
    letter = re.search(TEAM_LETTER, name)
    return letter.group().strip() if letter else ""


def _last_word(name: str, _: int) -> str:
    letter = _letter_of(name)
    words = name.removesuffix(letter).split()
    return f"{words[-1]} {letter}".strip() if len(words) > 1 else letter


def _number(name: str, place: int) -> str:
    return f"{place} {_letter_of(name)}".strip()
