"""A way past every page there is: who looks at what, and what he does there first."""

from collections.abc import Iterator

from django.db.models import Q
from playwright.sync_api import Page

from league.models import Cup, Division, League, Match, Offence, Player, Ruling, Side
from league.selectors.cups import cup_on_page
from league.selectors.schemes import scheme_of
from league.services.links import codes_for
from league.standings import possible_points
from league.views.public.front import HELP_PAGES
from tests.browser.lists import lists_at_the_desk
from tests.browser.nights import visits_to_pairs_nights
from tests.browser.people import HELPING, visits_to_links, visits_to_people
from tests.browser.plans import visits_to_plans
from tests.browser.signing import captains_page, signing_of
from tests.browser.stops import NOBODY_SIGNED_IN, Act, Stop
from tests.browser.tour_scoring import scoring_stops
from tests.browser.worlds import CARIBBEAN, NEW, SECRETARY, STRANGER, WORDY, with_hands
from tests.browser.year import founding, remembered, year_at_the_desk
from tests.builders import FRIDAY, NIGHT, WEEK, a_captains_link


def all_stops() -> list[Stop]:
    """The leagues of `worlds.all_leagues`, page by page; stops that leave something typed come last."""
    demo = League.objects.get(is_demo=True)
    stops = [
        *_of_no_league(demo),
        *_in_public(demo),
        *_at_the_desk(demo),
        *_of_people(demo),
        *_in_public(League.objects.get(slug=WORDY)),
        *_at_the_desk(League.objects.get(slug=WORDY)),
        *founding(),
        *_of_a_new_league(),
        *_of_a_caribbean_league(),
        *_of_a_captain(demo),
        *_of_a_captain(League.objects.get(slug=WORDY)),
        *scoring_stops(),
    ]
    return sorted(stops, key=lambda stop: stop.act is not None)


def _of_no_league(demo: League) -> Iterator[Stop]:
    yield Stop(name="front page", address="/")
    yield Stop(name="sign-in", address="/sign-in/")
    yield Stop(name="sign-in refused", address="/sign-in/", act=_sign_in_badly)
    yield Stop(name="a code to type", address="/s/")
    yield Stop(name="a code typed wrongly", address="/s/?code=k7m0+9qt", status=422)
    yield Stop(name="a code of no match", address="/s/22222222/", status=404)
    yield Stop(name="help", address="/help/")
    for page in HELP_PAGES:
        yield Stop(name=f"help {page}", address=f"/help/{page}/")
    yield Stop(name="rules of the family", address="/rules/")
    yield Stop(name="rules of a game", address="/rules/trinidad/")
    yield Stop(name="rules of a game beside another", address="/rules/trinidad/?beside=heckmondwike")
    yield Stop(name="not found", address="/nowhere/", status=404)
    yield Stop(name="refused", address=f"/{demo.slug}/secretary/", who=STRANGER, status=403)


