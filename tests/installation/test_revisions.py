"""Whatever writes what the public sees counts the league's revision up, or a stored page would stay.

Read from the code: every service that writes reaches `bump_revision`, or stands here with what it writes.
"""

import ast
from collections.abc import Iterator
from functools import cache

from tests.test_architecture import modules, tree

WRITES = frozenset(
    {
        "save",
        "create",
        "bulk_create",
        "bulk_update",
        "delete",
        "get_or_create",
        "update_or_create",
        "update",
        "insert_row",
        "insert_rows",
        "update_rows",
    }
)

# Modules of services that write nothing of what anybody can read without a link, a code or an account.
PRIVATE = {
    "league.accounts.services": "accounts, roles, links, codes, PINs, tokens",
    "league.messages.services": "e-mails",
    "league.printing.services": "what is printed in the background; paper is stored by what is in it",
    "league.exchange.bank.services": "payments",
    "league.regulations.services.ledger": "the ledger",
    "league.regulations.services.eligibility": "which players the secretary has accepted",
    "league.due_dates.services": "reminders; dates themselves count up",
    "league.results.services.drafts": "drafts",
    "league.results.services.entries": "the log of phones, which boards know by its last entry",
    "league.results.services.line_ups": "line-ups and who can play, for the captain",
    "league.results.services.photographs": "photographs of sheets, and what is read from them",
    "league.results.services.receipts": "receipts: a page of a match is made anew each minute",
    "league.results.services.reminders": "reminders",
    "league.results.services.report_letters": "letters",
    "league.scheduling.services.changes": "plans, until they are published",
    "league.scheduling.services.plans": "plans",
    "league.scheduling.services.searches": "plans",
    "league.scheduling.services.versions": "plans",
    "league.inbox.services": "what was decided; that it is carried out counts up",
    "league.history.services": "what was changed; who undoes it counts up",
    "league.demo.services": "a league that is new, or gone with its pages",
    "league.founding.services": "a league that is new",
    "league.installation.services": "which web server's clock has the turn",
}
# The same of single services; the last are parts of services that count up.
PRIVATE_SERVICES = {
    "league.bulletin.services": {"discard_text", "save_notices", "save_text"},
    "league.exchange.services.lists": {"remember_columns"},
    "league.honours.services": {"keep_counted"},
    "league.people.services": {"choose_letters", "decline_letter"},
    # A league that is gone with its pages.
    "league.records.services.league_deletion": {
        "delete_hidden",
        "delete_league",
        "delete_rows_of",
        "hide_league",
    },
    "league.records.services.merging": {"keep_apart"},
    "league.records.services.retention": {"delete_ended_sign_ins", "note_nothing_outdated"},
    "league.registration.services.merges": {"leave_name", "reopen_name"},
    "league.regulations.services.sanctions": {
        "reckon_again",
        "reckon_season_of",
        "reckon_undecided",
        "waive_offence",
    },
    "league.scheduling.services.postponements": {"warn_captain"},
    "league.season_rollover.services": {"save_proposals"},
    "league.cups.services.cups": {"save_draw"},
    "league.cups.services.fees": {"charge_entries", "give_back"},
    "league.cups.services.pairs_nights": {"write_entries", "write_rules"},
    "league.cups.services.tie_matches": {"delete_unplayed", "plan_all_matches", "plan_matches"},
    "league.exchange.services.result_rows": {"write_results"},
    "league.exchange.services.results": {"extend_season"},
    "league.records.services.records": {"update_calendars"},
    "league.results.services.card_rows": {"new_card", "write_card"},
    "league.results.services.disputes": {"end_dispute"},
    "league.results.services.proposed_sheets": {"put_into_log", "write_to_log"},
    "league.results.services.reports": {"sign_card"},
    "league.results.services.scorecards": {"close_objections", "end_reports", "set_aside"},
}

