"""Reads all cups and pairs nights of a season at once, as a book of the season shows them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Prefetch

from league.cups.brackets import bracket_of
from league.cups.group_tables import CupGroup
from league.cups.pairs_nights import NightRow, night_standings
from league.cups.selectors.cup_pages import RoundOnPage, rounds_on_page
from league.cups.selectors.cups import cup_played_as
from league.cups.selectors.pairs_nights import night_played_as
from league.cups.sentences import night_in_words, rules_in_words, standing_in_words
from league.models import Cup, CupEntry, CupTie, Season
from league.shared.text import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class CupOfSeason:
    """A cup with its rules and standing in words, its rounds and groups; a pairs night has rows instead."""

    cup: Cup
    rules: tuple[str, ...]
    standing: str
    rounds: tuple[RoundOnPage, ...] = ()
    groups: tuple[CupGroup, ...] = ()
    rows: tuple[NightRow, ...] = ()


def cups_played_in(season: Season) -> tuple[CupOfSeason, ...]:
    """Return every cup and pairs night of a season by name, with names as the public sees them.

    Four queries, one if there are none; one more if names in typed words have to be hidden. The season must
    come with its league.
    """
    entries = CupEntry.objects.select_related("team__pub", "first_player", "second_player")
    cups = (
        Cup.objects.filter(season=season)
        .select_related("finals_at")
        .prefetch_related(
            Prefetch("entries", entries),
            "draws",
            Prefetch("ties", CupTie.objects.select_related("venue", "second_venue")),
        )
        .order_by("name", "id")
    )
    return tuple(_of_season(season, cups))


def _of_season(season: Season, cups: Iterable[Cup]) -> Iterator[CupOfSeason]:
    for cup in cups:
        cup.season = season  # one league object for all, so that its hidden names are queried once
        yield _of_night(cup) if cup.kind == Cup.Kind.PAIRS_NIGHT else _of_knock_out(cup)


def _of_night(cup: Cup) -> CupOfSeason:
    night = night_played_as(cup, cup.entries.all(), cup.draws.all(), cup.ties.all(), to_secretary=False)
    return CupOfSeason(
        cup=cup,
        rules=(f"A night for pairs of {counted(night.rounds, 'round')}. Everybody plays each of them.",),
        standing=night_in_words(night),
        rows=night_standings(night) if night.results else (),
    )


def _of_knock_out(cup: Cup) -> CupOfSeason:
    entries, draws, ties = tuple(cup.entries.all()), tuple(cup.draws.all()), tuple(cup.ties.all())
    played = cup_played_as(cup, entries, draws, ties, to_secretary=False)
    bracket = bracket_of(played)
    return CupOfSeason(
        cup=cup,
        rules=tuple(rules_in_words(played.rules)),
        standing=standing_in_words(played),
        rounds=rounds_on_page(cup, bracket, entries, draws, ties),
        groups=bracket.groups,
    )
