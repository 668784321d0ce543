"""What the secretary does: the desk, a night, its results, and rulings."""

from league.views.secretary.captain_links import captain_links
from league.views.secretary.captains import captains
from league.views.secretary.codes import match_code
from league.views.secretary.cup_ties import cup_tie
from league.views.secretary.cups import cup, cups
from league.views.secretary.desk import desk
from league.views.secretary.disputes import dispute
from league.views.secretary.entry import match_draft, match_entry
from league.views.secretary.finals import finals
from league.views.secretary.fixture_plans import fixture_plan, fixture_plans
from league.views.secretary.honours import change_old_table, honours, honours_of_year, new_old_table
from league.views.secretary.ledger import ledger, ledger_of_pub
from league.views.secretary.lists import import_back, list_file, lists
from league.views.secretary.nights import chase, night
from league.views.secretary.pairs_nights import new_pairs_night
from league.views.secretary.penalties import penalties, penalty, ruling_appeal
from league.views.secretary.people import hand_league_over, people, person
from league.views.secretary.plan_changes import fixture_plan_back, fixture_plan_change, plan_again
from league.views.secretary.plan_files import fixture_plan_file
from league.views.secretary.plan_from_list import plan_from_list
from league.views.secretary.plan_reports import compare_plans, fixture_plan_fairness, fixture_plan_list
from league.views.secretary.plan_wishes import fixture_plan_search, fixture_plan_wishes, wishes_file
from league.views.secretary.play_offs import play_offs
from league.views.secretary.players import names, player_record, registrations
from league.views.secretary.postponements import move_venue, postpone
from league.views.secretary.pubs import move_team, pub, pubs
from league.views.secretary.put_right import put_right
from league.views.secretary.regulations import regulations
from league.views.secretary.reports import match_log, photograph, reports
from league.views.secretary.rulings import adjustments, revoke_ruling, walkover
from league.views.secretary.seasons import next_season_page, season, seasons
from league.views.secretary.take_along import take_along
from league.views.secretary.withdrawals import withdrawals

__all__ = [
    "adjustments",
    "captain_links",
    "captains",
    "change_old_table",
    "chase",
    "compare_plans",
    "cup",
    "cup_tie",
    "cups",
    "desk",
    "dispute",
    "finals",
    "fixture_plan",
    "fixture_plan_back",
    "fixture_plan_change",
    "fixture_plan_fairness",
    "fixture_plan_file",
    "fixture_plan_list",
    "fixture_plan_search",
    "fixture_plan_wishes",
    "fixture_plans",
    "hand_league_over",
    "honours",
    "honours_of_year",
    "import_back",
    "ledger",
    "ledger_of_pub",
    "list_file",
    "lists",
    "match_code",
    "match_draft",
    "match_entry",
    "match_log",
    "move_team",
    "move_venue",
    "names",
    "new_old_table",
    "new_pairs_night",
    "next_season_page",
    "night",
    "penalties",
    "penalty",
    "people",
    "person",
    "photograph",
    "plan_again",
    "plan_from_list",
    "play_offs",
    "player_record",
    "postpone",
    "pub",
    "pubs",
    "put_right",
    "registrations",
    "regulations",
    "reports",
    "revoke_ruling",
    "ruling_appeal",
    "season",
    "seasons",
    "take_along",
    "walkover",
    "wishes_file",
    "withdrawals",
]
