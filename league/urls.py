"""Every address, grouped by the thing it shows. The league comes first; seasons, divisions, teams and pubs go
by slug, matches and players by short public id.
"""

from django.contrib import admin
from django.contrib.auth import views as auth_views
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

import league.admin  # noqa: F401  registers what the workbench holds
from league.accounts.views import api_tokens, handovers, own, passkeys, pub_links, two_step
from league.accounts.views import secretary as accounts_secretary
from league.api import views as api_views
from league.bulletin import views as bulletin_views
from league.cups.views import cups, draw_nights, pairs_nights
from league.due_dates import views as due_dates_views
from league.exchange import views as exchange_views
from league.exchange.bank import views as bank_views
from league.exchange.public_files import views as public_files
from league.founding.views import league_from_file, new_league
from league.honours import views as honours_views
from league.installation import converters  # noqa: F401  the import registers them
from league.installation import views as installation_views
from league.live import views as live_views
from league.messages import views as messages_views
from league.overview import (
    discovery,
    embeds,
    feeds,
    help_views,
    news_views,
    pub_photographs,
    pub_squares,
    pub_views,
    text_views,
    visitor_views,
)
from league.overview import secretary as overview_secretary
from league.overview import views as overview_views
from league.people import views as people_views
from league.printing import cup_views as cup_printing
from league.printing import document_views
from league.printing import views as printing_views
from league.proving.views import prove_last_season, prove_new_league
from league.publishing import views as publishing_views
from league.records.views import audit_log as audit_views
from league.records.views import personal_data
from league.records.views import records as records_views
from league.records.views import retention as retention_views
from league.records.views import rule_books as rule_book_views
from league.registration import views as registration_views
from league.regulations.views import ledger, rules, sanctions
from league.results.views import (
    agreement,
    captain_readings,
    corrections,
    entry,
    finals,
    log,
    photographs,
    readings,
    reports,
    scoring,
    worker,
)
from league.results.views import captains as results_captains
from league.results.views import public as results_public
from league.scheduling.views import calendars as scheduling_calendars
from league.scheduling.views import changes, files, plans, postponements, requests, season_calendar, versions
from league.season_rollover import views as season_rollover_views
from league.season_rollover.pubs import views as pubs_views
from league.season_rollover.report import views as report_views
from league.standings.views import public as standings_public
from league.standings.views import secretary as standings_secretary

# /<league>/matches/<id>/…
match_urls = [
    path("", results_public.match_page, name="match"),
    path("live/", live_views.live_match, name="match-live"),
    path("match.afn", public_files.match_file, name="match-notation"),
    path("match.png", document_views.match_picture, name="match-picture"),
    path("match.txt", text_views.match, name="match-text"),
    path("versions/<int:version>/", results_public.match_version, name="match-version"),
    path("score-sheet.pdf", printing_views.score_sheet, name="match-score-sheet"),
    path("table-slips.pdf", printing_views.table_slips, name="match-table-slips"),
]

# /<league>/feeds/…: calendars that phones follow, and news for feed readers
feed_urls = [
    path("matches/<public_id:match_id>.ics", scheduling_calendars.match_calendar, name="match-calendar"),
    path("news.atom", feeds.news_feed, name="news-feed"),
    path("teams/<slug:team_slug>.ics", scheduling_calendars.team_calendar, name="team-calendar"),
    path(
        "seasons/<slug:season_slug>.ics",
        due_dates_views.season_dates_calendar,
        name="season-dates-calendar",
    ),
    path("pubs/<slug:pub_slug>.ics", scheduling_calendars.pub_calendar, name="pub-calendar"),
    path(
        "divisions/<slug:season_slug>/<slug:division_slug>.ics",
        scheduling_calendars.division_calendar,
        name="division-calendar",
    ),
]

# /<league>/<season>/<division>/…
division_urls = [
    path("", RedirectView.as_view(pattern_name="division-standings"), name="division"),
    path("standings/", standings_public.standings, name="division-standings"),
    path(
        "standings/home-and-away/",
        RedirectView.as_view(pattern_name="division-standings"),
        name="home-and-away",
    ),
    path("standings.txt", text_views.standings, name="division-standings-text"),
    path(
        "standings/home-and-away.txt",
        RedirectView.as_view(pattern_name="division-standings-text"),
        name="home-and-away-text",
    ),
    path("what-if/", standings_public.what_if, name="division-what-if"),
    path("standings.png", document_views.division_picture, name="division-picture"),
    path("fixtures/", standings_public.fixtures, name="division-fixtures"),
    path("fixtures.pdf", printing_views.fixture_list, name="division-fixture-list"),
    path("fixtures.txt", text_views.fixtures, name="division-fixtures-text"),
    path("results/", standings_public.results, name="division-results"),
    path("results.txt", text_views.results, name="division-results-text"),
]

