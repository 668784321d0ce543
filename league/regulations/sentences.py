"""Regulations and the rules about people in sentences, for the league's rules page."""

from collections.abc import Callable, Iterable, Iterator

from league.competition.season_rules.people import (
    Borrowing,
    CupTied,
    CutOff,
    OwnPlayers,
    People,
    PeopleRule,
    Registering,
    SamePub,
    SquadLimits,
    Transfers,
)
from league.competition.season_rules.rules import (
    IneligiblePlayer,
    LateRule,
    LateStep,
    NoticeBand,
    Payer,
    PostponementEffect,
    Postponements,
    Reaward,
    Regulations,
    ShortTeams,
    Steps,
    pounds,
)
from league.regulations.deadlines import PAYERS
from league.shared.moments import (
    Due,
    Duration,
    OnDate,
    Unit,
    WeekdayAfter,
    clock_in_words,
    day_in_words,
    duration_in_words,
)
from league.shared.text import capitalised, count, counted, listed


def in_words(regulations: Regulations) -> list[str]:
    """Return the regulations, a sentence a rule; empty without any."""
    sentences = (
        *_due("the result must be in", "the match", regulations.late_result, "its own report of the result"),
        *_due("the scorecard must be in", "the match", regulations.missing_card, "its own scorecard"),
        *_one_report(regulations.one_report_stands),
        *_postponements(regulations.postponements),
        *_due("a postponed match must have a new date", "it was postponed", regulations.late_new_date),
        *_due("a postponed match must be played", "its first date", regulations.late_replay),
        *(_late_start(step) for step in regulations.late_start),
        *_walkover(regulations.walkover),
        *_short_teams(regulations.short_teams),
        *_ineligible(regulations.ineligible_player),
        *people_in_words(regulations.people),
    )
    return [f"{capitalised(sentence)}." for sentence in sentences]


def _due(what: str, counted_from: str, rules: tuple[LateRule, ...], own: str = "") -> Iterator[str]:
    """Yield what is due when, and what it costs; a later rule adds to the ones before it."""
    for place, rule in enumerate(rules):
        subject = f"each side must send {own}" if own and rule.pays is Payer.AT_FAULT else what
        sentence = f"{subject} {due_in_words(rule.due, counted_from)}"
        if rule.penalties.each:
            penalty = "a further penalty" if place else "the penalty"
            sentence += f"; if not, {penalty} for {PAYERS[rule.pays]} is {rule.penalties.words}"
        if rule.warning_hours:
            sentence += (
                f"; a warning is given {duration_in_words(Duration(rule.warning_hours, Unit.HOURS))} before"
            )
        yield sentence


def due_in_words(due: Due, counted_from: str) -> str:
    """Return by when something is due: "by noon on the Saturday after the match"."""
    clock = "the end of" if due.at is None else f"{clock_in_words(due.at)} on"
    match due:
        case WeekdayAfter():
            later = f", {duration_in_words(Duration(due.weeks, Unit.WEEKS))} on" if due.weeks else ""
            return f"by {clock} the {due.weekday.words} after {counted_from}{later}"
        case OnDate():
            return f"by {clock} {day_in_words(due.on)} {due.on.year}"
        case Duration(unit=Unit.HOURS):
            return f"within {duration_in_words(due)} after {counted_from}"
        case Duration():
            day = f"{duration_in_words(due)} after {counted_from}" if due.number else "the same day"
            return f"within {day}" if due.at is None else f"by {clock_in_words(due.at)}, {day}"


def _one_report(stands: Duration | None) -> Iterator[str]:
    if stands is not None:
        after = due_in_words(stands, "its report").removeprefix("within ")
        yield f"a result reported by one side only stands {after}"


def _postponements(rule: Postponements | None) -> Iterator[str]:
    if rule is None:
        return
    for band in rule.bands:
        yield _band(band)
    if rule.bands and rule.bands[-1].notice is not None:
        yield "with less notice than that a match may not be postponed"
    if rule.excuses:
        yield f"no notice is asked for these reasons, and they cost nothing: {', '.join(rule.excuses)}"
    if rule.opponent_may_refuse:
        yield "the other side may refuse to postpone a match"
    if rule.limit is not None:
        yield f"a team may postpone {count(rule.limit)} match{'' if rule.limit == 1 else 'es'} in a season"