def _in_public(league: League) -> Iterator[Stop]:
    home = f"/{league.slug}/"
    adjusted = Ruling.objects.filter(kind=Ruling.Kind.ADJUSTMENT, division__season__league=league)
    division = adjusted.earliest("id").division
    team = division.enrolments.order_by("id")[0].team
    for name, address in {
        "home": "",
        "home own": f"?team={team.slug}",
        "pubs": "pubs/",
        "pub": f"pubs/{team.pub.slug}/",
        "team": f"teams/{team.slug}/",
        "players": "players/",
        "players nobody": "players/?search=zzz",
        "awards": f"{division.season.slug}/awards/",
        "awards nobody": f"{division.season.slug}/awards/?from=99",
        "rules": "rules/",
        "cups": "cups/",
        "cup": "cups/knock-out-cup/",
        "pairs night": "cups/pairs-night/",
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
    yield from _between_captains(league)


def _between_captains(league: League) -> Iterator[Stop]:
    """Every stage of being agreed, from both sides and from the desk."""
    for stage, match in signing_of(league).items():
        for side in Side:
            yield Stop(name=f"{league.slug} {stage} {side.label}", address=captains_page(match, side))
        yield Stop(
            name=f"{league.slug} {stage} in public", address=f"/{league.slug}/matches/{match.public_id}/"
        )
        desk = f"/{league.slug}/secretary/matches/{match.public_id}/"
        yield Stop(name=f"{league.slug} {stage} reports", address=f"{desk}reports/", who=SECRETARY)
        yield Stop(name=f"{league.slug} {stage} log", address=f"{desk}log/", who=SECRETARY)
    code = codes_for(matches=[match.pk], now=FRIDAY)[match.pk]
    yield Stop(name=f"{league.slug} photograph by code", address=f"/s/{code}/photographs/")
    for name, address, act in (
        ("objection refused", captains_page(signing_of(league)["signed"], Side.AWAY), _object_to_nothing),
        ("decision refused", f"{desk}reports/", _send_it_empty),
    ):
        who = SECRETARY if "secretary" in address else NOBODY_SIGNED_IN
        yield Stop(name=f"{league.slug} {name}", address=address, who=who, act=act, status=422)


def _object_to_nothing(page: Page) -> None:
    page.get_by_text("Something is wrong in it").click()
    with page.expect_navigation():
        page.evaluate("for (const form of document.querySelectorAll('main form')) form.noValidate = true")
        page.get_by_role("button", name="Tell ").click()


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


def _matches(league: League) -> Iterator[Stop]:
    matches = Match.objects.filter(division__season__league=league).order_by("-date", "-id")
    by_hands, last = with_hands(league)[-1], with_hands(league)[0]
    found = {
        "by hands": by_hands,
        "to come": matches.filter(date__gt=NIGHT).first(),
        "missing": matches.filter(date=NIGHT, scorecards=None, rulings=None).first(),
        "asked to move": matches.filter(postponements__state="open").first(),
        "walkover": matches.filter(rulings__kind=Ruling.Kind.WALKOVER).first(),
        "put off": matches.filter(date=None).first(),
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


def _at_the_desk(league: League) -> Iterator[Stop]:
    desk = f"/{league.slug}/secretary/"
    owed = Match.objects.filter(division__season__league=league, date=NIGHT, scorecards=None, rulings=None)[0]
    asked = Match.objects.get(division__season__league=league, postponements__state="open")
    undated = Match.objects.filter(division__season__league=league, date=None)[0]
    entered = with_hands(league)[0]
    disputed = Match.objects.filter(division__season__league=league).exclude(disputed_because="")[0]
    player = Player.objects.filter(league=league, registrations__isnull=False).earliest("id")
    night = f"nights/{NIGHT}/"
    for name, address, act, status in (
        ("desk", "", None, 200),
        ("night", night, None, 200),
        ("night before", f"nights/{NIGHT - WEEK}/", None, 200),
        ("night of no match", f"nights/{NIGHT + 40 * WEEK}/", None, 200),
        ("finals", f"{night}finals/", None, 200),
        ("finals of no match", f"nights/{NIGHT + 40 * WEEK}/finals/", None, 200),
        ("finals refused", f"{night}finals/", _confirm_an_impossible_final, 422),
        ("code", f"matches/{owed.public_id}/code/", None, 200),
        ("code made", f"matches/{owed.public_id}/code/", _make_a_code, 200),
        ("code ended without a reason", f"matches/{owed.public_id}/code/", _send_it_empty, 422),
        ("entry", f"matches/{owed.public_id}/entry/", None, 200),
        ("entry typed", f"matches/{owed.public_id}/entry/", _type_a_game, 200),
        ("entry refused", f"matches/{owed.public_id}/entry/", _confirm_impossible_hands, 422),
        ("entry without a date", f"matches/{undated.public_id}/entry/", None, 200),
        ("correction", f"matches/{entered.public_id}/entry/", None, 200),
        ("correction overtaken", f"matches/{entered.public_id}/entry/", _confirm_what_is_stale, 409),
        ("put right", f"matches/{entered.public_id}/put-right/", None, 200),
        ("put right refused", f"matches/{entered.public_id}/put-right/", _send_it_empty, 422),
        ("walkover", f"matches/{owed.public_id}/walkover/", None, 200),
        ("walkover of a table", f"matches/{owed.public_id}/walkover/?table=2", None, 200),
        ("walkover refused", f"matches/{owed.public_id}/walkover/", _send_it_empty, 422),
        ("walkover by the rules", f"matches/{owed.public_id}/walkover/?for=short&home=5&away=2", None, 200),
        ("walkover late", f"matches/{owed.public_id}/walkover/?for=late&home=0&away=35", None, 200),
        ("walkover asked wrongly", f"matches/{owed.public_id}/walkover/?for=late&home=9999&away=", None, 200),
        ("regulations", "regulations/", None, 200),
        ("regulations refused", "regulations/", _fine_for_nothing, 422),
        ("postpone", f"matches/{owed.public_id}/postpone/", None, 200),
        ("postpone refused", f"matches/{owed.public_id}/postpone/", _send_it_empty, 422),
        ("postpone asked", f"matches/{asked.public_id}/postpone/", None, 200),
        ("postpone asked refused", f"matches/{asked.public_id}/postpone/", _send_it_empty, 422),
        ("venue", f"matches/{owed.public_id}/venue/", None, 200),
        ("venue refused", f"matches/{owed.public_id}/venue/", _send_it_empty, 422),
        ("dispute", f"matches/{entered.public_id}/dispute/", None, 200),
        ("dispute refused", f"matches/{entered.public_id}/dispute/", _send_it_empty, 422),
        ("dispute to settle", f"matches/{disputed.public_id}/dispute/", None, 200),
        ("players and teams", "players/", None, 200),
        ("signing on refused", "players/", _send_it_empty, 422),
        ("player's record", f"players/{player.public_id}/", None, 200),
        ("names to sort", "names/", None, 200),
        ("captains", "captains/", None, 200),
        *lists_at_the_desk(league),
        ("take the league along", "take-along/", None, 200),
        ("captains refused", "captains/", _write_no_address, 422),
        ("links", "captains/links/", None, 200),
        ("links made", "captains/links/", _make_the_missing_links, 200),
        ("links refused", "captains/links/", _send_what_was_sent, 422),
        ("plans", "fixtures/", None, 200),
        ("plan refused", "fixtures/", _wish_nonsense, 422),
        *visits_to_plans(league),
        ("play-offs", "play-offs/", None, 200),
        ("play-offs refused", "play-offs/", _send_it_empty, 422),
        ("withdrawals", "withdrawals/", None, 200),
        ("withdrawal", f"withdrawals/?team={owed.division.slug}/{owed.home.slug}", None, 200),
        (
            "withdrawal refused",
            f"withdrawals/?team={owed.division.slug}/{owed.home.slug}",
            _send_it_empty,
            422,
        ),
        *_visits_to_cups(league),
        *visits_to_pairs_nights(league, _send_it_empty),
        *_where_it_went_wrong(league),
        *year_at_the_desk(league),
        ("rulings", "adjustments/", None, 200),
        ("rulings refused", "adjustments/", _send_it_empty, 422),
    ):
        yield Stop(
            name=f"{league.slug} {name}", address=desk + address, who=SECRETARY, act=act, status=status
        )


def _of_people(demo: League) -> Iterator[Stop]:
    """Who helps to run a league, and how somebody comes in who has a link or an account."""
    desk = f"/{demo.slug}/secretary/"
    for name, address, status in visits_to_people():
        yield Stop(name=name, address=desk + address, who=SECRETARY, status=status)
    yield Stop(
        name="invitation refused", address=f"{desk}people/", who=SECRETARY, act=_send_it_empty, status=422
    )
    yield Stop(
        name="new password by hand",
        address=f"{desk}people/{HELPING}/",
        who=SECRETARY,
        act=lambda page: _press(page, "Make a link"),
    )
    for name, address, status in visits_to_links():
        yield Stop(name=name, address=address, status=status)
        if name == "invitation":
            yield Stop(name=f"{name} for somebody signed in", address=address, who=STRANGER)
            yield Stop(name=f"{name} refused", address=address, act=_send_it_empty, status=422)
    yield Stop(name="scoring", address=f"/{demo.slug}/scoring/", who=SECRETARY)
    yield Stop(name="account", address="/account/", who=SECRETARY)
    yield Stop(name="account of a stranger", address="/account/", who=STRANGER)
    yield Stop(name="account refused", address="/account/", who=SECRETARY, act=_change_nothing, status=422)


def _visits_to_cups(league: League) -> Iterator[tuple[str, str, Act | None, int]]:
    """A cup under way, and its open tie."""
    cup = Cup.objects.get(season__league=league, kind=Cup.Kind.KNOCK_OUT)
    tie = cup_on_page(cup).to_enter[0].tie
    at = f"cups/{cup.public_id}/"
    yield "cups", "cups/", None, 200
    yield "cups refused", "cups/", _send_it_empty, 422
    yield "cup kept", at, None, 200
    yield "tie", f"{at}{tie.round}/{tie.number}/", None, 200
    yield "tie refused", f"{at}{tie.round}/{tie.number}/", _send_it_empty, 422
    yield "tie played by a stranger", f"{at}{tie.round}/{tie.number}/", _name_a_stranger, 422


def _where_it_went_wrong(league: League) -> Iterator[tuple[str, str, Act | None, int]]:
    """Penalties in every state, the appeal against a ruling, the ledger and the account of a pub."""
    offences = Offence.objects.filter(season__league=league)
    found = {
        "to decide": offences.filter(state="proposed").earliest("id"),
        "waived": offences.filter(state="waived", ruling=None).first(),
        "taken back": offences.filter(state="waived", appeals=None).exclude(ruling=None).first(),
        "appealed": offences.filter(appeals__outcome="open").first(),
        "dismissed": offences.filter(appeals__outcome="dismissed").first(),
    }
    yield "penalties", "penalties/", None, 200
    for state, offence in found.items():
        yield f"penalty {state}", f"penalties/{offence.public_id}/", None, 200
    yield "penalty refused", f"penalties/{found['to decide'].public_id}/", _take_what_cannot_be, 422
    yield "appeal refused", f"penalties/{found['appealed'].public_id}/", _decide_nothing, 422
    ruling = Ruling.objects.filter(division__season__league=league, kind=Ruling.Kind.VOID).first()
    yield "appeal against a ruling", f"rulings/{ruling.public_id}/appeal/", None, 200
    account = f"ledger/{found['to decide'].team.pub.slug}/"
    yield "ledger", "ledger/", None, 200
    yield "ledger refused", "ledger/", _send_it_empty, 422
    yield "account", account, None, 200
    yield "account striking out", account, _open_the_first, 200
    yield "account refused", account, _send_a_line_empty, 422


def _of_a_new_league() -> Iterator[Stop]:
    for name in ("", "standings/", "fixtures/", "results/", "pubs/", "players/", "rules/", "honours/"):
        yield Stop(name=f"new {name}".strip(" /"), address=f"/{NEW}/{name}")
    nights = (f"nights/{NIGHT}/", f"nights/{NIGHT}/finals/")
    for name in (
        "",
        *nights,
        "captains/",
        "withdrawals/",
        "play-offs/",
        "honours/",
        "seasons/",
        "pubs/",
        "adjustments/",
        "penalties/",
        "ledger/",
    ):
        yield Stop(name=f"new desk {name}".strip(" /"), address=f"/{NEW}/secretary/{name}", who=SECRETARY)


def _of_a_caribbean_league() -> Iterator[Stop]:
    """The pages on which turned cards, hung jacks and many games a table stand."""
    played, to_come = Match.objects.filter(division__season__league__slug=CARIBBEAN).order_by("date")
    player = Player.objects.filter(league__slug=CARIBBEAN, seats__isnull=False).first()
    for name, address in {
        "match": f"matches/{played.public_id}/?table=2&game=3&hand=3",
        "team": f"teams/{played.home.slug}/",
        "player": f"players/{player.public_id}/",
        "players": "players/",
        "rules": "rules/",
    }.items():
        yield Stop(name=f"caribbean {name}", address=f"/{CARIBBEAN}/{address}")
    for name, match in {"entry": to_come, "correction": played}.items():
        address = f"/{CARIBBEAN}/secretary/matches/{match.public_id}/entry/"
        yield Stop(name=f"caribbean {name}", address=address, who=SECRETARY)


def _of_a_captain(league: League) -> Iterator[Stop]:
    """A captain's pages by his link, and his players'; a request waits for him, line-ups are given."""
    asked = Match.objects.get(division__season__league=league, postponements__state="open")
    by_link = a_captains_link(asked.division, asked.home)
    own = Match.objects.filter(division=asked.division, date__gt=NIGHT).filter(
        Q(home=asked.home) | Q(away=asked.home)
    )
    match = own.order_by("date").first() or asked
    under = f"{by_link}matches/{match.public_id}/"
    for name, address, act, status in (
        ("season", by_link, None, 200),
        ("squad", f"{under}squad/", None, 200),
        ("line-up", f"{under}line-up/", None, 200),
        ("line-up refused", f"{under}line-up/", _name_a_pair_twice, 422),
        ("another night", f"{under}postpone/", None, 200),
        ("another night answered", f"{by_link}matches/{asked.public_id}/postpone/", None, 200),
        ("another night refused", f"{by_link}matches/{asked.public_id}/postpone/", _send_it_empty, 422),
        ("players", a_captains_link(asked.division, asked.home, kind="players"), None, 200),
    ):
        yield Stop(name=f"{league.slug} captain {name}", address=address, act=act, status=status)
    yield Stop(name="nobody's link", address=f"/c/{'a' * 40}/", status=404)


def _sign_in_badly(page: Page) -> None:
    page.get_by_label("Username").fill("secretary")
    page.get_by_label("Password").fill("not this one")
    with page.expect_navigation():
        page.get_by_role("button", name="Sign in").click()


def _send_it_empty(page: Page) -> None:
    with page.expect_navigation():
        page.evaluate("for (const form of document.querySelectorAll('main form')) form.noValidate = true")
        page.locator("main form button.primary, main form[method=post] button.danger").first.click()


def _name_a_stranger(page: Page) -> None:
    page.locator("[name=home-others]").fill("Old Tom Utterly-Unknown")
    _press(page, "Write down who played")


def _press(page: Page, button: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=button).click()


def _change_nothing(page: Page) -> None:
    page.evaluate("for (const form of document.querySelectorAll('main form')) form.noValidate = true")
    _press(page, "Change the password")


def _make_a_code(page: Page) -> None:
    """The first who looks makes it; whoever comes later finds it made."""
    button = page.get_by_role("button", name="Make one now")
    if button.count():
        with page.expect_navigation():
            button.click()


def _fine_for_nothing(page: Page) -> None:
    page.locator("[name=missing_card_1-step2_pounds]").fill("a fiver")
    page.locator("[name=short_teams-minimum]").fill("0")
    _send_it_empty(page)


def _wish_nonsense(page: Page) -> None:
    page.get_by_label("From a file").check()
    page.get_by_text("A wishes file to paste").click()
    page.fill("[name=wishes]", "The Fleece wants to be at home")
    _press(page, "Make the plan")


def _make_the_missing_links(page: Page) -> None:
    if missing := page.locator("[name=issue-missing]").all():
        with page.expect_navigation():
            missing[0].click()


def _send_what_was_sent(page: Page) -> None:
    """All that were not sent go out; then one of them again."""
    if unsent := page.locator("[name=send-unsent]").all():
        with page.expect_navigation():
            unsent[0].click()
    with page.expect_navigation():
        page.locator("[name=send]").first.click()


def _name_a_pair_twice(page: Page) -> None:
    """One player may sit twice where a short team can do so; two may not."""
    for table in (1, 2):
        seats = page.locator(f"main select[name^=t{table}-]")
        others = page.locator(f"main input[name^=t{table}-]")
        for seat, name in enumerate(("Bartholomew Fotheringthwaite-Sugdenhirst", "Ermintrude Shaw")):
            seats.nth(seat).select_option("-")
            others.nth(seat).fill(name)
    with page.expect_navigation():
        page.locator("main form button.primary").click()


def _write_no_address(page: Page) -> None:
    page.locator("main form").evaluate("form => form.noValidate = true")
    page.locator("main input[type=email]").first.fill("norman at home")
    with page.expect_navigation():
        page.locator("main form button.primary").click()


def _take_what_cannot_be(page: Page) -> None:
    page.get_by_label("Fine").fill("a fiver")
    page.get_by_label("Points taken").fill("2¼")
    with page.expect_navigation():
        page.get_by_role("button", name="Apply").click()


def _decide_nothing(page: Page) -> None:
    page.locator("main form").last.evaluate("form => form.noValidate = true")
    with page.expect_navigation():
        page.get_by_role("button", name="Decide the appeal").click()


def _open_the_first(page: Page) -> None:
    page.locator("main summary").first.click()


def _send_a_line_empty(page: Page) -> None:
    page.locator("main form.narrow").evaluate("form => form.noValidate = true")
    with page.expect_navigation():
        page.get_by_role("button", name="Enter the line").click()


def _confirm_an_impossible_final(page: Page) -> None:
    page.locator(".finals input[inputmode=numeric]").first.fill("18")
    _confirm(page)


def _type_a_game(page: Page) -> None:
    page.locator("#t1-h1-high").focus()
    for key in "hhahahnahhhhaana":
        page.keyboard.press(key)


def _confirm_impossible_hands(page: Page) -> None:
    """A hand with nobody's Low, a score that cannot be, a name that nobody has."""
    page.locator("#t1-h1-high").fill("h")
    page.locator("#t1-h1-low").fill("x")
    page.locator("#t2-home-final").fill("15")
    page.locator("#t2-away-final").fill("15")
    page.locator("#t3-home-1").fill("Nobody Knows")
    _confirm(page)


def _confirm_what_is_stale(page: Page) -> None:
    page.locator("[name=version]").evaluate("field => field.value = '0'")
    page.locator("#remarks").fill("Two lamps failed.")
    _confirm(page)


def _confirm(page: Page) -> None:
    with page.expect_navigation():
        page.locator("button[name=confirm]").click()