# /<league>/secretary/…
secretary_urls = [
    path("", overview_secretary.inbox, name="secretary-desk"),
    path("decide/", overview_secretary.decide, name="inbox-decide"),
    path("waiting/", overview_secretary.waiting, name="inbox-waiting"),
    path("decided/", overview_secretary.decided, name="inbox-decided"),
    path("decided/<public_id:decision_id>/undo/", overview_secretary.undo, name="inbox-undo"),
    path("results/", overview_secretary.results, name="workspace-results"),
    path("search/", overview_secretary.search, name="workspace-search"),
    path("documents/", document_views.desk_documents, name="workspace-print"),
    path("documents/<slug:document_name>.pdf", document_views.desk_document, name="desk-document"),
    path("nights/<isodate:date>/", overview_views.night, name="night"),
    path("nights/<isodate:date>/chase/", overview_views.chase, name="night-chase"),
    path("nights/<isodate:date>/finals/", finals.finals, name="night-finals"),
    path("nights/<isodate:date>/received/", finals.night_received, name="night-received"),
    path("nights/<isodate:date>/sheets.pdf", printing_views.night_sheets, name="night-sheets"),
    path("nights/<isodate:date>/slips.pdf", printing_views.night_slips, name="night-slips"),
    path("matches/<public_id:match_id>/entry/", entry.match_entry, name="match-entry"),
    path("matches/<public_id:match_id>/code/", accounts_secretary.match_code, name="match-code"),
    path("matches/<public_id:match_id>/draft/", entry.match_draft, name="match-draft"),
    path("matches/<public_id:match_id>/note/", finals.match_note, name="match-note"),
    path("matches/<public_id:match_id>/put-right/", corrections.correct_result, name="match-put-right"),
    path("matches/<public_id:match_id>/walkover/", standings_secretary.walkover, name="match-walkover"),
    path("matches/<public_id:match_id>/postpone/", postponements.postpone, name="match-postpone"),
    path("matches/<public_id:match_id>/venue/", postponements.move_venue, name="match-venue"),
    path("matches/<public_id:match_id>/dispute/", corrections.dispute, name="match-dispute"),
    path("matches/<public_id:match_id>/accept-player/", sanctions.accept_player, name="match-accept-player"),
    path("matches/<public_id:match_id>/reports/", reports.reports, name="match-reports"),
    path("matches/<public_id:match_id>/log/", reports.match_log, name="match-log"),
    path(
        "matches/<public_id:match_id>/photographs/<public_id:photograph_id>/",
        readings.match_photograph,
        name="match-photograph",
    ),
    path(
        "matches/<public_id:match_id>/photographs/<public_id:photograph_id>/reading/",
        readings.photograph_reading,
        name="match-photograph-reading",
    ),
    path(
        "matches/<public_id:match_id>/photographs/<public_id:photograph_id>/sheet/",
        readings.photograph_straightened,
        name="match-photograph-sheet",
    ),
    path("matches/<public_id:match_id>/photographs/", readings.match_photographs, name="match-photographs"),
    path("photographs/", readings.read_photographs, name="read-photographs"),
    path(
        "photographs/<public_id:unfiled_id>/",
        readings.unfiled_photograph,
        name="unfiled-photograph",
    ),
    path("bulletin/", bulletin_views.bulletin, name="bulletin"),
    path("messages/", messages_views.message_page, name="messages"),
    path("messages/allow/", messages_views.allow_letters_of_copy, name="allow-letters"),
    path("captains/", people_views.captains, name="captains"),
    path("players/", registration_views.registrations, name="registrations"),
    path("players/<public_id:player_id>/", registration_views.player_record, name="player-record"),
    path(
        "players/<public_id:player_id>/personal-data/", personal_data.personal_data_page, name="personal-data"
    ),
    path(
        "players/<public_id:player_id>/personal-data.json",
        personal_data.personal_data_file,
        name="personal-data-file",
    ),
    path("players/<public_id:player_id>/erase/", personal_data.erase, name="personal-data-erase"),
    path("names/", registration_views.names, name="written-names"),
    path("lists/", exchange_views.lists, name="lists"),
    path("prove/", prove_last_season, name="prove"),
    path("lists/<slug:what>.<list_form:form>", exchange_views.list_file, name="list-file"),
    path("lists/<public_id:import_id>/back/", exchange_views.import_undo, name="import-back"),
    path("captains/links/", people_views.captain_links, name="captain-links"),
    path("pub-links/", pub_links.pub_links, name="pub-links"),
    path("api-tokens/", api_tokens.api_tokens, name="api-tokens"),
    path("site/", installation_views.site_state, name="site-state"),
    path("site-copy/", publishing_views.site_copy, name="site-copy"),
    path("site-copy.zip", publishing_views.site_copy_file, name="site-copy-file"),
    path("take-along/", exchange_views.take_along, name="take-along"),
    path("handover/", handovers.handover, name="handover"),
    path("people/", accounts_secretary.people, name="people"),
    path("people/<sign_in_name:username>/", accounts_secretary.person, name="person"),
    path("people/<sign_in_name:username>/hand-over/", accounts_secretary.hand_league_over, name="hand-over"),
    path("fixtures/", plans.fixture_plans, name="fixture-plans"),
    path("fixtures/compare/", plans.compare_plans, name="compare-plans"),
    path("fixtures/again/", changes.plan_again, name="plan-again"),
    path("fixtures/versions/", versions.fixture_versions, name="fixture-versions"),
    path("fixtures/versions/<public_id:version_id>/", versions.fixture_version, name="fixture-version"),
    path("fixtures/calendar/", season_calendar.season_calendar, name="season-calendar"),
    path("fixtures/from-a-list/", files.plan_from_list, name="plan-from-list"),
    path("fixtures/<public_id:plan_id>/", plans.fixture_plan, name="fixture-plan"),
    path(
        "fixtures/<public_id:plan_id>/fairness/",
        plans.fixture_plan_fairness,
        name="fixture-plan-fairness",
    ),
    path(
        "fixtures/<public_id:plan_id>/fairness.csv",
        files.fairness_file,
        name="fixture-plan-fairness-file",
    ),
    path("fixtures/<public_id:plan_id>/list/", plans.fixture_plan_list, name="fixture-plan-list"),
    path(
        "fixtures/<public_id:plan_id>/change/<plan_match:key>/",
        changes.fixture_plan_change,
        name="fixture-plan-change",
    ),
    path("fixtures/<public_id:plan_id>/back/", changes.fixture_plan_undo, name="fixture-plan-back"),
    path(
        "fixtures/<public_id:plan_id>/list.<plan_form:form>",
        files.fixture_plan_file,
        name="fixture-plan-file",
    ),
    path("fixtures/<public_id:plan_id>/search/", requests.fixture_plan_search, name="fixture-plan-search"),
    path(
        "fixtures/<public_id:plan_id>/wishes/", requests.fixture_plan_requests, name="fixture-plan-requests"
    ),
    path(
        "fixtures/<public_id:plan_id>/wishes.toml", requests.requests_file, name="fixture-plan-requests-file"
    ),
    path("play-offs/", standings_secretary.play_offs, name="play-offs"),
    path("withdrawals/", standings_secretary.withdrawals, name="withdrawals"),
    path("adjustments/", standings_secretary.adjustments, name="adjustments"),
    path("rulings/<public_id:ruling_id>/revoke/", standings_secretary.revoke_ruling, name="ruling-revoke"),
    path("rulings/<public_id:ruling_id>/appeal/", sanctions.ruling_appeal, name="ruling-appeal"),
    path("penalties/", sanctions.penalties, name="penalties"),
    path("penalties/<public_id:offence_id>/", sanctions.penalty, name="penalty"),
    path("regulations/", rules.regulations, name="regulations"),
    path("ledger/", ledger.ledger, name="ledger"),
    path("ledger/statements.pdf", ledger.ledger_statements, name="ledger-statements"),
    path("ledger/ledger.<list_form:form>", ledger.ledger_file, name="ledger-file"),
    path("bank-statement/", bank_views.bank_statement, name="bank-statement"),
    path("bank-statement/<public_id:statement_id>/undo/", bank_views.bank_undo, name="bank-undo"),
    path("ledger/<slug:pub_slug>/", ledger.ledger_of_pub, name="ledger-pub"),
    path("ledger/<slug:pub_slug>/statement.pdf", ledger.ledger_statements, name="ledger-statement"),
    path("pubs/", pubs_views.pubs, name="pubs-kept"),
    path("pubs/<slug:pub_slug>/", pubs_views.pub, name="pub-kept"),
    path("pubs/<slug:pub_slug>/photograph/", pub_photographs.keep_pub_photograph, name="keep-pub-photograph"),
    path("records/", records_views.records, name="records"),
    path("records/<record_kind:kind>/new/", records_views.record_new, name="record-new"),
    path("records/<record_kind:kind>/<record_key:record_key>/", records_views.record, name="record"),
    path(
        "records/<record_kind:kind>/<record_key:record_key>/delete/",
        records_views.record_delete,
        name="record-delete",
    ),
    path(
        "records/<record_kind:kind>/<record_key:record_key>/merge/",
        records_views.record_merge,
        name="record-merge",
    ),
    path("records/changes/<public_id:change_id>/undo/", records_views.change_undo, name="change-undo"),
    path("records/rule-books/<slug:season_slug>/", rule_book_views.rule_book, name="rule-book"),
    path("settings/", records_views.league_settings, name="league-settings"),
    path("retention/", retention_views.retention, name="retention"),
    path("audit-log/", audit_views.audit_log, name="audit-log"),
    path("audit-log.csv", audit_views.audit_log_file, name="audit-log-file"),
    path("delete-league/", retention_views.delete_league_page, name="delete-league"),
    path("teams/<slug:team_slug>/move/", pubs_views.move_team, name="team-move"),
    path("dates/", due_dates_views.season_dates, name="season-dates"),
    path("seasons/", season_rollover_views.seasons, name="seasons"),
    path("seasons/<slug:season_slug>/", season_rollover_views.season, name="season"),
    path("seasons/<slug:season_slug>/report/", report_views.season_report, name="season-report"),
    path("seasons/<slug:season_slug>/report.pdf", report_views.season_report_pdf, name="season-report-pdf"),
    path("seasons/<slug:season_slug>/next/", season_rollover_views.next_season_page, name="next-season"),
    path("honours/", honours_views.honours, name="honours"),
    path("honours/tables/", honours_views.new_old_table, name="new-old-table"),
    path("honours/<year:year>/", honours_views.honours_of_year, name="honours-of-year"),
    path(
        "honours/<year:year>/<slug:division_slug>/", honours_views.change_old_table, name="change-old-table"
    ),
    path("cups/", cups.cups, name="keep-cups"),
    path("cups/pairs-night/", pairs_nights.new_pairs_night, name="new-pairs-night"),
    path("cups/<public_id:cup_id>/", cups.cup, name="keep-cup"),
    path("cups/<public_id:cup_id>/draw/", draw_nights.draw_night, name="keep-draw"),
    path("cups/<public_id:cup_id>/<int:round_number>/<int:number>/", cups.cup_tie, name="keep-tie"),
    path("blank-sheet.pdf", printing_views.blank_sheet, name="blank-sheet"),
    path("blank-slips.pdf", printing_views.blank_slips, name="blank-slips"),
]