# Services that count up, ask nobody whether the season is closed, and change nothing that is kept of one.
UNCOUNTED = {
    "league.bulletin.services": {"publish_news", "withdraw_news"},
    "league.competition.services": {"bump_revision", "count_result"},
    "league.honours.services": {"add_honours", "delete_old_table", "save_old_table", "set_year"},
    "league.inbox.services.deciding": {"decide_dispute"},
    # Parts of services that have asked, and a match without a card.
    "league.matches.services": {"set_date", "set_date_played", "write_match"},
    "league.people.services": {"save_captains"},
    "league.records.services.pub_photographs": {"remove_pub_photograph", "set_pub_photograph"},
    "league.records.services.retention": {"delete_outdated"},
    "league.registration.services.registrations": {"leave_team", "make_player"},
    "league.regulations.services.appeals": {"record_appeal"},
    "league.regulations.services.sanctions": {"propose_missed_meeting", "propose_offence"},
    "league.results.services.disputes": {
        "close_dispute",
        "dispute_marked",
        "dispute_match",
        "reopen_dispute",
    },
    "league.results.services.phones": {"set_phone_aside", "undo_set_aside"},
    "league.results.services.reports": {"agree_on"},
    "league.season_rollover.pubs.services": {"close_pub", "move_team", "open_pub_again"},
    "league.season_rollover.services": {"delete_new_season"},
    "league.standings.services": {"make_play_off"},
}
# What refuses a closed season, or names what is to be counted anew.
ASKS = frozenset({"verify_open", "verify_running", "hold_open", "card_facts", "is_finished", "recount"})

Name = tuple[str, str]


@cache
def functions() -> dict[Name, tuple[bool, frozenset[Name]]]:
    """Return what stands in the league's modules by name: whether it writes, and what it names."""
    found = {}
    for module, file in modules().items():
        if not module.startswith("league."):
            continue
        read = {node: Read(node) for node in tree(file).body}
        imported = {name: origin for each in read.values() for name, origin in each.imported.items()}
        for node, each in read.items():
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                named = {imported.get(name, (module, name)) for name in each.names}
                named |= {("", word) for word in each.words & ASKS}
                found[module, node.name] = each.writes, frozenset(named)
    return found


class Read:
    """What stands in a statement of a module, read in one walk: a module has thousands of parts."""

    def __init__(self, statement: ast.stmt) -> None:
        self.writes = False
        self.names: set[str] = set()
        self.words: set[str] = set()
        self.imported: dict[str, Name] = {}
        for each in ast.walk(statement):
            if isinstance(each, ast.Name):
                self.names.add(each.id)
            elif isinstance(each, ast.Attribute):
                self.words.add(each.attr)
            elif isinstance(each, ast.keyword):
                self.words.add(each.arg or "")
            elif isinstance(each, ast.Call):
                self.writes |= is_write(each)
            elif isinstance(each, ast.ImportFrom) and each.module:
                origin = each.module
                self.imported |= {alias.asname or alias.name: (origin, alias.name) for alias in each.names}


def is_write(call: ast.Call) -> bool:
    if not isinstance(call.func, ast.Attribute):
        return False
    is_of_dict = call.func.attr == "update" and (call.args or not call.keywords)
    return call.func.attr in WRITES and not is_of_dict


@cache
def reached(name: Name) -> set[Name]:
    """Return the functions that one calls, directly or not."""
    seen: set[Name] = set()
    waiting = [name]
    while waiting:
        each = waiting.pop()
        if each in functions() and each not in seen:
            seen.add(each)
            waiting += functions()[each][1]
    return seen


def silent_writers() -> Iterator[Name]:
    """Return the public services that write and never count up."""
    for module, name in functions():
        if ".services" in module and name.islower() and not name.startswith("_"):
            within = reached((module, name))
            counts_up = any(each == "bump_revision" for _, each in within)
            if not counts_up and any(functions()[each][0] for each in within):
                yield module, name


def is_private(module: str, name: str) -> bool:
    return name in PRIVATE_SERVICES.get(module, ()) or any(
        module == each or module.startswith(f"{each}.") for each in PRIVATE
    )


def test_every_service_that_writes_what_the_public_sees_counts_the_revision_up() -> None:
    assert [f"{module}.{name}" for module, name in silent_writers() if not is_private(module, name)] == []


def test_what_is_listed_as_private_still_is_a_service_that_does_not_count_up() -> None:
    silent = set(silent_writers())
    listed = {(module, name) for module, names in PRIVATE_SERVICES.items() for name in names}
    assert listed <= silent
    assert [
        each
        for each in PRIVATE
        if not any(is_private(module, "") and module.startswith(each) for module, _ in silent)
    ] == []


def test_what_counts_up_refuses_closed_seasons_or_has_them_counted_anew() -> None:
    counter = ("league.competition.services", "bump_revision")
    silent = {}
    for module, name in functions():
        if ".services" in module and name.islower() and not name.startswith("_"):
            within = reached((module, name))
            asked = {each for place in within - {counter} for _, each in functions()[place][1] | {place}}
            if counter in within and not asked & ASKS:
                silent.setdefault(module, set()).add(name)
    assert silent == UNCOUNTED
