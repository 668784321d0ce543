"""Every address, grouped by the thing it shows. The league comes first; seasons, divisions, teams and pubs go
by slug, matches and players by short public id."""

from django.contrib import admin
from django.contrib.auth import views as auth_views
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from league import converters  # noqa: F401  the import registers them
from league.forms.sign_in import SignInForm
from league.views import accounts, captains, health, prints, public, secretary
from league.views.new_league import new_league

# /<league>/matches/<id>/…
match_urls = [
    path("", public.match_page, name="match"),
    path("live/", public.live_match, name="match-live"),
    path("versions/<int:version>/", public.match_version, name="match-version"),
    path("score-sheet.pdf", prints.score_sheet, name="match-score-sheet"),
    path("table-slips.pdf", prints.table_slips, name="match-table-slips"),
]

# /<league>/feeds/…: calendars that phones follow
feed_urls = [
    path("teams/<slug:team_slug>.ics", public.team_calendar, name="team-calendar"),
    path("pubs/<slug:pub_slug>.ics", public.pub_calendar, name="pub-calendar"),
    path(
        "divisions/<slug:season_slug>/<slug:division_slug>.ics",
        public.division_calendar,
        name="division-calendar",
    ),
]

# /<league>/<season>/<division>/…
division_urls = [
    path("", RedirectView.as_view(pattern_name="division-standings"), name="division"),
    path("standings/", public.standings, name="division-standings"),
    path("what-if/", public.what_if, name="division-what-if"),
    path("fixtures/", public.fixtures, name="division-fixtures"),
    path("fixtures.pdf", prints.fixture_list, name="division-fixture-list"),
    path("results/", public.results, name="division-results"),
]

