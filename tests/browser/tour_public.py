"""A way past the pages anybody may read."""

from collections.abc import Iterator

from league.models import Division, League, Match, Player, Ruling, Seat
from league.standings.limits import possible_points
from league.standings.selectors.matches import scheme_of
from tests.browser.stops import Stop
from tests.browser.tour_captains import between_captains
from tests.browser.worlds import SECRETARY, with_hands
from tests.browser.year import remembered
from tests.builders import NIGHT, WEEK


def in_public(league: League) -> Iterator[Stop]:
    """A league to whoever comes by, with each of its players, its matches, and what is between captains."""
    home = f"/{league.slug}/"
    adjusted = Ruling.objects.filter(kind=Ruling.Kind.ADJUSTMENT, division__season__league=league)
    division = adjusted.earliest("id").division
    team, other_team = (enrolment.team for enrolment in division.enrolments.order_by("id")[:2])
    for name, address in {
        "home": "",
        "home own": f"?team={team.slug}",
        "pubs": "pubs/",
        "pub": f"pubs/{team.pub.slug}/",
        "team": f"teams/{team.slug}/",
        "live list": "live/",
        "team live": f"teams/{team.slug}/live/",
        "television": "tv/",
        "pub television": f"tv/{team.pub.slug}/",
        "teams compared": f"head-to-head/?team={team.slug}&team={other_team.slug}",
        "players to compare": "head-to-head/?of=player",
        "pairs to compare": "head-to-head/?of=pair",
        "players": "players/",
        "players nobody": "players/?search=zzz",
        "season calendar": f"{division.season.slug}/calendar/",
        "awards": f"{division.season.slug}/awards/",
        "awards nobody": f"{division.season.slug}/awards/?from=99",
        "records": "honours/records/",
        "all-time tables": "honours/all-time/",
        "rules": "rules/",
        "rules of games": "rules/games/",
        "rules of a game": "rules/games/trinidad/",
        "help": "help/",
        "help page": "help/reading-the-table/",
        "your pub": "your-pub/",
        "contacts": "contacts/",
        "privacy": "privacy/",
        "accessibility": "accessibility/",
        "search": "search/",
        "search found": "search/?q=a",
        "search nothing": "search/?q=zzz",
        "news": "news/",
        "news item": f"news/{NIGHT}/",
        "cups": "cups/",
        "cup": "cups/knock-out-cup/",
        "cup path": "cups/knock-out-cup/?entry=1",
        "cup of groups": "cups/pairs-shield/",
        "pairs night": "cups/pairs-night/",
        "draw board": "cups/knock-out-cup/draw/",
    }.items():
        yield Stop(name=f"{league.slug} {name}", address=home + address)
    for other in Division.objects.filter(season__league=league):
        for page in ("standings", "fixtures", "results"):
            under = f"{home}{other.season.slug}/{other.slug}/"
            yield Stop(name=f"{league.slug} {other.season} {other} {page}", address=f"{under}{page}/")
    under = f"{home}{division.season.slug}/{division.slug}/"
    yield Stop(name=f"{league.slug} standings as of", address=f"{under}standings/?as-of={NIGHT - 3 * WEEK}")
    yield Stop(name=f"{league.slug} standings own", address=f"{under}standings/?team={team.slug}")
    yield Stop(
        name=f"{league.slug} standings no day", address=f"{under}standings/?as-of=yesterday", status=400
    )
    yield from _supposing(division, f"{league.slug} what if", f"{under}what-if/")
    yield from remembered(league)
    yield from _players(league)
    yield from _matches(league)
    yield from between_captains(league)


def _supposing(division: Division, name: str, address: str) -> Iterator[Stop]:
    """The table with nothing supposed, with a result, with one that cannot be."""
    match = Match.objects.filter(division=division, date__gte=NIGHT, scorecards=None, rulings=None)[0]
    yield Stop(name=name, address=address)
    home, away = max(possible_points(scheme_of(division).form))
    yield Stop(name=f"{name} won", address=f"{address}?{match.public_id}={home}-{away}")
    yield Stop(name=f"{name} cannot be", address=f"{address}?{match.public_id}=15-5", status=400)


def _players(league: League) -> Iterator[Stop]:
    seen = {}
    for player in Player.objects.filter(league=league, seats__isnull=False).order_by("told_apart_by", "id"):
        seen.setdefault(player.shown, player)
    for shown, player in seen.items():
        address = f"/{league.slug}/players/{player.public_id}/"
        status = 404 if shown == Player.Shown.HIDDEN else 200
        yield Stop(name=f"{league.slug} player {shown}", address=address, status=status)
    yield Stop(name=f"{league.slug} player for the secretary", address=address, who=SECRETARY)
    yield from _pairs(league)


def _pairs(league: League) -> Iterator[Stop]:
    """Two who played together, and against whom."""
    seats = Seat.objects.filter(game__table__scorecard__match__division__season__league=league)
    sides: dict[tuple[int, str], list[str]] = {}
    shown = seats.filter(player__shown=Player.Shown.FULL, game__table__scorecard__is_confirmed=True)
    for seat in shown.select_related("player").order_by("game", "place"):
        sides.setdefault((seat.game_id, seat.side), []).append(seat.player.public_id)
    for (game, side), pair in sides.items():
        others = sides.get((game, "a"), [])
        if side == "h" and len(pair) == len(others) == 2:
            ours, theirs = "-".join(pair), "-".join(others)
            home = f"/{league.slug}/"
            yield Stop(name=f"{league.slug} pair", address=f"{home}pairs/{ours}/")
            yield Stop(name=f"{league.slug} pairs", address=f"{home}head-to-head/?pair={ours}&pair={theirs}")
            break


def _matches(league: League) -> Iterator[Stop]:
    matches = Match.objects.filter(division__season__league=league).order_by("-date", "-id")
    by_hands, last = with_hands(league)[-1], with_hands(league)[0]
    found = {
        "by hands": by_hands,
        "to come": matches.filter(date__gt=NIGHT).first(),
        "missing": matches.filter(date=NIGHT, scorecards=None, rulings=None).first(),
        "asked to move": matches.filter(postponements__state="open").first(),
        "walkover": matches.filter(rulings__kind=Ruling.Kind.WALKOVER).first(),
        "postponed": matches.filter(date=None).first(),
        "moved": matches.exclude(postponed_from=None).exclude(date=None).first(),
        "under dispute": matches.exclude(disputed_because="").first(),
        "with a penalty": matches.filter(scorecards__tables__games__penalties__isnull=False).first(),
        "with a table not played": matches.filter(scorecards__tables__is_played=False).first(),
        "void": matches.filter(rulings__kind=Ruling.Kind.VOID).first(),
        "given after it was played": matches.filter(rulings__kind="walkover", rulings__table=2).first(),
        "corrected": matches.filter(scorecards__version=2).first(),
    }
    for name, match in found.items():
        if match is not None:
            yield Stop(
                name=f"{league.slug} match {name}", address=f"/{league.slug}/matches/{match.public_id}/"
            )
    address = f"/{league.slug}/matches/{last.public_id}/"
    yield Stop(name=f"{league.slug} match at a hand", address=f"{address}?table=2&hand=5")
    yield Stop(name=f"{league.slug} live", address=f"{address}live/")
    yield Stop(name=f"{league.slug} night board", address=f"/{league.slug}/nights/{NIGHT}/board/")
    yield Stop(name=f"{league.slug} match version", address=f"{address}versions/1/")
    yield Stop(name=f"{league.slug} match for the secretary", address=address, who=SECRETARY)
