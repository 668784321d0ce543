"""One game of a signed sheet as a captain objects to it: its hands, the answers, what would follow."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from league.competition.team_names import button_names
from league.models import Scorecard
from league.results.log import AWARDS, Body, SheetPlace
from league.results.pages.script_words import MARKS, script_words
from league.results.parsing.comparison import CALL_WORDS
from league.results.parsing.fields import BEG, HUNG, TURNED
from league.results.parsing.phone_messages import read_body
from league.results.parsing.recorded_fields import FINAL, FINAL_FIELDS, HAND_FIELDS
from league.results.proposals import Changes, HandSoFar, SheetVersion, real_changes
from league.results.selectors.objections import game_words, match_words
from scoring.hands import Score


class ObjectionPage:
    """One game of a report with what is typed. `wanted` are its places as they were sent, none at first."""

    def __init__(
        self, card: Scorecard, recorded: SheetVersion, table: int, game: int, wanted: Changes | None = None
    ) -> None:
        self.card, self.recorded = card, recorded
        self.table, self.game = table, game
        changes = real_changes(recorded, wanted or {})
        self.proposed = SheetVersion(recorded.match, recorded.recorded, changes)
        self.awards = recorded.rules.awards
        self._can_be_nobody = {
            award["name"] for award in script_words(recorded.checked)["awards"] if award["nobody"]
        }
        self._words = dict(zip("ha", button_names(recorded.match.home, recorded.match.away), strict=True)) | {
            "-": "Nobody"
        }
        self.title = recorded.layout.where(table, game)
        self.reporter = self._words[card.reported_for]
        """The short name of the side that signed the sheet."""
        self.sides = (("home", self._words["h"]), ("away", self._words["a"]))
        self.is_changed = bool(changes)
        self.recorded_words = game_words(recorded, table, game)

    @property
    def proposed_words(self) -> str:
        return game_words(self.proposed, self.table, self.game)

    @property
    def match_words(self) -> str:
        return match_words(self.recorded, self.proposed)

    @property
    def accept_words(self) -> str:
        """The proposed score, and that the table goes on if it does."""
        score = self.proposed.score(self.table, self.game) or (0, 0)
        is_over = self.proposed.is_finished(self.table, self.game)
        word = self.recorded.layout.table_word
        return _figures(score) + ("" if is_over else f": {word} {self.table} goes on")

    @property
    def to_ask(self) -> str:
        """Who has not been asked for yet: “Hand 8: who took Low, Jack and Game?”; empty if nobody."""
        for hand in self.hands:
            if asked := [question["words"] for question in hand["questions"] if question["is_asked"]]:
                *most, last = asked
                who = f"{', '.join(most)} and {last}" if most else last
                return f"Hand {hand['number']}: who took {who}?"
        return ""

    @property
    def refusals(self) -> tuple[str, ...]:
        """What cannot be of what is typed, apart from what is asked."""
        return () if self.to_ask or not self.is_changed else self.proposed.refusals

    @property
    def may_be_sent(self) -> bool:
        return self.is_changed and not self.proposed.refusals

    @cached_property
    def hands(self) -> tuple[dict[str, Any], ...]:
        """The recorded hands, the first first."""
        pairs = zip(
            self.recorded.hands(self.table, self.game),
            self.proposed.hands(self.table, self.game),
            strict=True,
        )
        return tuple(self._hand(before, after) for before, after in pairs)

    def _hand(self, before: HandSoFar, after: HandSoFar) -> dict[str, Any]:
        place = SheetPlace(self.table, self.game, f"h{after.number}")
        typed = self.proposed.changes.get(place, before.body)
        beside = self.recorded.layout.beside
        questions = tuple(self._questions(place, before.body, typed, after))
        is_changed, is_asked = place in self.proposed.changes, any(each["is_asked"] for each in questions)
        return {
            "number": after.number,
            "marks": tuple(MARKS.get(after.body.get(award.value, ""), "") for award in self.awards),
            "score": _figures(after.score),
            "was": _figures(before.score) if not after.is_needed or before.score != after.score else "",
            "is_needed": after.is_needed,
            "is_changed": is_changed,
            "is_asked": is_asked,
            "is_open": is_changed or is_asked,
            "questions": questions,
            "beside": tuple((name, typed.get(name, "")) for name in beside),
            "has_turnup": TURNED in beside,
            "has_hung": HUNG in beside,
        }

    def _questions(
        self, place: SheetPlace, before: Body, typed: Body, after: HandSoFar
    ) -> Iterator[dict[str, Any]]:
        if BEG in self.recorded.layout.beside:
            asked = (("", value, word.capitalize()) for value, word in CALL_WORDS.items())
            yield {
                "field": f"{place.name}-{BEG}",
                "words": "Beg",
                "choices": tuple(_choices(BEG, asked, before, typed)),
                "is_asked": False,
            }
        for award in self.awards:
            letters = ("h", "-", "a") if award.value in self._can_be_nobody else ("h", "a")
            answers = ((MARKS[letter], letter, self._words[letter]) for letter in letters)
            yield {
                "field": f"{place.name}-{award.value}",
                "words": award.words,
                "choices": tuple(_choices(award.value, answers, before, typed)),
                "is_asked": award.value in after.to_ask,
            }

    @property
    def final(self) -> tuple[tuple[str, str, str], ...]:
        """The final score where it does not follow from hands: field, side and figure of each side."""
        if not self.recorded.has_final(self.table, self.game):
            return ()
        place = SheetPlace(self.table, self.game, FINAL)
        body = self.proposed.changes.get(place, self.recorded.body(place))
        words = (self._words["h"], self._words["a"])
        return tuple((name, word, body.get(name, "")) for name, word in zip(FINAL_FIELDS, words, strict=True))


def _choices(
    name: str, answers: Iterator[tuple[str, str, str]], before: Body, typed: Body
) -> Iterator[dict[str, Any]]:
    for mark, value, word in answers:
        is_chosen, is_recorded = typed.get(name) == value, before.get(name) == value
        yield {
            "value": value,
            "mark": mark,
            "word": word,
            "is_chosen": is_chosen,
            "is_recorded": is_recorded,
            "is_changed": is_chosen and not is_recorded,
        }


def _figures(score: Score) -> str:
    return "–".join(map(str, score))


def typed_changes(post: Mapping[str, str], recorded: SheetVersion, table: int, game: int) -> Changes:
    """Return the places of a game as a form sent them. Raises ValueError for what no field accepts."""
    wanted: dict[SheetPlace, Body] = {}
    for place in recorded.places(table, game):
        prefix = "" if place.name == FINAL else f"{place.name}-"
        names = FINAL_FIELDS if place.name == FINAL else HAND_FIELDS
        sent = {name: post[prefix + name] for name in names if prefix + name in post}
        if sent:
            # A form leaves out what is not chosen: awards, which nobody can un-choose.
            wanted[place] = {
                **{name: text for name, text in recorded.body(place).items() if text and name in AWARDS},
                **read_body(place, sent, recorded.layout),
            }
            if place.name == FINAL:
                wanted[place] = _whole_final(wanted[place], recorded)
    return wanted


def _whole_final(body: Body, recorded: SheetVersion) -> dict[str, str]:
    """Return both figures of a final score: the winner's follows from the loser's."""
    target = str(recorded.rules.target or "")
    return {name: body.get(name) or target for name in FINAL_FIELDS if body.get(name) or target}