# /<league>/secretary/…
secretary_urls = [
    path("", secretary.desk, name="secretary-desk"),
    path("nights/<isodate:date>/", secretary.night, name="night"),
    path("nights/<isodate:date>/chase/", secretary.chase, name="night-chase"),
    path("nights/<isodate:date>/finals/", secretary.finals, name="night-finals"),
    path("nights/<isodate:date>/sheets.pdf", prints.night_sheets, name="night-sheets"),
    path("nights/<isodate:date>/slips.pdf", prints.night_slips, name="night-slips"),
    path("matches/<public_id:match_id>/entry/", secretary.match_entry, name="match-entry"),
    path("matches/<public_id:match_id>/code/", secretary.match_code, name="match-code"),
    path("matches/<public_id:match_id>/draft/", secretary.match_draft, name="match-draft"),
    path("matches/<public_id:match_id>/put-right/", secretary.put_right, name="match-put-right"),
    path("matches/<public_id:match_id>/walkover/", secretary.walkover, name="match-walkover"),
    path("matches/<public_id:match_id>/postpone/", secretary.postpone, name="match-postpone"),
    path("matches/<public_id:match_id>/venue/", secretary.move_venue, name="match-venue"),
    path("matches/<public_id:match_id>/dispute/", secretary.dispute, name="match-dispute"),
    path("matches/<public_id:match_id>/reports/", secretary.reports, name="match-reports"),
    path("matches/<public_id:match_id>/log/", secretary.match_log, name="match-log"),
    path(
        "matches/<public_id:match_id>/photographs/<public_id:photograph_id>/",
        secretary.photograph,
        name="match-photograph",
    ),
    path("captains/", secretary.captains, name="captains"),
    path("players/", secretary.registrations, name="registrations"),
    path("players/<public_id:player_id>/", secretary.player_record, name="player-record"),
    path("names/", secretary.names, name="written-names"),
    path("lists/", secretary.lists, name="lists"),
    path("lists/<slug:what>.<list_form:form>", secretary.list_file, name="list-file"),
    path("lists/<public_id:import_id>/back/", secretary.import_back, name="import-back"),
    path("captains/links/", secretary.captain_links, name="captain-links"),
    path("take-along/", secretary.take_along, name="take-along"),
    path("people/", secretary.people, name="people"),
    path("people/<sign_in_name:username>/", secretary.person, name="person"),
    path("people/<sign_in_name:username>/hand-over/", secretary.hand_league_over, name="hand-over"),
    path("fixtures/", secretary.fixture_plans, name="fixture-plans"),
    path("fixtures/compare/", secretary.compare_plans, name="compare-plans"),
    path("fixtures/again/", secretary.plan_again, name="plan-again"),
    path("fixtures/from-a-list/", secretary.plan_from_list, name="plan-from-list"),
    path("fixtures/<public_id:plan_id>/", secretary.fixture_plan, name="fixture-plan"),
    path(
        "fixtures/<public_id:plan_id>/fairness/",
        secretary.fixture_plan_fairness,
        name="fixture-plan-fairness",
    ),
    path("fixtures/<public_id:plan_id>/list/", secretary.fixture_plan_list, name="fixture-plan-list"),
    path(
        "fixtures/<public_id:plan_id>/change/<plan_match:key>/",
        secretary.fixture_plan_change,
        name="fixture-plan-change",
    ),
    path("fixtures/<public_id:plan_id>/back/", secretary.fixture_plan_back, name="fixture-plan-back"),
    path(
        "fixtures/<public_id:plan_id>/list.<plan_form:form>",
        secretary.fixture_plan_file,
        name="fixture-plan-file",
    ),
    path("fixtures/<public_id:plan_id>/search/", secretary.fixture_plan_search, name="fixture-plan-search"),
    path("fixtures/<public_id:plan_id>/wishes/", secretary.fixture_plan_wishes, name="fixture-plan-wishes"),
    path("fixtures/<public_id:plan_id>/wishes.toml", secretary.wishes_file, name="fixture-plan-wishes-file"),
    path("play-offs/", secretary.play_offs, name="play-offs"),
    path("withdrawals/", secretary.withdrawals, name="withdrawals"),
    path("adjustments/", secretary.adjustments, name="adjustments"),
    path("rulings/<public_id:ruling_id>/revoke/", secretary.revoke_ruling, name="ruling-revoke"),
    path("rulings/<public_id:ruling_id>/appeal/", secretary.ruling_appeal, name="ruling-appeal"),
    path("penalties/", secretary.penalties, name="penalties"),
    path("penalties/<public_id:offence_id>/", secretary.penalty, name="penalty"),
    path("regulations/", secretary.regulations, name="regulations"),
    path("ledger/", secretary.ledger, name="ledger"),
    path("ledger/<slug:pub_slug>/", secretary.ledger_of_pub, name="ledger-pub"),
    path("pubs/", secretary.pubs, name="pubs-kept"),
    path("pubs/<slug:pub_slug>/", secretary.pub, name="pub-kept"),
    path("teams/<slug:team_slug>/move/", secretary.move_team, name="team-move"),
    path("seasons/", secretary.seasons, name="seasons"),
    path("seasons/<slug:season_slug>/", secretary.season, name="season"),
    path("seasons/<slug:season_slug>/next/", secretary.next_season_page, name="next-season"),
    path("honours/", secretary.honours, name="honours"),
    path("honours/tables/", secretary.new_old_table, name="new-old-table"),
    path("honours/<year:year>/", secretary.honours_of_year, name="honours-of-year"),
    path("honours/<year:year>/<slug:division_slug>/", secretary.change_old_table, name="change-old-table"),
    path("cups/", secretary.cups, name="keep-cups"),
    path("cups/pairs-night/", secretary.new_pairs_night, name="new-pairs-night"),
    path("cups/<public_id:cup_id>/", secretary.cup, name="keep-cup"),
    path("cups/<public_id:cup_id>/<int:round_number>/<int:number>/", secretary.cup_tie, name="keep-tie"),
    path("blank-sheet.pdf", prints.blank_sheet, name="blank-sheet"),
    path("blank-slips.pdf", prints.blank_slips, name="blank-slips"),
]

# /account/…
account_urls = [
    path("", accounts.account, name="account"),
    path("link/", accounts.ask_for_link, name="ask-for-link"),
    path("sign-in/<account_token:token>/", accounts.sign_in, name="account-sign-in"),
    path("password/<account_token:token>/", accounts.set_password, name="account-password"),
]

# /s/<code>/…
scorer_urls = [
    path("", captains.scoring_match, name="scoring"),
    path("tables/<int:table>/", captains.scoring_table, name="scoring-table"),
    path("log/", captains.scoring_log, name="scoring-log"),
    path("photographs/", captains.scoring_photographs, name="scoring-photographs"),
]


