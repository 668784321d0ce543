"""What may be chosen for documents of a season, and what was chosen, read from the database."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Count

from league.accounts.powers import Power
from league.competition.selectors import divisions_of, season_at_hand, seasons_of
from league.models import Cup, Division, League, Match, Pub, Season, Team
from league.printing.registry.document_kinds import DocumentKind, Input, Order, PaperSize
from league.shared.errors import Refused
from league.templatetags.dates import pub_date_year

Row = TypeVar("Row", Division, Team, Pub, Cup)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentChoices:
    """A season, what its documents can be narrowed to, and all seasons of the league, the latest first."""

    season: Season
    seasons: tuple[Season, ...]
    today: datetime.date
    dates: tuple[datetime.date, ...]
    divisions: tuple[Division, ...]
    teams: tuple[Team, ...]
    pubs: tuple[Pub, ...]
    cups: tuple[Cup, ...]

    def options(self, choice: Input, kind: DocumentKind) -> tuple[tuple[str, str], ...]:
        """Return what can be chosen for a document: the value in the address and the words for it."""
        if choice is Input.DATE:
            return tuple((date.isoformat(), pub_date_year(date)) for date in self.dates)
        rows: tuple[Division | Team | Pub | Cup, ...] = getattr(self, f"{choice}s")
        return tuple((row.slug, row.name) for row in rows if not isinstance(row, Cup) or kind.is_for(row))

    @property
    def next_date(self) -> datetime.date | None:
        """The night at hand: today's or the next, after the last the last."""
        return next(
            (date for date in self.dates if date >= self.today), self.dates[-1] if self.dates else None
        )


def document_choices(league: League, season_slug: str, today: datetime.date) -> DocumentChoices | None:
    """Return the choices for the season of that address, or for the one at hand. Six queries.

    None for a league without a season, or without that one.
    """
    seasons = seasons_of(league)
    season = (
        next((season for season in seasons if season.slug == season_slug), None)
        if season_slug
        else season_at_hand(seasons, today)
    )
    if season is None:
        return None
    teams = Team.objects.filter(enrolments__season=season).select_related("pub").order_by("name", "id")
    dates = Match.with_ties.filter(division__season=season, date__isnull=False).order_by("date")
    cups = Cup.objects.filter(season=season).select_related("season__league", "finals_at")
    cups = cups.annotate(draws_made=Count("draws"))
    return DocumentChoices(
        season=season,
        seasons=seasons,
        today=today,
        dates=tuple(date for date in dates.values_list("date", flat=True).distinct() if date),
        divisions=tuple(divisions_of(season)),
        teams=(own := tuple(teams)),
        pubs=tuple(sorted({team.pub for team in own}, key=lambda pub: (pub.name.casefold(), pub.pk))),
        cups=tuple(cups.order_by("name", "id")),
    )


def document_order(
    kind: DocumentKind,
    choices: DocumentChoices,
    typed: Mapping[str, str],
    *,
    powers: frozenset[Power],
    site: str,
) -> Order:
    """Return what was chosen for a document. Raises Refused for what cannot be."""
    for choice in kind.required:
        if not typed.get(choice):
            raise Refused(f"Choose a {choice}: {kind.title.lower()} are printed for one {choice}.")
    wanted = {choice: typed.get(choice, "") if choice in kind.inputs else "" for choice in Input}
    paper = typed.get("paper") or kind.papers[0]
    if paper not in kind.papers:
        raise Refused(f"There is no paper “{paper}” for this document; there are {', '.join(kind.papers)}.")
    return Order(
        season=choices.season,
        today=choices.today,
        paper=PaperSize(paper),
        powers=powers,
        site=site,
        date=_date(choices, wanted[Input.DATE]),
        division=_chosen(choices.divisions, wanted[Input.DIVISION], "division"),
        team=_chosen(choices.teams, wanted[Input.TEAM], "team"),
        pub=_chosen(
            (Pub.objects.filter(league=choices.season.league) if kind.has_every_pub else choices.pubs),
            wanted[Input.PUB],
            "pub",
        ),
        cup=_chosen(choices.cups, wanted[Input.CUP], "cup"),
    )


def _chosen(rows: Iterable[Row], slug: str, what: str) -> Row | None:
    if not slug:
        return None
    for row in rows:
        if row.slug == slug:
            return row
    raise Refused(f"There is no {what} “{slug}” in this season.")


def _date(choices: DocumentChoices, text: str) -> datetime.date | None:
    if not text:
        return None
    for date in choices.dates:
        if date.isoformat() == text:
            return date
    raise Refused(f"There is no match on “{text}” in this season.")