def _band(band: NoticeBand) -> str:
    text = f"with {_notice(band.notice)},"
    if band.effect is PostponementEffect.REFUSED:
        return f"{text} a match may not be postponed"
    penalty = f"; the penalty is {band.penalties.words}" if band.penalties.each else ""
    if band.effect is PostponementEffect.MATCH_GIVEN:
        return f"{text} the other side gets a walkover{penalty}"
    return f"{text} a match may be postponed{penalty}"


def _notice(notice: Duration | None) -> str:
    if notice is None:
        return "any less notice, or none"
    by = f" by {clock_in_words(notice.at)}" if notice.at else ""
    if not notice.number:
        return f"notice{by} the same day" if notice.unit is not Unit.HOURS else "notice up to the start"
    return f"notice{by} at least {duration_in_words(notice)} before"


def _late_start(step: LateStep) -> str:
    past = f"past {clock_in_words(step.at)}" if step.at else f"more than {step.minutes} minutes after time"
    if step.at is None and not step.minutes:
        past = "after time"
    again = f", and again for every {step.every} minutes" if step.every else ""
    return f"a side not ready {past} loses {step.penalty.words}{again}"


def _walkover(steps: Steps) -> Iterator[str]:
    if steps.each:
        yield f"the penalty for giving a match is {steps.words}"


def _short_teams(rule: ShortTeams | None) -> Iterator[str]:
    if rule is None:
        return
    if rule.minimum > 1:
        yield f"a side with fewer than {count(rule.minimum)} players gives the match"
    yield "a side short of players gives the last tables it cannot fill; if both are, nobody gets the table"
    if rule.may_repeat:
        players = "one player" if rule.may_repeat == 1 else f"{count(rule.may_repeat)} players"
        yield f"{players} of a short side may play at up to {count(rule.turns)} tables each"
    if rule.minimum_to_win:
        yield f"a side with fewer than {count(rule.minimum_to_win)} players cannot win the match"


def _ineligible(rule: IneligiblePlayer | None) -> Iterator[str]:
    if rule is None:
        return
    goes = {
        Reaward.NOTHING: "if somebody plays who is not eligible, the result stands",
        Reaward.TABLE: "a table at which somebody played who is not eligible goes to the other side",
        Reaward.MATCH: "a match in which somebody played who is not eligible goes to the other side",
    }
    costs = [
        f"{penalty.words} for each {what}"
        for penalty, what in ((rule.a_player, "such player"), (rule.a_game_won, "game won with one"))
        if not penalty.is_nothing
    ]
    is_kept = rule.keeps_score and rule.reaward is not Reaward.NOTHING
    keeps = ", which keeps the score it won if that is better" if is_kept else ""
    yield goes[rule.reaward] + keeps + (f"; the penalty is {listed(costs)}" if costs else "")


BLOCKED = {
    PeopleRule.REGISTRATION: "registration",
    PeopleRule.TRANSFERS: "transfers",
    PeopleRule.BORROWED: "borrowed players",
    PeopleRule.PLAYING_UP: "playing up",
    PeopleRule.SAME_PUB: "teams of one pub",
    PeopleRule.OWN_PLAYERS: "a team’s own players",
    PeopleRule.CUP_TIED: "cup-tied players",
    PeopleRule.YOUNGEST: "age",
    PeopleRule.SQUAD: "the size of a squad",
    PeopleRule.ONE_PUB: "playing for one pub",
}


def people_in_words(people: People) -> Iterator[str]:
    """Yield the rules about players, a clause a rule."""
    for clauses in CLAUSES.values():
        yield from clauses(people)
    if people.blocked:
        yield f"these rules are enforced at entry: {listed(BLOCKED[rule] for rule in people.blocked)}"


def _registering(rule: Registering | None) -> Iterator[str]:
    if rule is None:
        return
    when = (
        f"at least {duration_in_words(rule.notice)} before the match"
        if rule.notice
        else "on the night at the latest"
    )
    fee = f", for {pounds(rule.pence)}" if rule.pence else ""
    yield f"players are registered for the team, {when}{fee}"
    if rule.closes:
        yield f"registration closes {_closing(rule.closes)}"


def _closing(cut_off: CutOff) -> str:
    if cut_off.on is not None:
        return f"at the end of {day_in_words(cut_off.on)} {cut_off.on.year}"
    if cut_off.first_match_from is not None:
        day = cut_off.first_match_from
        return f"the day before a team’s first match from {day_in_words(day)} {day.year} on"
    if cut_off.before_match is not None:
        return f"the day before a team’s match number {cut_off.before_match}"
    return "the day before the second half of a team’s matches begins"


