"""Every address of the site by name, and who may open it. A new address is not let through unnamed."""

FOR_ANYBODY = {
    "ask-for-link",
    "front-page",
    "game-rules",
    "help",
    "help-page",
    "health",
    "ready",
    "robots",
    "service-worker",
    "rules",
    "sign-in",
    "sign-out",
    "type-code",
}
FOR_PUBLIC = {
    "cup",
    "cup-bracket",
    "cups",
    "pairs-slips",
    "pairs-standings",
    "pairs-tables",
    "division",
    "division-calendar",
    "division-fixture-list",
    "division-fixtures",
    "division-results",
    "division-standings",
    "division-what-if",
    "league-fixtures",
    "league-home",
    "league-results",
    "league-rules",
    "league-standings",
    "match",
    "match-live",
    "match-score-sheet",
    "match-table-slips",
    "match-version",
    "night-board",
    "old-table",
    "player",
    "player-list",
    "season-awards",
    "pub",
    "pub-calendar",
    "pub-list",
    "roll-of-honour",
    "team",
    "team-calendar",
    "team-fixture-list",
}
FOR_DESK = {"match-code", "night", "secretary-desk"}
FOR_RESULTS = {"match-draft", "match-entry", "match-put-right", "night-chase", "night-finals"}
FOR_FIXTURES = {
    "blank-sheet",
    "blank-slips",
    "compare-plans",
    "fixture-plan",
    "fixture-plan-back",
    "fixture-plan-change",
    "fixture-plan-fairness",
    "fixture-plan-file",
    "fixture-plan-list",
    "fixture-plan-search",
    "fixture-plan-wishes",
    "fixture-plan-wishes-file",
    "fixture-plans",
    "plan-from-list",
    "match-postpone",
    "match-venue",
    "night-sheets",
    "night-slips",
    "plan-again",
    "play-offs",
}
FOR_SECRETARY = {
    "adjustments",
    "captain-links",
    "captains",
    "change-old-table",
    "honours",
    "honours-of-year",
    "keep-cup",
    "keep-cups",
    "keep-tie",
    "new-pairs-night",
    "player-record",
    "registrations",
    "written-names",
    "import-back",
    "list-file",
    "lists",
    "take-along",
    "match-dispute",
    "match-log",
    "match-photograph",
    "match-reports",
    "new-old-table",
    "next-season",
    "season",
    "seasons",
    "pub-kept",
    "pubs-kept",
    "team-move",
    "withdrawals",
    "ledger",
    "ledger-pub",
    "match-walkover",
    "penalties",
    "penalty",
    "regulations",
    "ruling-appeal",
    "ruling-revoke",
}
BY_POWER = {
    "desk": FOR_DESK,
    "results": FOR_RESULTS,
    "fixtures": FOR_FIXTURES,
    "scoring": {"league-scoring"},
    "secretary": FOR_SECRETARY,
    "people": {"people", "person"},
    "owner": {"hand-over"},
}
"""The addresses that need an account with a role, by the power they ask for."""
FOR_ROLES: set[str] = set().union(*BY_POWER.values())
# What each role may do, written a second time by hand.
MAY = {
    "owner": {"desk", "results", "fixtures", "scoring", "secretary", "people", "owner"},
    "secretary": {"desk", "results", "fixtures", "scoring", "secretary", "people"},
    "deputy": {"desk", "results", "fixtures", "scoring", "secretary"},
    "results": {"desk", "results", "scoring"},
    "fixtures": {"desk", "fixtures"},
    "captain": set(),
    "scorer": {"scoring"},
}
# Whoever comes without an account: by the code of a match, a captain's link, the link of his players.
FOR_SCORER = {"scoring", "scoring-log", "scoring-photographs", "scoring-table"}
FOR_CAPTAIN = {
    f"captain{by}{page}"
    for by in ("", "-account")
    for page in (
        "",
        "-line-up",
        "-log",
        "-match",
        "-photograph",
        "-photographs",
        "-postpone",
        "-score-sheet",
        "-scoring",
        "-scoring-table",
        "-squad",
        "-table-slips",
    )
}
FOR_PLAYERS = {"players"}
FOR_ACCOUNT = {"account"}
FOR_FOUNDER = {"new-league"}
BY_ACCOUNT_LINK = {"account-password", "account-sign-in"}
ONLY_SENT = {"fixture-plan-back", "import-back", "match-draft", "night-chase", "ruling-revoke", "sign-out"}
"""Addresses that only take what is sent to them: asked for a page they answer 405."""
