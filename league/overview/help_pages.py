"""Help, sorted by the people who read it: their pages in order, and what they came for first."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HelpTask:
    """What somebody came for, and the page and section that say how."""

    words: str
    page: str
    anchor: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpReader:
    """People who read the same pages: their section, their name as a heading and in a sentence, five tasks,
    and the titles of their pages by slug.
    """

    slug: str
    name: str
    whom: str
    tasks: tuple[HelpTask, ...]
    pages: Mapping[str, str]

    def after(self, page: str) -> tuple[str, str] | None:
        """Return the page to read after one of them, slug and title; None after the last."""
        slugs = [*self.pages, None]
        following = slugs[slugs.index(page) + 1]
        return (following, self.pages[following]) if following else None


READERS = (
    HelpReader(
        slug="players",
        name="Players and visitors",
        whom="players and visitors",
        tasks=(
            HelpTask("Learn the game tonight", "how-to-play"),
            HelpTask("Follow a match live", "following-a-match", "watch-a-match-live"),
            HelpTask("See your own pub first", "following-a-match", "see-your-own-pub-first"),
            HelpTask("Read the standings", "reading-the-table"),
            HelpTask("Get matches in your calendar", "in-your-calendar"),
        ),
        pages={
            "how-to-play": "How to play tonight",
            "following-a-match": "Following a match",
            "reading-the-table": "Reading the table",
            "grids-and-comparisons": "Grids, comparisons and what if",
            "the-odds": "The odds",
            "in-your-calendar": "Matches in your calendar",
            "a-table-of-your-own": "A table of your own",
        },
    ),
    HelpReader(
        slug="captains",
        name="Captains",
        whom="captains",
        tasks=(
            HelpTask("Score on a phone", "scoring-on-a-phone"),
            HelpTask("Sign the result", "signing-a-result"),
            HelpTask("Ask to move a match", "postponing-a-match", "ask-as-a-captain"),
            HelpTask("Find out who can play", "for-captains", "find-out-who-can-play"),
            HelpTask("Settle a question at the table", "at-the-table"),
        ),
        pages={
            "for-captains": "Your captain’s page",
            "scoring-on-a-phone": "Scoring on a phone",
            "at-the-table": "Rules at the table",
            "signing-a-result": "Signing a result",
            "objecting": "Objecting to a result",
            "postponing-a-match": "Postponing a match",
        },
    ),
    HelpReader(
        slug="landlords",
        name="Landlords and pubs",
        whom="landlords and pubs",
        tasks=(
            HelpTask("Open your pub’s link", "for-landlords", "use-your-pubs-link"),
            HelpTask("See the matches at your pub", "for-landlords", "see-the-matches-at-your-pub"),
            HelpTask("Show live scores on a television", "television"),
            HelpTask("Keep a night free", "for-landlords", "ask-for-a-night-without-matches"),
            HelpTask("Print a fixture list", "for-landlords", "print-a-fixture-list"),
        ),
        pages={
            "for-landlords": "Your pub in the league",
            "television": "Live scores on a television",
        },
    ),
    HelpReader(
        slug="secretary",
        name="Secretary, every week",
        whom="the secretary, every week",
        tasks=(
            HelpTask("Decide what is in the inbox", "inbox", "decide-something"),
            HelpTask("Enter final scores", "entering-results", "enter-final-scores"),
            HelpTask("Correct a result", "correcting-results", "correct-a-result"),
            HelpTask("Ask for a missing result", "when-a-result-is-missing", "remind-captains"),
            HelpTask("Send the bulletin", "messages", "send-the-bulletin-of-a-night"),
        ),
        pages={
            "inbox": "The inbox",
            "entering-results": "Entering results",
            "turned-cards-and-penalties": "Turned cards and penalties",
            "correcting-results": "Correcting results",
            "results-from-photographs": "Results from photographs",
            "when-a-result-is-missing": "When a result is missing",
            "disputes": "Disputes",
            "rulings": "Rulings and ineligible players",
            "penalties": "Deadlines, sanctions and appeals",
            "messages": "Bulletin and messages",
        },
    ),
    HelpReader(
        slug="trial",
        name="Secretary, trying it out",
        whom="a secretary who tries Pegboard out",
        tasks=(
            HelpTask("Try one night beside the old way", "a-trial-night"),
            HelpTask("Tell the captains", "a-page-for-captains"),
            HelpTask("Ask before sheets are photographed", "consent-for-photographs"),
            HelpTask("Write to the committee", "a-letter-to-the-committee"),
            HelpTask("Check the first Friday", "the-first-friday", "check-the-first-friday"),
        ),
        pages={
            "a-trial-night": "A trial night",
            "a-page-for-captains": "A page for captains",
            "consent-for-photographs": "Consent for photographs",
            "a-letter-to-the-committee": "A letter to the committee",
            "the-first-friday": "The first Friday, and the way back",
        },
    ),
    HelpReader(
        slug="season",
        name="Secretary, every season",
        whom="the secretary, every season",
        tasks=(
            HelpTask("Begin the next season", "a-new-season", "begin-the-next-season"),
            HelpTask("Plan the fixtures", "planning-fixtures", "plan-a-season"),
            HelpTask("Register players", "players", "sign-on-a-player"),
            HelpTask("Draw a cup", "cups", "make-a-draw"),
            HelpTask("Change the rules", "the-rule-book"),
        ),
        pages={
            "opening-a-league": "Opening a league",
            "setting-up-a-season": "Setting up a season",
            "the-rule-book": "The rule book",
            "planning-fixtures": "Planning fixtures",
            "fixture-requests": "Requests for fixtures",
            "planning-again": "Planning again during the season",
            "players": "Players, names and awards",
            "cups": "Cups",
            "pairs-nights": "Pairs nights",
            "closed-pubs-and-moves": "Closed pubs and moves",
            "a-new-season": "A new season",
        },
    ),
    HelpReader(
        slug="officers",
        name="Treasurer and other officers",
        whom="the treasurer and other officers",
        tasks=(
            HelpTask("Enter a payment or a fee", "money", "enter-fees-and-payments"),
            HelpTask("Import a bank statement", "money", "import-payments-from-a-bank-statement"),
            HelpTask("Send statements to the pubs", "money", "send-statements-to-the-pubs"),
            HelpTask("See who may do what", "who-may-do-what", "roles"),
            HelpTask("Sign in without a password", "signing-in", "sign-in-without-your-password"),
        ),
        pages={
            "money": "Fees, payments and statements",
            "who-may-do-what": "Permissions",
            "signing-in": "Signing in and handing over",
            "stored-about-people": "What is stored about people",
        },
    ),
    HelpReader(
        slug="printers",
        name="Whoever prints",
        whom="whoever prints",
        tasks=(
            HelpTask("Print the sheets of a night", "printing", "print-the-sheets-of-a-night"),
            HelpTask("Hang up a fixture poster", "fixtures-on-paper", "hang-up-a-fixture-poster"),
            HelpTask("Give every team a folded card", "fixtures-on-paper", "give-every-team-a-folded-card"),
            HelpTask("Have the handbook printed", "books-and-certificates", "have-the-handbook-printed"),
            HelpTask("Print certificates", "books-and-certificates", "prepare-the-presentation-night"),
        ),
        pages={
            "printing": "Printing for a match night",
            "fixtures-on-paper": "Fixtures and tables on paper",
            "books-and-certificates": "Handbook, certificates and record book",
        },
    ),
    HelpReader(
        slug="web-editors",
        name="Programmers and web editors",
        whom="programmers and web editors",
        tasks=(
            HelpTask("Show the table on your website", "on-your-website", "show-the-table"),
            HelpTask("Follow results in a feed reader", "on-your-website", "follow-results-in-a-feed-reader"),
            HelpTask("Download tables for a spreadsheet", "data-for-programs", "download-a-table"),
            HelpTask("Get every hand of a season", "data-for-programs", "get-every-hand-of-a-season"),
            HelpTask("Write results from a program", "data-for-programs", "write-from-a-program"),
        ),
        pages={
            "on-your-website": "The league on your website",
            "data-for-programs": "Data for programs",
        },
    ),
    HelpReader(
        slug="server",
        name="Whoever runs the server",
        whom="whoever runs the server",
        tasks=(
            HelpTask("Start the site", "running-the-site", "start-the-site"),
            HelpTask("Put it on a server", "running-the-site", "put-it-on-a-server"),
            HelpTask("Send e-mail", "running-the-site", "send-e-mail"),
            HelpTask("Make a backup", "backups", "make-a-backup"),
            HelpTask("Move to another computer", "backups", "move-to-another-computer"),
        ),
        pages={
            "running-the-site": "Running the site",
            "backups": "Backups and moving",
        },
    ),
)

READER_OF = {page: reader for reader in READERS for page in reader.pages}
HELP_PAGES = {page: title for reader in READERS for page, title in reader.pages.items()}
