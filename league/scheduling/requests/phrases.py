"""The words of requests: every word or phrase that a request may consist of, by its kind.

A kind is one letter, so a clause is a string of letters (`clauses`). A word that stands here nowhere is
UNKNOWN: it may stand in a reason, and makes a question of a clause that asks for something. The phrases are
patterns for a text in lower case in which a name is § and days are ¶; `lexicon` finds them.
"""

from enum import StrEnum


class WordKind(StrEnum):
    """What a word or phrase does in a request."""

    TEAM = "T"
    DIVISION = "V"
    DAYS = "D"
    NOT = "N"
    CANNOT = "C"
    NEITHER = "I"
    HOME = "H"
    HOME_TO = "h"
    AWAY = "A"
    AWAY_TO = "a"
    VERSUS = "v"
    MEET = "Y"
    PLAY = "P"
    LEAGUE = "l"
    FREE = "F"
    UNAVAILABLE = "E"
    SHUT = "S"
    ROOM = "R"
    NUMBER = "#"
    TIMES = "q"
    MUST = "M"
    LITTLE = "L"
    MUCH = "X"
    BOTH = "B"
    SAME_NIGHT = "W"
    APART = "Z"
    SHARE = "i"
    ONLY = "O"
    KEEP = "K"
    CUP = "U"
    RESERVE = "Q"
    EVERYBODY = "G"
    NOBODY = "J"
    START = "s"
    FINISH = "e"
    WEEKDAY = "y"
    WEEK = "w"
    EVENT = "x"
    OCCASION = "z"
    LEAVES = "p"
    US = "u"
    THAT_NIGHT = "n"
    TEAMS = "t"
    PLACE = "r"
    TRAP = "!"
    DURATION = "~"
    VAGUE = "?"
    FILLER = "f"
    UNKNOWN = "_"
    STOP = ","
    JOINT = "&"
    OR = "|"
    BUT = "+"
    BECAUSE = "b"
    SO = "o"


