"""What folded cards say beside the fixtures, read from the database as plain values."""

from collections.abc import Iterator

from league.competition.season_rules.rules import Regulations
from league.models import Enrolment, League, RuleBook, Season
from league.people.selectors import captains_on_paper
from league.printing.documents import Shown
from league.printing.other_nights import nights_of_season
from league.regulations.rule_books import game_in_words, match_in_words
from league.shared.moments import due_in_words


def card_facts(season: Season, *, readers: Enrolment.ContactFor) -> Shown:
    """Return what a card of a season, which comes with its league and rule book, says beside the fixtures.

    `captains` are those who agreed to stand on paper for these readers; `secretary` is a line of the league's
    officers. `counting` are rules, a word and its sentences, the most important first; `due` is when results
    must be in; `postponing` what to do about a match that cannot be played. Four queries, or up to eight with
    cups.
    """
    regulations = season.rule_book.season_regulations()
    return {
        "nights": nights_of_season(season),
        "counting": tuple(counting_of(season.rule_book)),
        "due": due_of(regulations),
        "postponing": _postponing(regulations),
        "captains": tuple(captains_on_paper(season, readers=readers).values()),
        "secretary": secretary_of(season.league),
    }


def secretary_of(league: League) -> str:
    """Return the line of the league's officers that names the secretary; empty if none does."""
    lines = (line.strip() for line in league.officers.splitlines())
    return next((line for line in lines if "secretary" in line.lower()), "")


def counting_of(book: RuleBook) -> Iterator[tuple[str, str]]:
    """Yield how points count: the match first, then the hand, then what is rarer."""
    match = {
        section.title: [sentence.text for sentence in section.sentences] for section in match_in_words(book)
    }
    game = {
        section.title: [sentence.text for sentence in section.sentences] for section in game_in_words(book)
    }
    scores, winning = game.get("What scores", []), game.get("Winning", [])
    wrong = [text for text in game.get("When something goes wrong", []) if not text.startswith("The sources")]
    for head, sentences in (
        ("Match", match.get("A match", [])),
        ("Points", match.get("Points", [])),
        ("Hand", scores[:1]),
        ("Winning", winning),
        ("Game", [text for text in scores if text.startswith("For Game")]),
        ("Penalties", wrong),
        ("Walkover", match.get("Walkovers", [])),
        ("Level", match.get("Level teams", [])),
    ):
        if sentences:
            yield head, " ".join(sentences)


def due_of(regulations: Regulations) -> str:
    rules = regulations.late_result or regulations.missing_card
    return due_in_words(rules[0].due, "the match") if rules else ""


def _postponing(regulations: Regulations) -> str:
    agree = "Postponed? Agree a new date and tell the secretary"
    rules = regulations.late_new_date
    return f"{agree} {due_in_words(rules[0].due, 'the match was postponed')}." if rules else f"{agree}."