def _transfers(rule: Transfers | None) -> Iterator[str]:
    if rule is None:
        return
    if rule.limit is not None:
        often = f"change teams {times(rule.limit)} in a season" if rule.limit else "not change teams"
        yield f"a player may {often}"
    if rule.closes:
        yield f"transfers close {_closing(rule.closes)}"
    if rule.most_games is not None:
        few = f"{count(rule.most_games)} match{'' if rule.most_games == 1 else 'es'}"
        yield f"nobody transfers who has played more than {few}"
    if rule.both_sign:
        yield "both captains sign a transfer"
    if rule.pence:
        yield f"a transfer costs {pounds(rule.pence)}"


def _borrowing(rule: Borrowing | None) -> Iterator[str]:
    if rule is None:
        return
    most = f", and {count(rule.a_match)} may do so in one match" if rule.a_match is not None else ""
    if rule.each:
        yield f"a player of another team may help out {times(rule.each)}, then must transfer{most}"
    else:
        yield "players of other teams may not help out"


def _same_pub(rule: SamePub | None) -> Iterator[str]:
    if rule is not None:
        teams = {
            SamePub.ANY: "any team of the same pub",
            SamePub.HIGHER: "a higher team of the same pub, not for a lower one",
            SamePub.OWN: "no other team of the same pub",
        }
        yield f"a player registered for one team may play for {teams[rule]}"


def _own_players(rule: OwnPlayers | None) -> Iterator[str]:
    if rule is not None:
        where = "where a pub has several teams, " if rule.only_with_several_teams else ""
        are = "is" if rule.least == 1 else "are"
        yield f"{where}at least {count(rule.least)} of a side {are} registered for that very team"


def _cup_tied(rule: CupTied | None) -> Iterator[str]:
    if rule is CupTied.ONE_TEAM:
        yield "a player plays for one team in a cup"
    elif rule is CupTied.FRESH_SUBSTITUTES:
        yield "a substitute in a cup has not played in it before"


def _squad(rule: SquadLimits | None) -> Iterator[str]:
    if rule is None:
        return
    if rule.least is not None:
        by = f" by the end of {day_in_words(rule.by)} {rule.by.year}" if rule.by else ""
        yield f"a team registers at least {counted(rule.least, 'player')}{by}"
    if rule.most is not None:
        yield f"a team registers at most {counted(rule.most, 'player')}"


def _playing_up(often: int | None) -> Iterator[str]:
    if often is not None:
        yield (
            f"playing for a higher team of the pub is counted: after {times(often)} a player belongs to it"
        )


def _youngest(years: int | None) -> Iterator[str]:
    if years is not None:
        yield f"players are {years} or older"


def _one_pub(is_asked: bool) -> Iterator[str]:
    if is_asked:
        yield "a player plays for one pub only in a season"


CLAUSES: dict[PeopleRule, Callable[[People], Iterator[str]]] = {
    PeopleRule.REGISTRATION: lambda people: _registering(people.registration),
    PeopleRule.TRANSFERS: lambda people: _transfers(people.transfers),
    PeopleRule.BORROWED: lambda people: _borrowing(people.borrowed),
    PeopleRule.PLAYING_UP: lambda people: _playing_up(people.playing_up),
    PeopleRule.SAME_PUB: lambda people: _same_pub(people.same_pub),
    PeopleRule.OWN_PLAYERS: lambda people: _own_players(people.own_players),
    PeopleRule.CUP_TIED: lambda people: _cup_tied(people.cup_tied),
    PeopleRule.YOUNGEST: lambda people: _youngest(people.youngest),
    PeopleRule.SQUAD: lambda people: _squad(people.squad),
    PeopleRule.ONE_PUB: lambda people: _one_pub(people.one_pub),
}
"""The clauses of each rule about people, in the order of the rules page."""


def people_rule_in_words(rule: PeopleRule, people: People) -> str:
    """Return the sentences of one rule about people; empty where the season has no such rule."""
    return _sentences(CLAUSES[rule](people))


def ineligible_in_words(regulations: Regulations) -> str:
    """Return what an ineligible player costs, in sentences; empty without a rule."""
    return _sentences(_ineligible(regulations.ineligible_player))


def _sentences(clauses: Iterable[str]) -> str:
    return " ".join(f"{capitalised(clause)}." for clause in clauses)


def times(number: int) -> str:
    """Return a number of times in words: once, twice, three times."""
    return {1: "once", 2: "twice"}.get(number, f"{count(number)} times")