# /account/…
account_urls = [
    path("", own.account, name="account"),
    path("link/", own.ask_for_link, name="ask-for-link"),
    path("two-step/", two_step.two_step, name="two-step"),
    path("passkeys/", passkeys.passkeys, name="passkeys"),
    path("passkeys/options/", passkeys.passkey_options, name="passkey-options"),
    path("sign-in/<account_token:token>/", own.sign_in_by_letter, name="account-sign-in"),
    path("password/<account_token:token>/", own.set_password, name="account-password"),
]

# /s/<code>/…
scorer_urls = [
    path("", scoring.scoring_match, name="scoring"),
    path("tables/<int:table>/", scoring.scoring_table, name="scoring-table"),
    path("log/", log.scoring_log, name="scoring-log"),
    path("photographs/", photographs.scoring_photographs, name="scoring-photographs"),
]


# /c/<token>/… and /<league>/captain/<team>/…: the same pages by link and by account
def captain_urls(by: str) -> list[URLPattern]:
    return [
        path("matches/<public_id:match_id>/score/", scoring.captain_scoring, name=f"captain{by}-scoring"),
        path(
            "matches/<public_id:match_id>/score/tables/<int:table>/",
            scoring.captain_scoring_table,
            name=f"captain{by}-scoring-table",
        ),
        path("", results_captains.captain_season, name=f"captain{by}"),
        path("pin/", own.captain_pin, name=f"captain{by}-pin"),
        path("matches/<public_id:match_id>/", agreement.captain_match, name=f"captain{by}-match"),
        path(
            "matches/<public_id:match_id>/objection/",
            agreement.captain_objection,
            name=f"captain{by}-objection",
        ),
        path(
            "matches/<public_id:match_id>/objection/<int:table>/",
            agreement.captain_object,
            name=f"captain{by}-object",
        ),
        path(
            "matches/<public_id:match_id>/photographs/",
            photographs.captain_photographs,
            name=f"captain{by}-photographs",
        ),
        path(
            "matches/<public_id:match_id>/photographs/<public_id:photograph_id>/",
            photographs.captain_photograph,
            name=f"captain{by}-photograph",
        ),
        path(
            "matches/<public_id:match_id>/photographs/<public_id:photograph_id>/reading/",
            captain_readings.captain_reading,
            name=f"captain{by}-photograph-reading",
        ),
        path(
            "matches/<public_id:match_id>/photographs/<public_id:photograph_id>/sheet/",
            captain_readings.captain_straightened,
            name=f"captain{by}-photograph-sheet",
        ),
        path(
            "matches/<public_id:match_id>/squad/", results_captains.captain_squad, name=f"captain{by}-squad"
        ),
        path(
            "matches/<public_id:match_id>/line-up/",
            results_captains.captain_line_up,
            name=f"captain{by}-line-up",
        ),
        path(
            "matches/<public_id:match_id>/postpone/",
            postponements.captain_postpone,
            name=f"captain{by}-postpone",
        ),
        path("matches/<public_id:match_id>/log/", log.captain_log, name=f"captain{by}-log"),
        path(
            "matches/<public_id:match_id>/score-sheet.pdf",
            printing_views.captain_score_sheet,
            name=f"captain{by}-score-sheet",
        ),
        path(
            "matches/<public_id:match_id>/table-slips.pdf",
            printing_views.captain_table_slips,
            name=f"captain{by}-table-slips",
        ),
    ]


