"""Find the phrases of `phrases` in a text: the longest at a place, whatever its kind."""

import re
from functools import cache

from league.scheduling.requests.phrases import PHRASES, WordKind

# Parts of phrases, by their names in angle brackets.
_PARTS = {
    "person": r"""
        land(?:lord|lady) | licensee | gaffer | gov'?nor | boss | manager | manageress | steward(?:ess)?
        chef | cook | driver | captain | skipper | secretary | barman | barmaid | bar staff | staff
        caretaker
    """,
    "some": r"""
        (?:half|most|some|many|four|three|two|five|six|several|a few|lots?) of (?:us|them)
        (?:half|most|some|many|four|three|two|several|a few) of (?:the|our|their) (?:<players>)
        half (?:the|our|their) (?:team|side|squad) | (?:two|three|four|five|six) (?:players|lads|lasses)
    """,
    "they_can": r"""
        [ ](?:there|it|they|we|you|i)(?: (?:was|were|is|could|can))?
    """,
    "players": r"""
        team | players | lads | lasses | side | squad
    """,
    "not": r"""
        not | never | don'?t | doesn'?t | didn'?t | won'?t | isn'?t | aren'?t | ain'?t | haven'?t | hasn'?t
        wouldn'?t | shouldn'?t | mustn'?t
    """,
    "cannot": r"""
        can ?not | can'?t | couldn'?t | unable to | not able to | impossible (?:for .{1,20} )?to
    """,
    "match": r"""
        match(?:es)? | games? | fixtures? | ties? | dates? | nights? | leg
    """,
    "up": r"""
        [ ]out | [ ]up | [ ]together
    """,
    "room": r"""
        table | board | room | snug | tap ?room | dart ?board | dominoes | space | bar | hall | lounge
        vault
    """,
    "place": r"""
        hall | pavilion | lounge | snug | tap ?room | bar | vault | back room | upstairs | downstairs
        cellar | kitchen | premises | club | pub | place | house | inn | concert room | function room
        games room | clubhouse | top room | long room
    """,
    "round": r"""
        pairs | singles | knock-?out | league | summer | charity | team | doubles | plate | first | second
        third | round | (?:\w+ )?round of the | (?:quarter|semi)[- ]?finals? of the | final of the
    """,
    "later": r"""
        catch\w*(?:[- ]?up)? | postpone\w* | postponements? | re-?arrang\w* | spare | backlog | left-?over
        called[- ]off | outstanding | reserve week
    """,
    "holding": r"""
        host | hosts | hosting | having | holding | stage | stages | staging | got | putting on
    """,
    "feast": r"""
        christmas | xmas | easter | halloween | bonfire | new year | harvest | summer | parish | works
        school | area | annual | coach
    """,
    "event": r"""
        wedding | funeral | band | quiz | karaoke | disco | singer | party | function | folk | race
        presentation | christening | birthday | anniversary | darts | domino(?:es)? | pool | snooker | crib
        bingo | beer | jazz | concert | open mic | private | charity | burns | burns night | raffle | talent
        fancy dress | pie and peas? | race night | ladies'?
    """,
    "event_kind": r"""
        night | evening | party | reception | do | tea | supper | final | finals | match | game | knockout
        tournament | fair | festival | club | dance | concert | booking | event | disco | raffle | draw
        dinner | meal | bash | lunch | quiz | buffet | social | night out | outing | trip
    """,
    "are": r"""
        's | 're | [ ]is | [ ]are | [ ]will be | [ ]has | [ ]have
    """,
    "gone": r"""
        away | off | gone | abroad | on (?:his |her |their |a |the )?(?:holidays?|hols|cruise|leave)
        going away | out of the country
    """,
    "why_gone": r"""
        on (?:his |her |their |a )?(?:holidays?|hols|business|cruise)
    """,
    "season": r"""
        (?: off)?(?: (?:the|their|our|its|this) (?:season|campaign))?
    """,
}


def _alternatives(text: str) -> list[str]:
    """Return the patterns of a text of phrases, the longest first, as regex takes the first that fits."""
    return sorted(
        (part for line in text.splitlines() for part in line.strip().split(" | ") if part),
        key=len,
        reverse=True,
    )


def _pattern(text: str) -> str:
    """Return one pattern of all phrases, with the parts in place of their names."""
    pattern = f"(?:{'|'.join(_alternatives(text))})"
    return re.sub("<([a-z_]+)>", lambda name: _pattern(_PARTS[name[1]]), pattern)


@cache
def _patterns() -> list[tuple[WordKind, re.Pattern[str]]]:
    """Return the pattern of each kind; at the first use, because compiling them takes a tenth of a second."""
    return [
        (kind, re.compile(rf"{_pattern(phrases)}(?:'(?:s|re|ve|d|ll))?(?![\w'])"))
        for kind, phrases in PHRASES.items()
    ]


def longest(text: str, place: int) -> tuple[WordKind, int]:
    """Return the kind of the longest phrase of a plain text at a place, and where it ends.

    Returns UNKNOWN and the place itself if no phrase begins there. Of kinds that claim the same words the
    first of `PHRASES` has them.
    """
    matches = ((kind, match.end()) for kind, pattern in _patterns() if (match := pattern.match(text, place)))
    return max(matches, key=lambda phrase: phrase[1], default=(WordKind.UNKNOWN, place))
