"""From a wishes file to the boxes. Everything that a file can say has its box."""

import datetime
from collections.abc import Iterable, Mapping

from league.fixturing.calendar import Off
from league.fixturing.days_said import Span, say_nights
from league.fixturing.task import Fixed, SecondHalf, Weights
from league.fixturing.wishes import DEFAULT_WEIGHT, CompanyWish, TeamWish, Wish
from league.fixturing.wishes_boxes.boxes import Boxes, Group, Row, row_of_teams
from league.fixturing.wishes_boxes.known import Known
from league.fixturing.wishes_file import DivisionWishes, PubWishes, WishesFile


def boxes_of(file: WishesFile, known: Known) -> Boxes:
    """The boxes as the file fills them, teams and pubs by the names the league gives them."""
    span = known.span(file.first, file.last)
    rows: dict[Group, list[Row]] = {group: [] for group in Group}
    rows[Group.OFF] = [row_of_week(one) for one in file.off]
    rows[Group.DIVISION] = list(_divisions(file.divisions, known, span))
    rows[Group.PUB] = [_pub(one, known, span) for one in file.pubs]
    rows[Group.FIXED] = [_fixed(one, known) for one in file.fixed]
    for wish in file.wishes:
        group, row = row_of_wish(wish, known, span)
        rows[group].append(row)
    return Boxes(season=_season(file), rows={group: tuple(found) for group, found in rows.items()})


def row_of_wish(wish: Wish, known: Known, span: Span) -> tuple[Group, Row]:
    """A wish as a row, and of which kind."""
    asked = {"strength": strength_value(wish.weight, wish.must), "because": wish.because}
    if isinstance(wish, TeamWish):
        on = say_nights(wish.days, wish.ends, span)
        said = {"team": known.team(wish.team), "where": wish.where.value, "on": on}
        return Group.TEAM, Row(said=said | asked)
    teams = tuple(known.team(team) for team in wish.teams)
    if isinstance(wish, CompanyWish):
        return Group.COMPANY, row_of_teams(teams, {"company": wish.company.value} | asked)
    dates = {"since": _day(wish.since), "until": _day(wish.until)}
    return Group.MEETING, row_of_teams(teams, dates | asked)


def strength_value(weight: int = DEFAULT_WEIGHT, must: bool = False) -> str:
    """How much a wish is worth as the value of its box: 30, must, must 90."""
    if not must:
        return str(weight)
    return "must" if weight == DEFAULT_WEIGHT else f"must {weight}"


def _season(file: WishesFile) -> Row:
    usual = Weights()
    weights = {
        key: "" if getattr(file.weights, key) == getattr(usual, key) else str(getattr(file.weights, key))
        for key in ("breaks", "balance", "carry_over", "change")
    }
    said = {
        "first": _day(file.first),
        "last": _day(file.last),
        "no_return_within": str(file.rules.return_after or ""),
        "longest_run": str(file.rules.longest_run or ""),
        "fair_draw": "yes" if file.fair_draw else "",
        "keep_before": _day(file.keep_before),
    }
    return Row(said=said | weights)


def row_of_week(one: Off) -> Row:
    """A week off as a row."""
    return Row(said={"day": _day(one.day), "kind": one.kind.value, "because": one.because})


def _divisions(wished: Iterable[DivisionWishes], known: Known, span: Span) -> Iterable[Row]:
    """One for each division, and for those that are named but are not there."""
    said: Mapping[str, DivisionWishes] = {known.division(one.name): one for one in wished}
    names = dict.fromkeys([*(one.name for one in known.league.divisions), *said])
    for name in names:
        one = said.get(name, DivisionWishes(name=name))
        yield Row(
            said={
                "name": name,
                "night": str(one.night or ""),
                "nights": say_nights(one.nights, (), span),
                "meetings": str(one.meetings),
                "second_half": SecondHalf(one.second_half).value,
            }
        )


def _pub(one: PubWishes, known: Known, span: Span) -> Row:
    return Row(
        said={
            "name": known.pub(one.name),
            "matches": str(one.matches or ""),
            "closed": say_nights(one.closed, (), span),
            "place": ", ".join(str(number).removesuffix(".0") for number in one.place or ()),
        }
    )


def _fixed(one: Fixed, known: Known) -> Row:
    return Row(said={"home": known.team(one.home), "away": known.team(one.away), "date": _day(one.date)})


def _day(day: datetime.date | None) -> str:
    return day.isoformat() if day else ""