# /p/<token>/…
players_urls = [
    path("", results_captains.players, name="players"),
]

# /pub/<token>/…
pub_urls = [
    path("", pub_views.pub_nights_page, name="pub-nights"),
    path("room/", pub_views.pub_room, name="pub-room"),
    path("photograph/", pub_photographs.own_pub_photograph, name="own-pub-photograph"),
    path("score-sheets.pdf", printing_views.pub_sheets, name="pub-sheets"),
]

# /<league>/…
league_urls: list[URLPattern | URLResolver] = [
    path("", visitor_views.league_home, name="league-home"),
    path("home.png", document_views.league_picture, name="league-picture"),
    path("standings/", standings_public.latest_standings, name="league-standings"),
    path("fixtures/", standings_public.latest_fixtures, name="league-fixtures"),
    path("results/", standings_public.latest_results, name="league-results"),
    path("pubs/", overview_views.pub_list, name="pub-list"),
    path("pubs/<slug:pub_slug>.png", document_views.pub_picture, name="pub-picture"),
    path("pubs/<slug:pub_slug>/", overview_views.pub_page, name="pub"),
    path("pubs/<slug:pub_slug>/photograph.jpg", pub_photographs.pub_photograph, name="pub-photograph"),
    path("pubs/<slug:pub_slug>/fixtures.pdf", printing_views.pub_fixture_list, name="pub-fixture-list"),
    path("teams/<slug:team_slug>/", overview_views.team_page, name="team"),
    path("teams/<slug:team_slug>/fixtures.pdf", printing_views.team_fixture_list, name="team-fixture-list"),
    path("players/", people_views.player_list, name="player-list"),
    path("players/list.txt", text_views.players, name="player-list-text"),
    path("players/<public_id:player_id>/", people_views.player_page, name="player"),
    path("players/<public_id:player_id>.png", document_views.player_picture, name="player-picture"),
    path("players/<public_id:player_id>.txt", text_views.player, name="player-text"),
    path("pairs/<public_id:first_id>-<public_id:second_id>/", people_views.pair_page, name="pair"),
    path("pairs/<public_id:first_id>-<public_id:second_id>.txt", text_views.pair, name="pair-text"),
    path("head-to-head/", overview_views.head_to_head, name="head-to-head"),
    path("honours/", honours_views.roll_of_honour, name="roll-of-honour"),
    path("honours/roll.txt", text_views.honours, name="roll-of-honour-text"),
    path("honours/records/", honours_views.records, name="league-records"),
    path("honours/records.txt", text_views.records, name="league-records-text"),
    path("honours/all-time/", honours_views.all_time, name="all-time-tables"),
    path("honours/all-time.txt", text_views.all_time, name="all-time-tables-text"),
    path("honours/<year:year>/<slug:division_slug>/", honours_views.old_table, name="old-table"),
    path("honours/<year:year>/<slug:division_slug>.txt", text_views.old_table, name="old-table-text"),
    path("cups/", cups.cup_list, name="cups"),
    path("cups/<slug:cup_slug>/", cups.cup_page, name="cup"),
    path("cups/<slug:cup_slug>/draw/", live_views.draw_night, name="draw-board"),
    path("cups/<slug:cup_slug>.png", document_views.cup_picture, name="cup-picture"),
    path("cups/<slug:cup_slug>.txt", text_views.cup, name="cup-text"),
    path("cups/<slug:cup_slug>.<data_form:form>", public_files.cup_file, name="cup-file"),
    path(
        "cups/<slug:cup_slug>/groups.<data_form:form>",
        public_files.cup_file,
        {"of_groups": True},
        name="cup-groups-file",
    ),
    path("cups/<slug:cup_slug>/bracket.pdf", printing_views.cup_bracket, name="cup-bracket"),
    path("cups/<slug:cup_slug>/<int:round_number>/draw.pdf", cup_printing.cup_draw, name="cup-draw"),
    path(
        "cups/<slug:cup_slug>/<int:round_number>/score-sheets.pdf",
        cup_printing.cup_score_sheets,
        name="cup-score-sheets",
    ),
    path(
        "cups/<slug:cup_slug>/<int:round_number>/<int:number>/score-sheet.pdf",
        cup_printing.cup_score_sheets,
        name="tie-score-sheet",
    ),
    path("cups/<slug:night_slug>/standings.pdf", printing_views.pairs_standings, name="pairs-standings"),
    path(
        "cups/<slug:night_slug>/<int:round_number>/tables.pdf",
        printing_views.pairs_tables,
        name="pairs-tables",
    ),
    path(
        "cups/<slug:night_slug>/<int:round_number>/slips.pdf", printing_views.pairs_slips, name="pairs-slips"
    ),
    path("news/", news_views.news, name="league-news"),
    path("news/<isodate:date>/", news_views.news_item, name="news-item"),
    path("search/", visitor_views.league_search, name="league-search"),
    path("contacts/", visitor_views.contacts, name="contacts"),
    path("privacy/", visitor_views.privacy, name="privacy"),
    path("accessibility/", visitor_views.accessibility, name="accessibility"),
    path("embed/standings/", embeds.embedded_standings, name="embedded-standings"),
    path("embed/live/", embeds.embedded_live, name="embedded-live"),
    path("embed/<slug:listed>/", embeds.embedded_matches, name="embedded-matches"),
    path("manifest.webmanifest", discovery.manifest, name="league-manifest"),
    path("your-pub/", visitor_views.your_pub, name="your-pub"),
    path("your-pub/<slug:team_slug>/", visitor_views.your_pub_summary, name="your-pub-summary"),
    path("rules/", rules.rules_of_league, name="league-rules"),
    path("rules/games/", rules.family_in_league, name="league-rules-of-games"),
    path("rules/games/<slug:variant>/", rules.game_rules_in_league, name="league-rules-of-game"),
    path("help/", help_views.help_in_league, name="league-help"),
    path("help/<slug:page>/", help_views.help_in_league, name="league-help-page"),
    path("documents/", document_views.documents, name="documents"),
    path("documents/<slug:document_name>.pdf", document_views.document, name="document"),
    path("feeds/", include(feed_urls)),
    path("matches/<public_id:match_id>/", include(match_urls)),
    path("scoring/", worker.league_scoring, name="league-scoring"),
    path("live/", live_views.live_list, name="live-list"),
    path("tv/", live_views.television, name="television"),
    path("tv/<slug:pub_slug>/", live_views.television, name="pub-television"),
    path("teams/<slug:team_slug>/live/", live_views.live_team, name="team-live"),
    path("nights/<isodate:date>/board/", live_views.live_night, name="night-board"),
    path("secretary/", include(secretary_urls)),
    path("captain/<slug:team_slug>/", include(captain_urls("-account"))),
    path("<slug:league_table>.<list_form:form>", public_files.league_file, name="league-file"),
    path(
        "<slug:season_slug>/hands.<data_form:form>", public_files.season_hands_file, name="season-hands-file"
    ),
    path(
        "<slug:season_slug>/cup-hands.<data_form:form>",
        public_files.season_hands_file,
        {"of_cups": True},
        name="cup-hands-file",
    ),
    path(
        "<slug:season_slug>/<slug:season_table>.<list_form:form>",
        public_files.season_file,
        name="season-file",
    ),
    path(
        "<slug:season_slug>/standings/all/",
        RedirectView.as_view(url="/%(league_slug)s/standings/?season=%(season_slug)s"),
        name="season-standings",
    ),
    path(
        "<slug:season_slug>/standings/all.png",
        RedirectView.as_view(url="/%(league_slug)s/home.png"),
        name="season-picture",
    ),
    path(
        "<slug:season_slug>/standings/all.txt",
        RedirectView.as_view(url="/%(league_slug)s/%(season_slug)s/standings.txt"),
        name="season-standings-text",
    ),
    path("<slug:season_slug>/calendar/", season_calendar.public_calendar, name="public-calendar"),
    path("<slug:season_slug>/awards/", honours_views.awards, name="season-awards"),
    path("<slug:season_slug>/awards/list.txt", text_views.awards, name="season-awards-text"),
    path("<slug:season_slug>/<slug:division_slug>/", include(division_urls)),
]

