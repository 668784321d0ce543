"""What cups had planned at a pub that closes: their finals, and ties of which the pub was said by name."""

import datetime
from dataclasses import dataclass

from django.db.models import Q

from league.models import Cup, Pub
from league.selectors.cup_pages import CupOnPage, TieOnPage
from league.selectors.cups import cup_on_page


@dataclass(frozen=True, slots=True, kw_only=True)
class MovingCup:
    """The finals of a cup, one of its ties, or a pairs night, that would have been played at a pub."""

    cup: Cup
    tie: TieOnPage | None = None

    @property
    def key(self) -> str:
        """What tells it from the others."""
        place = f"-{self.tie.tie.round}-{self.tie.tie.number}" if self.tie else ""
        return f"{self.cup.public_id}{place}"

    @property
    def words(self) -> str:
        """The Fleece v The Shears; the finals; of a pairs night all of it."""
        if self.tie:
            return f"{self.tie.tie.home.words} v {self.tie.tie.away.words}"
        return "the finals" if self.is_knock_out else "the whole night"

    @property
    def is_knock_out(self) -> bool:
        return self.cup.kind == Cup.Kind.KNOCK_OUT

    @property
    def date(self) -> datetime.date | None:
        return self.tie.date if self.tie else self.cup.finals_on


def cups_at(pub: Pub, since: datetime.date) -> tuple[MovingCup, ...]:
    """What is still to be played at a pub from a day on, or has no day yet, in cups of seasons under way.

    Ties that are played where their first drawn side is at home are not among them: they follow its team.
    Of a pairs night it is the whole night. Four queries for each cup that names the pub.
    """
    names_it = Cup.objects.filter(Q(finals_at=pub) | Q(ties__venue=pub), season__league=pub.league_id)
    cups = Cup.objects.filter(pk__in=names_it.values("pk"), season__is_finished=False)
    found: list[MovingCup] = []
    for cup in cups.select_related("season__league", "finals_at").order_by("name", "id"):
        if cup.kind == Cup.Kind.KNOCK_OUT:
            found += _of_cup(cup_on_page(cup, to_secretary=True), pub, since)
        elif cup.finals_at_id == pub.pk and (cup.finals_on is None or cup.finals_on >= since):
            found.append(MovingCup(cup=cup))
    return tuple(found)


def _of_cup(page: CupOnPage, pub: Pub, since: datetime.date) -> list[MovingCup]:
    cup = page.cup
    waits = not page.bracket.is_over and (cup.finals_on is None or cup.finals_on >= since)
    found = [MovingCup(cup=cup)] if cup.finals_at_id == pub.pk and waits else []
    ties = [each for one in page.rounds for each in one.ties if each.named_pub == pub]
    return found + [
        MovingCup(cup=cup, tie=each)
        for each in ties
        if not each.tie.is_over and (each.date is None or each.date >= since)
    ]
