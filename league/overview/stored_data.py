"""What is stored about people: each kind of data with its reason, its readers, its time and its columns.

The page of help shows it. `columns` are "Model.column"; a test asks that each column in which something about
a person can stand is either here or in `WITHOUT_PEOPLE`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredData:
    """One kind of data: what it is, why it is stored, who reads it, how long it stays, how it is deleted."""

    title: str
    what: str
    why: str
    readers: str
    kept: str
    deleted: str
    columns: frozenset[str]


def _of(model: str, *columns: str) -> frozenset[str]:
    return frozenset(f"{model}.{column}" for column in columns)


STORED = (
    StoredData(
        title="Players",
        what="Name, teams and games. A date of birth only where a rule asks for an age.",
        why="The results are theirs, and the rules say who may play.",
        readers="The public: name, initials or nothing, as is chosen; under 18 nothing. Officers: all.",
        kept="Until they are erased.",
        deleted="Erase player, on the player’s page of personal data. Results stay with “A player”.",
        columns=_of("Player", "name", "told_apart_by", "born_on")
        | _of("Registration", "registered_on", "left_on")
        | _of("Merge", "written", "moved")
        | _of("NameLeft", "name")
        | _of("Seat", "written")
        | _of("CupEntry", "name", "left_because")
        | _of("Honour", "holder", "remarks")
        | _of("AcceptedPlayer", "written", "reason")
        | _of("LineUp", "pairs", "drawn"),
    ),
    StoredData(
        title="Captains",
        what="Name, telephone and e-mail, and the e-mails they do not want.",
        why="Reminders, and captains who call each other.",
        readers="The officers; members or everybody, if the captain agrees.",
        kept="Telephone and e-mail a time after the season, as Data retention says; the name with the team.",
        deleted="Captains, or Erase player.",
        columns=_of("Enrolment", "captain_name", "captain_email", "captain_phone", "declined_letters")
        | _of("CaptainLink", "sent_to")
        | _of("CaptainPin", "digest", "set_for"),
    ),
    StoredData(
        title="Officers and helpers",
        what="Name, e-mail, role, and a password that cannot be read back. Where they are signed in: browser "
        "and times, no network address. Of a passkey name, public key and times; never a finger or a face.",
        why="To let in the right people, and nobody else.",
        readers="The owner and the secretary; where they are signed in, only they themselves.",
        kept="The account is the person’s own. A sign-in stays until it ends.",
        deleted="People and roles takes the role away. Whoever runs the site deletes the account.",
        columns=_of("User", "password", "username", "first_name", "last_name", "email")
        | _of("Authenticator", "seed", "recovery_digests")
        | _of("Passkey", "name", "host", "credential_id", "public_key", "user_handle", "last_challenge")
        | _of("SignedInDevice", "device", "passkey")
        | _of("League", "officers", "sheets_to"),
    ),
    StoredData(
        title="Landlords",
        what="The pub’s telephone, an e-mail for the bulletin, and reports that the room is not free.",
        why="To reach the pub, and to send what it asks for.",
        readers="The telephone everybody; the rest the officers.",
        kept="Until it is changed or the pub is deleted.",
        deleted="Pubs and teams.",
        columns=_of("Pub", "phone", "bulletin_email", "remarks") | _of("RoomReport", "note"),
    ),
    StoredData(
        title="Phones at the table",
        what="Hands, answers and signatures, with a random mark for each phone. It does not say whose it is.",
        why="To tell two phones apart, and to find a wrong entry.",
        readers="Hands everybody; the marks of phones the secretary.",
        kept="As Data retention says: entries, drafts and answers. Signatures stay with the result.",
        deleted="By itself.",
        columns=_of("TableEntry", "phone", "client_id", "body", "follows")
        | _of("PhoneSetAside", "phone", "reason")
        | _of("Signature", "name")
        | _of("Draft", "typed", "replaced"),
    ),
    StoredData(
        title="Photographs",
        what="Score sheets and pubs as they were photographed. Place and time of the camera are removed.",
        why="To answer questions about a result; if the league agreed, to test reading without names.",
        readers="Score sheets: both captains and the officers. Pubs: everybody.",
        kept="As Data retention says. Photographs of pubs until they are replaced.",
        deleted="By itself, or on the page of the match.",
        columns=_of("Photograph", "jpeg")
        | _of("UnfiledPhotograph", "jpeg", "facts")
        | _of("PhotographReading", "straightened", "marks", "facts")
        | _of("PubPhotograph", "jpeg", "description"),
    ),
    StoredData(
        title="Printed files",
        what="Documents as they were printed, with the names and contacts that stand on them.",
        why="So that the same paper need not be made twice.",
        readers="Whoever may print the document.",
        kept="A week.",
        deleted="By itself; at once when somebody is erased or a league is deleted.",
        columns=_of("PrintedFile", "content"),
    ),
    StoredData(
        title="E-mails",
        what="What the site sent to whom, or will send.",
        why="So that nobody is asked twice.",
        readers="The officers.",
        kept="As Data retention says.",
        deleted="By itself, or Erase player.",
        columns=_of("Notice", "to", "subject", "body", "about", "failed_because")
        | _of("Mailing", "audience", "subject", "text", "without_address"),
    ),
    StoredData(
        title="Words about people",
        what="Reasons, remarks, disputes, rulings, appeals, notes and news, where somebody may be named.",
        why="A decision needs its reason.",
        readers="As the page says where it is typed; names that are hidden are hidden there too.",
        kept="With the match, the season or the night they are about.",
        deleted="Edit the text, or Erase player, which finds names in all of them.",
        columns=_of("Scorecard", "reason", "set_aside_because", "remarks", "private_remarks")
        | _of("MatchTable", "remarks", "private_remarks")
        | _of("Match", "postponed_because", "venue_because", "disputed_because")
        | _of("MatchDispute", "reason", "decision")
        | _of("Objection", "because", "proposed", "answer")
        | _of("Ruling", "reason")
        | _of("Offence", "reason", "decided_because", "in_play")
        | _of("Appeal", "made_by", "words", "decided_by", "decision")
        | _of("Charge", "reason")
        | _of("Penalty", "reason")
        | _of("Postponement", "reason", "answered_because")
        | _of("ResultReceipt", "note")
        | _of("CupTie", "reason", "given")
        | _of("Cup", "remarks")
        | _of("Decision", "question", "decision", "reason", "about", "before")
        | _of("Bulletin", "notices", "edited", "published_notices", "published_text")
        | _of("League", "about", "how_to_pay")
        | _of("Season", "proposals")
        | _of("OldTable", "rows", "remarks")
        | _of("ScoringCode", "revoked_because")
        | _of("FixturePlan", "wishes"),
    ),
    StoredData(
        title="History and audit log",
        what="Who changed what, opened contacts, exported, signed in or was given a role, and when.",
        why="To undo a change, and to see who read what.",
        readers="Changes: the officers. The audit log: the owner.",
        kept="Changes with the league; the audit log as Data retention says, 12 months unless changed.",
        deleted="By itself; the name leaves it with the person.",
        columns=_of("RecordChange", "label", "before", "after", "effects", "reason")
        | _of("AuditEntry", "what", "on")
        | _of("ImportRun", "made", "changed", "named")
        | _of("BankImport", "named")
        | _of("ApiWrite", "about", "answer"),
    ),
)

WITHOUT_PEOPLE = (
    _of("ScoringCode", "code")
    | _of("TableSquare", "code")
    | _of("RoomReport", "date")
    | _of("ApiToken", "name", "scopes", "digest")
    | _of("ApiWrite", "key", "digest")
    | _of("Bulletin", "night", "shown_until")
    | _of("League", "name", "time_zone", "results_by_division")
    | _of("Season", "name", "starts_on", "ends_on")
    | _of("Division", "name")
    | _of("Pub", "name", "address", "postcode", "rooms", "step_free", "formerly", "closed_on")
    | _of("Team", "name", "short_name", "button_name")
    | _of("RuleBook", "variant", "options", "games_at_each_table", "tie_breaks", "regulations")
    | _of("Cup", "name", "rules", "drawing", "finals_on")
    | _of("CupDraw", "lot", "order")
    | _of("CupTie", "legs", "replays", "deciding", "date", "second_date")
    | _of("DueDate", "title", "date")
    | _of("BankLine", "digest")
    | _of("ColumnChoice", "heading", "meaning")
    | _of("Honour", "season_name", "competition")
    | _of("CountedSeasons", "seasons", "first_day", "last_day", "made_by", "records", "totals")
    | _of("OldTable", "season_name", "division", "columns")
    | _of("Match", "date", "postponed_from")
    | _of("Ruling", "decided_on", "revoked_on")
    | _of("PrintJob", "key", "document", "choices", "digest", "filename", "refusal")
    | _of("ClockTurn", "holder")
    | _of("PrintedFile", "digest", "suffix")
    | _of("RetentionRun", "on", "deleted")
    | _of("Charge", "on", "struck_out_on")
    | _of("Offence", "kind")
    | _of("Appeal", "made_on", "decided_on")
    | _of("TableEntry", "place")
    | _of("Draft", "page")
    | _of("PhotographReading", "problem")
    | _of("UnfiledPhotograph", "problem")
    | _of("HandResult", "turned", "before", "no_game_for", "trump", "pitched", "high_card", "low_card")
    | _of("HandResult", "record")
    | _of("FixturePlan", "name", "best", "progress", "resume")
    | _of("Postponement", "offered", "agreed_date")
)