urlpatterns = [
    path("", overview_views.front_page, name="front-page"),
    path("admin/", admin.site.urls),
    path("sign-in/", own.SignInPage.as_view(), name="sign-in"),
    path("sign-out/", auth_views.LogoutView.as_view(), name="sign-out"),
    path("your-own-league/", overview_views.own_league, name="own-league"),
    path("new-league/", new_league, name="new-league"),
    path("new-league/from-a-file/", league_from_file, name="new-league-file"),
    path("new-league/prove/", prove_new_league, name="new-league-prove"),
    path("account/", include(account_urls)),
    path("help/", help_views.help_page, name="help"),
    path("help/<slug:page>/", help_views.help_page, name="help-page"),
    path("api/v1/", api_views.api_guide, name="api-guide"),
    path("api/v1/<anything:rest>", api_views.api, name="api"),
    path("rules/", rules.family, name="rules"),
    path("rules/<slug:variant>/", rules.game_rules, name="game-rules"),
    path("health/", installation_views.alive, name="health"),
    path("ready/", installation_views.ready, name="ready"),
    path("metrics/", installation_views.metrics_page, name="metrics"),
    path("robots.txt", discovery.robots, name="robots"),
    path("apple-touch-icon.png", discovery.apple_icon, name="apple-icon"),
    path("sitemap.xml", discovery.sitemap_index, name="sitemap"),
    path("sitemap-<slug:section>.xml", discovery.sitemap_section, name="sitemap-section"),
    path("sw.js", worker.service_worker, name="service-worker"),
    path("s/", worker.type_code, name="type-code"),
    path("table/", worker.own_tables, name="own-tables"),
    path(
        "table/<slug:variant>/<int:players>/<int:sides>/<int:target>/",
        worker.score_own_table,
        name="own-table",
    ),
    path("s/<code:code>/", include(scorer_urls)),
    path("t/<code:square>/", pub_squares.pub_square, name="pub-square"),
    path("c/<token:token>/", include(captain_urls(""))),
    path("p/<token:token>/", include(players_urls)),
    path("u/<account_token:token>/", people_views.stop_letters, name="stop-letters"),
    path("pub/<token:token>/", include(pub_urls)),
    path("tv/", live_views.short_television, name="short-television"),
    path("tv/<slug:pub_slug>/", live_views.short_television, name="short-pub-television"),
    path("<slug:league_slug>/", include(league_urls)),
]

handler400 = "league.installation.views.not_understood"
handler404 = "league.installation.views.not_found"
handler500 = "league.installation.views.server_error"
