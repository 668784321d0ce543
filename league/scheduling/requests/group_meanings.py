"""Read a clause about teams that want to be at home together, or never together."""

from collections.abc import Sequence

from league.scheduling.planner.task import GroupConstraint, TeamGroup
from league.scheduling.requests.answers import (
    AnswerChoice,
    RequestMeaning,
    UnreadableSentence,
    meaning_of_requests,
)
from league.scheduling.requests.boxes import NORMAL
from league.scheduling.requests.clauses import (
    AskingClause,
    RequestStrength,
    SentencePart,
    TaggedSentence,
    strength_of,
)
from league.scheduling.requests.unread_words import refuse_rest
from league.scheduling.requests.vocabulary import PLACES, REFUSING, TELLING, Word, word_kinds
from league.shared.text import listed

_GROUP = PLACES | REFUSING | TELLING | word_kinds("team play both same_night apart keep teams share place")

# One at home when another is away.
IN_TURN = tuple(
    (Word.TEAM, one, Word.TEAM, other) for one, other in ((Word.HOME, Word.AWAY), (Word.AWAY, Word.HOME))
)


def group(sentence: TaggedSentence, clause: AskingClause, teams: tuple[str, ...]) -> RequestMeaning:
    """Return how the nights of several teams should fall.

    Raises:
        UnreadableSentence: one question.
    """
    refuse_rest(clause.part.tokens, _GROUP)
    constraint = _constraint(clause.part, is_one_pub(sentence, teams), len(teams))
    if constraint is None:
        names, reason = listed(teams), f" ({sentence.reason})" if sentence.reason else ""
        choices = group_choices(names, reason)
        raise UnreadableSentence(f"What is asked of {names}?", choices)
    return _meaning(sentence, teams, constraint, strength_of(sentence, clause.part.kinds))


def group_choices(names: str, reason: str = "") -> list[AnswerChoice]:
    """Return what can be asked of the nights of several teams, each with its line."""
    choices = {
        "never both at home": "never both at home",
        "never both away": "never both away",
        "at home on the same nights": "home together",
    }
    return [AnswerChoice(words=words, line=f"{names} {line}{reason}") for words, line in choices.items()]


def shared_room(sentence: TaggedSentence, teams: tuple[str, ...]) -> RequestMeaning:
    """Return what it means that teams of a pub share a table or a room: never two of them at home."""
    strength = RequestStrength(weight=NORMAL, must=False)
    return _meaning(sentence, teams, TeamGroup.NEVER_HOME_TOGETHER, strength)


def is_one_pub(sentence: TaggedSentence, teams: Sequence[str]) -> bool:
    """Return whether all teams are at home in the same pub."""
    return len({sentence.finder.pub_of[team] for team in teams}) == 1


def _constraint(part: SentencePart, one_pub: bool, teams: int) -> TeamGroup | None:
    kinds, places = part.kinds, part.kinds & PLACES
    if part.order in IN_TURN:
        return TeamGroup.OPPOSITE if teams == 2 else None
    is_refused = part.refusals == 1
    if part.refusals > 1 or len(places) > 1:
        return None
    if is_refused and Word.HOME in places:
        is_all = teams > 2 and any(
            token.text.casefold().startswith("all") for token in part.of_kind(Word.BOTH)
        )
        return TeamGroup.NEVER_ALL_HOME if is_all else TeamGroup.NEVER_HOME_TOGETHER
    if is_refused and Word.AWAY in places:
        return TeamGroup.NEVER_ALL_AWAY
    if is_refused:
        is_clash = Word.SAME_NIGHT in kinds and one_pub and Word.PLAY not in kinds
        return TeamGroup.NEVER_HOME_TOGETHER if is_clash else None
    if Word.APART in kinds and Word.AWAY not in places and (places or one_pub):
        return TeamGroup.NEVER_HOME_TOGETHER
    # A word that nobody knows may refuse what stands behind it.
    is_plain = Word.HOME in places and Word.UNKNOWN not in part.order[: part.order.index(Word.HOME)]
    return TeamGroup.HOME_TOGETHER if is_plain else None


def _meaning(
    sentence: TaggedSentence, teams: tuple[str, ...], constraint: TeamGroup, strength: RequestStrength
) -> RequestMeaning:
    request = GroupConstraint(
        teams=teams, company=constraint, weight=strength.weight, must=strength.must, because=sentence.reason
    )
    return meaning_of_requests([request], sentence.finder.known, sentence.span)
