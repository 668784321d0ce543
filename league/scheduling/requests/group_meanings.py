"""Read a clause about several teams: how their nights fall together, when two of them meet."""

import datetime
from collections.abc import Sequence

from league.scheduling.planner.calendar import short_day
from league.scheduling.planner.task import GroupConstraint, MeetingRequest, TeamGroup
from league.scheduling.requests.answers import (
    AnswerChoice,
    RequestMeaning,
    UnreadableSentence,
    meaning_of_requests,
)
from league.scheduling.requests.boxes import BoxRow
from league.scheduling.requests.clauses import (
    AskingClause,
    RequestStrength,
    SentencePart,
    TaggedSentence,
    all_teams,
    strength_of,
)
from league.scheduling.requests.day_reader import DayMention
from league.scheduling.requests.fields import RowKind
from league.scheduling.requests.tagging import SentenceToken
from league.scheduling.requests.unread_words import ask_name, refuse_rest
from league.scheduling.requests.vocabulary import OPPONENTS, PLACES, REFUSING, TELLING, Word, word_kinds
from league.shared.text import listed

_GROUP = PLACES | REFUSING | TELLING | word_kinds("team play both same_night apart keep teams share place")

# What can be asked of the nights of several teams, and how it is said.
GROUPS = {
    "never both at home": "never both at home",
    "never both away": "never both away",
    "at home on the same nights": "home together",
}
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
        choices = [
            AnswerChoice(words=words, line=f"{names} {line}{reason}") for words, line in GROUPS.items()
        ]
        raise UnreadableSentence(f"What is asked of {names}?", choices)
    return group_meaning(sentence, teams, constraint, strength_of(sentence, clause.part.kinds))


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


def group_meaning(
    sentence: TaggedSentence, teams: tuple[str, ...], constraint: TeamGroup, strength: RequestStrength
) -> RequestMeaning:
    """Return what it means that the nights of several teams fall in a way."""
    request = GroupConstraint(
        teams=teams, company=constraint, weight=strength.weight, must=strength.must, because=sentence.reason
    )
    return meaning_of_requests([request], sentence.finder.known, sentence.span)


_MEETING = OPPONENTS | PLACES | TELLING | word_kinds("team play days not cannot keep league both place")
HOME_AGAINST, AWAY_AGAINST = ((Word.TEAM, place, Word.VERSUS) for place in (Word.HOME, Word.AWAY))


def meeting(sentence: TaggedSentence, clause: AskingClause) -> RequestMeaning:
    """Return when two teams are to meet, or the match that is fixed on a day.

    Raises:
        UnreadableSentence: one question.
    """
    kinds = clause.part.kinds
    tokens = list(clause.teams)
    is_hosted = len(tokens) == 3 or [len(token.names) for token in tokens] == [2, 1]
    host = tokens.pop() if is_hosted else None
    names = [name for token in tokens for name in token.names]
    for name in names:
        if len(name.teams) > 1:
            ask_name(sentence, next(token for token in tokens if name in token.names), name)
    pair = tuple(dict.fromkeys(name.teams[0] for name in names))
    if len(pair) != 2 or not kinds & (OPPONENTS | {Word.PLAY}):
        raise sentence.which_team()
    teams = (pair[0], pair[1])
    if not sentence.finder.known.meet(*teams):
        raise UnreadableSentence(
            f"{listed(teams)} are not in one division, so they do not meet. Which two are meant?"
        )
    if host and not set(all_teams(host)) & set(teams):
        raise sentence.which_team()
    refuse_rest(clause.part.tokens, _MEETING)
    mentions = [when for token in clause.whens for when in token.whens]
    when = mentions[0] if len(mentions) == 1 else DayMention()
    is_refused = bool(kinds & word_kinds("not cannot"))
    if when.ends:
        raise UnreadableSentence(
            f"The date of the {when.ends[0].value} night follows from the plan. Nothing is fixed on it."
        )
    if not when.days:
        raise UnreadableSentence(f"When should {listed(teams)} meet?")
    days = when.days
    if is_refused and len(days) == 1 and not when.edge:
        raise UnreadableSentence(f"Are {listed(teams)} not to meet that day, or can one of them not play?")
    since: datetime.date | None = None if when.edge == "before" else days[0]
    until: datetime.date | None = None if when.edge == "after" else days[-1]
    own_ground = kinds & PLACES
    if not is_refused and len(days) == 1 and not when.edge and (host or Word.MEET not in kinds):
        return _fixed(clause, teams, host, days[0])
    if not is_refused and (
        host or own_ground or kinds & word_kinds("home_to away_to") or (days[-1] - days[0]).days >= len(days)
    ):
        raise UnreadableSentence(f"On which days should {listed(teams)} meet?")
    strength = strength_of(sentence, kinds)
    request = MeetingRequest(
        teams=teams, since=since, until=until, weight=strength.weight, must=strength.must,
        because=sentence.reason, apart=is_refused,
    )  # fmt: skip
    return meaning_of_requests([request], sentence.finder.known, sentence.span)


def _follow(order: Sequence[Word], kinds: Sequence[Word]) -> bool:
    """Return whether words of these kinds follow each other."""
    return any(tuple(order[place : place + len(kinds)]) == tuple(kinds) for place in range(len(order)))


def _fixed(
    clause: AskingClause, teams: tuple[str, str], host: SentenceToken | None, day: datetime.date
) -> RequestMeaning:
    """Return a match that is fixed on a day; who is at home must be plain."""
    kinds, order = clause.part.kinds, clause.part.order
    is_plain = bool(host or kinds & word_kinds("home_to versus away_to"))
    is_visit = Word.AWAY_TO in kinds or _follow(order, AWAY_AGAINST)
    home = teams[1] if is_visit else teams[0]
    if host:
        home = next(team for team in teams if team in all_teams(host))
    is_plain = is_plain and not (
        kinds & PLACES and not _follow(order, HOME_AGAINST) and not _follow(order, AWAY_AGAINST)
    )
    away = next(team for team in teams if team != home)
    if not is_plain or Word.LITTLE in kinds:
        when = short_day(day)
        raise UnreadableSentence(
            "Who is at home, and is the day fixed?" if Word.LITTLE in kinds else "Who is at home?",
            [
                *(
                    AnswerChoice(words=f"{first}, on {when}", line=f"{first} v {second} on {when}")
                    for first, second in (teams, teams[::-1])
                ),
                AnswerChoice(words="either", line=f"{teams[0]} and {teams[1]} meet on {when}"),
            ],
        )
    row = BoxRow(texts={"home": home, "away": away, "date": day.isoformat()})
    return RequestMeaning(rows=((RowKind.FIXED, row),), words=f"{home} v {away} is fixed on {short_day(day)}")