# /c/<token>/… and /<league>/captain/<team>/…: the same pages by link and by account
def captain_urls(by: str) -> list[URLPattern]:
    return [
        path("matches/<public_id:match_id>/score/", captains.captain_scoring, name=f"captain{by}-scoring"),
        path(
            "matches/<public_id:match_id>/score/tables/<int:table>/",
            captains.captain_scoring_table,
            name=f"captain{by}-scoring-table",
        ),
        path("", captains.captain_season, name=f"captain{by}"),
        path("matches/<public_id:match_id>/", captains.captain_match, name=f"captain{by}-match"),
        path(
            "matches/<public_id:match_id>/photographs/",
            captains.captain_photographs,
            name=f"captain{by}-photographs",
        ),
        path(
            "matches/<public_id:match_id>/photographs/<public_id:photograph_id>/",
            captains.captain_photograph,
            name=f"captain{by}-photograph",
        ),
        path("matches/<public_id:match_id>/squad/", captains.captain_squad, name=f"captain{by}-squad"),
        path("matches/<public_id:match_id>/line-up/", captains.captain_line_up, name=f"captain{by}-line-up"),
        path(
            "matches/<public_id:match_id>/postpone/", captains.captain_postpone, name=f"captain{by}-postpone"
        ),
        path("matches/<public_id:match_id>/log/", captains.captain_log, name=f"captain{by}-log"),
        path(
            "matches/<public_id:match_id>/score-sheet.pdf",
            prints.captain_score_sheet,
            name=f"captain{by}-score-sheet",
        ),
        path(
            "matches/<public_id:match_id>/table-slips.pdf",
            prints.captain_table_slips,
            name=f"captain{by}-table-slips",
        ),
    ]


# /p/<token>/…
players_urls = [
    path("", captains.players, name="players"),
]

# /<league>/…
league_urls: list[URLPattern | URLResolver] = [
    path("", public.league_home, name="league-home"),
    path("standings/", public.latest_standings, name="league-standings"),
    path("fixtures/", public.latest_fixtures, name="league-fixtures"),
    path("results/", public.latest_results, name="league-results"),
    path("pubs/", public.pub_list, name="pub-list"),
    path("pubs/<slug:pub_slug>/", public.pub_page, name="pub"),
    path("teams/<slug:team_slug>/", public.team_page, name="team"),
    path("teams/<slug:team_slug>/fixtures.pdf", prints.team_fixture_list, name="team-fixture-list"),
    path("players/", public.player_list, name="player-list"),
    path("players/<public_id:player_id>/", public.player_page, name="player"),
    path("honours/", public.roll_of_honour, name="roll-of-honour"),
    path("honours/<year:year>/<slug:division_slug>/", public.old_table, name="old-table"),
    path("cups/", public.cup_list, name="cups"),
    path("cups/<slug:cup_slug>/", public.cup_page, name="cup"),
    path("cups/<slug:cup_slug>/bracket.pdf", prints.cup_bracket, name="cup-bracket"),
    path("cups/<slug:night_slug>/standings.pdf", prints.pairs_standings, name="pairs-standings"),
    path("cups/<slug:night_slug>/<int:round_number>/tables.pdf", prints.pairs_tables, name="pairs-tables"),
    path("cups/<slug:night_slug>/<int:round_number>/slips.pdf", prints.pairs_slips, name="pairs-slips"),
    path("rules/", public.rules_of_league, name="league-rules"),
    path("feeds/", include(feed_urls)),
    path("matches/<public_id:match_id>/", include(match_urls)),
    path("scoring/", captains.league_scoring, name="league-scoring"),
    path("nights/<isodate:date>/board/", public.live_night, name="night-board"),
    path("secretary/", include(secretary_urls)),
    path("captain/<slug:team_slug>/", include(captain_urls("-account"))),
    path("<slug:season_slug>/awards/", public.awards, name="season-awards"),
    path("<slug:season_slug>/<slug:division_slug>/", include(division_urls)),
]

urlpatterns = [
    path("", public.front_page, name="front-page"),
    path("admin/", admin.site.urls),
    path(
        "sign-in/",
        auth_views.LoginView.as_view(
            template_name="registration/sign_in.html", authentication_form=SignInForm
        ),
        name="sign-in",
    ),
    path("sign-out/", auth_views.LogoutView.as_view(), name="sign-out"),
    path("new-league/", new_league, name="new-league"),
    path("account/", include(account_urls)),
    path("help/", public.help_page, name="help"),
    path("help/<slug:page>/", public.help_page, name="help-page"),
    path("rules/", public.family, name="rules"),
    path("rules/<slug:variant>/", public.game_rules, name="game-rules"),
    path("health/", health.alive, name="health"),
    path("ready/", health.ready, name="ready"),
    path("robots.txt", health.robots, name="robots"),
    path("sw.js", captains.service_worker, name="service-worker"),
    path("s/", captains.type_code, name="type-code"),
    path("s/<code:code>/", include(scorer_urls)),
    path("c/<token:token>/", include(captain_urls(""))),
    path("p/<token:token>/", include(players_urls)),
    path("<slug:league_slug>/", include(league_urls)),
]

handler400 = "league.views.errors.not_understood"