# The phrases of each kind, as patterns parted by |. Of kinds that claim the same words the first has them.
PHRASES = {
    WordKind.TRAP: r"""
        to be confirmed | tbc | provisional(?:ly)? | tentative(?:ly)? | anything but
        no (?:chance|thanks|thank you|ta|way)
        (?:is|are|be) free(?= to| for| (?:on )?¶) | free (?:to|for) (?:play|cards)
        '?appen | happen | except | excepting | unless | apart from | other than | either | instead
        swap\w* | exchang\w* | switch\w* | maybe | perhaps | might | (?:not|n't) sure
        (?:don'?t|doesn'?t|wouldn'?t) (?:really )?(?:mind|care|matter)
        not (?:too )?(?:bothered|fussed|fussy) | if | whether | rather than | than | not all | but not
        no longer | any ?more | any longer | no objections? | no problems? | not a problem | happy
        cancel\w* | ignore\w* | forget | instead of | used to | reopen\w* | open again | moved? | moving
        otherwise | though | although | however | whatever | whichever | one of | any of | some of
        a (?:team|side) (?:from|at|of) | last (?:year|season) | next (?:year|season) | for good
        permanently | for ever | likewise | ditto | also | as well | not necessarily | no need
        (?:don'?t|doesn'?t|won'?t|not) (?:have to|need) | needn'?t | provid(?:ed|ing) | assuming
        as long as | alternatively | or else | withdraw\w* | resign\w* | folded | already
        any (?:other )?(?:night|week|date|time) | not both | not just | joking | not really | will manage
        can manage it
    """,
    WordKind.DURATION: r"""
        fortnights? | onwards? | until | till | every | each | alternate \w+days? | every other | next
        following | months? | before | weekends? | christmas | xmas | easter | new year | whole | rest of
    """,
    WordKind.VAGUE: r"""
        early | late | mid | middle | beginning of | half of | about | around | roughly | or so | between
        tomorrow | tonight | a few | couple | some ?time | earlier | later | soon | after | from | by
        summer | winter | spring | autumn | first | second | third | fourth | last | final | during
        throughout | days? | dates
    """,
    WordKind.NOT: r"""
        waint | weean't | wi'nt | nivver | <not>(?: (?:want|wish|like|be able) to)? | no | none | nae | nowt
        avoid\w* | rather not | sooner not | prefer not | won'?t be able to | don'?t want
        doesn'?t want | steer clear of | stop\w* | prevent\w* | refuse\w*
    """,
    WordKind.CANNOT: r"""
        <cannot> | (?:won'?t|not|will not) be able to | (?:struggl\w*|will struggle) to
        not possible(?: for .{1,20}? to)? | in no position to
    """,
    WordKind.NEITHER: r"""
        neither | neither of
    """,
    WordKind.ROOM: r"""
        (?:room|space|tables?|boards?|rooms)(?: for)? | takes? | can take | cope with | fit in | capacity
        accommodates? | seats? | (?:can )?(?:manage|handle)(?= (?:only )?(?:one|two|three|four|five|six))
        (?:can )?hosts?(?= (?:only )?(?:one|two|three|four|five|six))
    """,
    WordKind.HOME: r"""
        (?:at )?home(?: <match>)? | (?:be )?host(?:s|ing)?(?: an?y?)?(?: <match>)? | at ours | to be at home
        have (?:cards|a match|anyone|anybody|people|visitors) (?:in|here|on|round)
        (?:have|get|fit) (?:anyone|anybody|people|visitors)(?: (?:in|here|round))?
        (?:have|play|hold|stage|put on) (?:the )?cards(?: here)? | on home turf
    """,
    WordKind.HOME_TO: r"""
        (?:to be |be )?(?:at )?home (?:to|against|v|vs|versus|with) | entertain\w*
        (?:host|hosts|hosting) (?=§)
    """,
    WordKind.AWAY: r"""
        away(?: from home)?(?: <match>)? | travel\w* | on (?:the|their|our) travels | on the road | go out
        visiting | play out
    """,
    WordKind.AWAY_TO: r"""
        (?:to be |be )?away (?:to|at|against|v|vs|versus|with) | travel to | visit | visits | to visit | go to
    """,
    WordKind.VERSUS: r"""
        v | vs | versus | against
    """,
    WordKind.MEET: r"""
        meet | meets | meeting | derby | derbies | local derby | (?:play )?each other
        (?:play )?one another
    """,
    WordKind.PLAY: r"""
        lai?k(?:e|in'?|ing)? | play(?:s|ing|ed)?(?: (?:cards|a match|any|their match))?
        (?:league )?<match> | cards
        (?:field|raise|get|turn out|muster|find|put(?: out)?)(?: an?y?)? (?:full )?(?:team|side)(?:<up>)?
        get (?:a|the|their|us a|our) (?:team|side|four|eight|players)(?: out| together)? | turn out
        make it | make | do | manage | available | fulfil\w* | take part | show up | turn up | get there
        get (?:eight|enough)(?: players| together)* | in action
    """,
    WordKind.LEAGUE: r"""
        (?:the )?league(?: (?:cards|matches|games|fixtures|night|play|programme))?
    """,
    WordKind.FREE: r"""
        (?:christmas|xmas|new year|easter|winter|mid-?season) (?:break|shutdown|recess)
        (?:(?:a|the|their|our) )?(?:free|blank|rest|idle|bye|empty|spare) (?:week|night|evening|date)
        (?:(?:a|the|their|our) )?(?:week|night|day|evening|match|date)s? (?:off|free|out)
        (?:a )?(?:week'?s )?rest | off | free | blank | bye | clear | empty | miss(?:es|ing)?
        skip(?:s|ped)? | sit out | sitting out | excused | left out | a break | time off
        no match(?:es)? at all
    """,
    WordKind.UNAVAILABLE: r"""
        (?:have|has|got) no (?:team|side|players)
        (?:have|has)(?: not|n't) (?:got )?(?:enough|a team|a side)(?: players| bodies| men| people)?
        short of (?:players|bodies|men|numbers|a team) | unavailable
        <not> (?:be |going to be )?(?:free|available|about|around) | out of action | not there
        (?:not|won'?t be) here
    """,
    WordKind.SHUT: r"""
        clos(?:ed|es|e|ing)(?: down)? | shut(?:s|ting)?(?: up| down)? | not (?:be )?open | won'?t be open
        isn'?t open | aren'?t open
        (?:closed |shut )?for (?:a )?(?:re-?furb\w*|re-?decorat\w*|refit\w*|repairs|alterations)
        (?:being )?(?:re-?furb\w*|(?:re-?)?decorat\w*|refitt?\w*) | shut(?: up)? shop
    """,
    WordKind.NUMBER: r"""
        one | two | three | four | five | six | a single | single | 1 | 2 | 3 | 4 | 5 | 6
    """,
    WordKind.TIMES: r"""
        (?:once|twice|thrice|(?:three|four|two|3|4|2) times)(?: each| apiece)?
    """,
    WordKind.MUST: r"""
        mun | must | ha(?:ve|s) (?:got )?to | needs? to | needs? | essential | definitely | always
        at all costs | under no circumstances | on no account | no matter what | vital | required
        insists?(?: on)? | absolutely
    """,
    WordKind.LITTLE: r"""
        if (?:at all )?possible
        if (?:you|it|we|they) (?:can|could)(?: be (?:done|helped|arranged|managed))?
        if (?:it|that) (?:suits|works|fits) | if poss | where possible | wherever possible | when possible
        ideally | prefer\w* | rather | sooner | nice(?: (?:if|to))? | it would be nice if | hopefully
        fancy | not (?:the end of the world|essential|vital)
        (?:would be )?(?:lovely|grand|handy)(?: (?:if|to))? | as far as possible | try to
        if (?:there'?s|you have) a chance
    """,
    WordKind.MUCH: r"""
        really | very much | badly | important | desperate(?:ly)? | especially | very keen | keen | strongly
        above all
    """,
    WordKind.BOTH: r"""
        both(?: of)? | all(?: of)? | the two | all three | all four | the pair of
    """,
    WordKind.SAME_NIGHT: r"""
        (?:(?:on|at|in) )?(?:the )?(?:same|one) (?:night|time|week|evening|date)s? | together | at once
        clash\w* | simultaneously | at a time | a night | per night | an evening | in a week | side by side
    """,
    WordKind.APART: r"""
        apart | (?:(?:on|in) )?(?:opposite|alternate|alternating|different) (?:weeks|nights|dates)
        week about | turn and turn about | alternately | alternat(?:e|es|ing) | opposite
    """,
    WordKind.SHARE: r"""
        shar(?:e|es|ing) (?:a |an |the |one |only |same |its |their |our )*(?:<room>)s?
    """,
    WordKind.ONLY: r"""
        nobbut | only | just | no more than | not more than
    """,
    WordKind.KEEP: r"""
        keep | keeps | kept | leave | left | reserved? | save | saved | set aside | put (?:aside|by) | hold
        held
    """,
    WordKind.CUP: r"""
        (?:(?:<round>) )*cup(?: (?:(?:(?:semi|quarter)[- ]?)?finals?|night|week|round|ties?|matches|draw))*
    """,
    WordKind.RESERVE: r"""
        (?:<later>)(?: (?:matches|games|fixtures|ones|weeks?|nights?|on))*
    """,
    WordKind.EVERYBODY: r"""
        every(?:body|one) | all (?:the )?(?:teams|sides|pubs|clubs) | the whole league | both divisions
        everything | all (?:the )?(?:league )?(?:matches|games|fixtures|cards) | at all | the league
    """,
    WordKind.NOBODY: r"""
        nobody | no ?one | no-one | no (?:teams?|sides?|one)
    """,
    WordKind.START: r"""
        (?:start|begin|open|commence)(?:s|ing)?<season> | (?:get|kick) (?:started|going|off)
        start of the season
    """,
    WordKind.FINISH: r"""
        (?:finish|end)(?:es|s|ing)?(?: up)?<season>
    """,
    WordKind.WEEKDAY: r"""
        (?:mon|tues|wednes|thurs|fri|satur|sun)days?(?: (?:nights?|evenings?))?
    """,
    WordKind.WEEK: r"""
        weeks?
    """,
    WordKind.OCCASION: r"""
        (?<='s )(?:18|21|30|40|50|60|65|70|75|80|90|100)(?:st|th)(?: (?:birthday|do|party))?
        (?:\d+(?:st|nd|rd|th) )?(?:anniversary|birthday(?: (?:party|do|bash))?) | gala | open day
        retirement | reunion | jubilee | centenary | half[- ]term(?: week| holidays?)?
        presentation(?: night| evening)? | opening | do
    """,
    WordKind.EVENT: r"""
        (?:brass|steel|silver|pipe) band | choir | auction | bazaar | jumble sale | gig
        comedy night | blood donors
        polling station | election | (?:committee|parish|union|annual|general|public) meeting | rehearsals?
        \w+day (?:school|lunch|dinner|service|league|football|roast)s?
        (?:<place>|room)(?:'s| is| are)?(?: (?:not|n't))?(?: be)? (?:unavailable|out of (?:use|bounds))
        (?:<place>|room)(?:'s| is| are| will)? ?(?:n't|not)(?: be)? (?:available|free|usable|ready|fit)
        (?:<place>|room) (?:isn't|won't be|aren't) (?:available|free|usable|ready|fit)
        (?:(?:<holding>) (?:an?|the|our|their) )?(?:(?:<feast>) )?(?:<event>)(?: (?:<event_kind>))*
        (?:<feast>) (?:<event_kind>) | (?:works|coach) (?:outing|trip|do) | a do | do on | function | buffet
        wake | panto(?:mime)? | agm | book(?:ed|ing)(?: (?:up|out|in))? | double[- ]booked | in use
        being used | let(?: out)? | hired(?: out)? | taken | occupied | not (?:be )?usable | fully booked
        no (?:room|space) | being (?:used|painted) | painters (?:are )?in
        having .{1,30} (?:done|fitted|painted|laid) | needed for
    """,
    WordKind.LEAVES: r"""
        (?:off|going|gone|away|over) (?:to|in) (?!the\b|a\b|an\b|play\b|host\b|start\b|be\b)(?![§¶])\w+
        (?:<person>|<some>|(?:they|we|he|she)(?: all)?)(?:<are>)?(?: both)? (?:<gone>)(?: (?:<why_gone>))?
        (?:on|off on) (?:(?:his|her|their|our|a|us) )?(?:holidays?|hols|cruise|honeymoon|stag do|hen do)
        no (?:minibus|driver|transport|bus|car|heating|staff|cook|chef|bar staff)
        short[- ]?(?:staffed|handed)?
    """,
    WordKind.THAT_NIGHT: r"""
        (?:that|this) (?:night|evening|week|day|date|time) | (?:those|these) (?:nights|weeks|dates)
    """,
    WordKind.US: r"""
        we | us | our | ours | i | my | me | we'd | we've | we're | we'll | i'd | i've | i'm
    """,
    WordKind.TEAMS: r"""
        teams? | sides? | lads | lasses | lot | boys | girls | squads? | crew | players
    """,
    WordKind.PLACE: r"""
        <place>
    """,
    WordKind.BECAUSE: r"""
        because(?: of)? | cos | 'cos | coz | due to | owing to | as | since | on account of | thanks to
        seeing as | with | without | while | whilst | for | who | which | where | when | in case(?: of)?
        through
    """,
    WordKind.SO: r"""
        so(?: that)? | therefore | hence | thus | which means | meaning | and so | then
    """,
    WordKind.JOINT: r"""
        and | nor | plus | & | /
    """,
    WordKind.OR: r"""
        or
    """,
    WordKind.BUT: r"""
        but | yet
    """,
    WordKind.FILLER: r"""
        (?:can|could) do with
        tha | thee | thi | ey up | nah then | owt | sithee | us 'uns | yer | yous | by 'eck | inclusive
        (?:would )?(?:be )?(?:much )?(?:obliged|grateful|appreciated?|glad|pleased)(?: it)? if(?:<they_can>)?
        drawn | drawn out | the | a | an | please | pls | can | could | would | will | should | shall | may
        like | love | want(?:s|ed)? | wish(?:es)? | ask(?:s|ed|ing)? | request(?:s|ed|ing)? | is | are | be
        been | being | am | it | it's | its | that | that's | this | there | there's | have | has | had
        having | 've | 'd | 's | s | r | got | get | gets | give | gives | given | let | put | putting | fix
        fixed | arrange[ds]? | schedule[ds]? | make sure | see | see to it | of | in | on | at | to | for
        into | you | your | they | they'd | they've | they're | them | their | theirs | he | she | his | her
        you'd | would like | i'd like | hi | hello | hey | dear | morning | just | just to say | to say
        say | note | nb | re | request | regards | cheers | thanks | thank you | ta | now then
        would you mind | do you mind | would it be possible | is it possible | be possible
        any chance(?: of)? | a chance of | the chance of | how about | what about | perhaps you could
        if i may | if i could ask | do | does | did | as usual | by the way | again please | kindly
        nights? | evenings? | time | season
        the season | this season | of the season | here | here at | at the | over at | from the
        to be | be played | to be played | hope(?:s|ful|ing)? | looking for | look for | going | going to
        any | some | home ground | own | our own | so far | early doors
        (?:early|late) in the season(?=\W+¶) | captain | skipper | secretary | landlord | landlady | steward
        as requested | decided | agreed | confirm\w* | chosen | opted | one | is it | set | down for
        down as | to say that | say that | know | i think | we think | said | says | told | tell | wondering
        wonder | appreciate | grateful | glad | great | good | pleased | nice one | sorry | afraid
        unfortunately | sadly | regret | remember | bear in mind | mention | that the
    """,
}
