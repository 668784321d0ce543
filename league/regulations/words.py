"""Regulations in sentences, for the league's rules page."""

from collections.abc import Iterator

from league.regulations.deadlines import PAYERS
from league.regulations.moments import Due, OnDate, Span, Unit, WeekdayAfter, clock_said, day_said, span_said
from league.regulations.penalties import Payer, Steps
from league.regulations.rules import (
    Effect,
    IneligiblePlayer,
    LateRule,
    LateStep,
    NoticeBand,
    Postponements,
    Reaward,
    Regulations,
    ShortTeams,
)
from league.regulations.words_people import people_in_words
from scoring.prose.words import capitalised, count, listed


def in_words(regulations: Regulations) -> list[str]:
    """What the season asks, a sentence a rule; empty when nothing is regulated."""
    sentences = (
        *_due("the result must be in", "the match", regulations.late_result, "its own report of the result"),
        *_due("the scorecard must be in", "the match", regulations.missing_card, "its own scorecard"),
        *_one_report(regulations.one_report_stands),
        *_postponements(regulations.postponements),
        *_due("a match put off must have a new date", "it was put off", regulations.late_new_date),
        *_due("a match put off must be played", "its first date", regulations.late_replay),
        *(_late_start(step) for step in regulations.late_start),
        *_walkover(regulations.walkover),
        *_short_teams(regulations.short_teams),
        *_ineligible(regulations.ineligible_player),
        *people_in_words(regulations.people),
    )
    return [f"{capitalised(sentence)}." for sentence in sentences]


def _due(what: str, counted_from: str, rules: tuple[LateRule, ...], own: str = "") -> Iterator[str]:
    """What is due when, and what it costs; a later rule adds to the ones before it."""
    for place, rule in enumerate(rules):
        subject = f"each side must send {own}" if own and rule.pays is Payer.AT_FAULT else what
        sentence = f"{subject} {_moment(rule.due, counted_from)}"
        if rule.penalties.each:
            penalty = "a further penalty" if place else "the penalty"
            sentence += f"; if not, {penalty} for {PAYERS[rule.pays]} is {rule.penalties.words}"
        if rule.warning_hours:
            sentence += f"; a warning is given {span_said(Span(rule.warning_hours, Unit.HOURS))} before"
        yield sentence


def _moment(due: Due, counted_from: str) -> str:
    clock = "the end of" if due.at is None else f"{clock_said(due.at)} on"
    match due:
        case WeekdayAfter():
            later = f", {span_said(Span(due.weeks, Unit.WEEKS))} on" if due.weeks else ""
            return f"by {clock} the {due.weekday.words} after {counted_from}{later}"
        case OnDate():
            return f"by {clock} {day_said(due.on)} {due.on.year}"
        case Span(unit=Unit.HOURS):
            return f"within {span_said(due)} after {counted_from}"
        case Span():
            day = f"{span_said(due)} after {counted_from}" if due.number else "the same day"
            return f"within {day}" if due.at is None else f"by {clock_said(due.at)}, {day}"


def _one_report(stands: Span | None) -> Iterator[str]:
    if stands is not None:
        after = _moment(stands, "its report").removeprefix("within ")
        yield f"a result reported by one side only stands {after}"


def _postponements(rule: Postponements | None) -> Iterator[str]:
    if rule is None:
        return
    for band in rule.bands:
        yield _band(band)
    if rule.bands and rule.bands[-1].notice is not None:
        yield "with less notice than that a match may not be put off"
    if rule.excuses:
        yield f"no notice is asked for these reasons, and they cost nothing: {', '.join(rule.excuses)}"
    if rule.opponent_may_refuse:
        yield "the other side may refuse to put a match off"
    if rule.limit is not None:
        yield f"a team may put off {count(rule.limit)} match{'' if rule.limit == 1 else 'es'} in a season"


def _band(band: NoticeBand) -> str:
    given = f"with {_notice(band.notice)},"
    if band.effect is Effect.REFUSED:
        return f"{given} a match may not be put off"
    penalty = f"; the penalty is {band.penalties.words}" if band.penalties.each else ""
    if band.effect is Effect.MATCH_GIVEN:
        return f"{given} the match is given to the other side{penalty}"
    return f"{given} a match may be put off{penalty}"


def _notice(notice: Span | None) -> str:
    if notice is None:
        return "any less notice, or none"
    by = f" by {clock_said(notice.at)}" if notice.at else ""
    if not notice.number:
        return f"notice{by} the same day" if notice.unit is not Unit.HOURS else "notice up to the start"
    return f"notice{by} at least {span_said(notice)} before"


def _late_start(step: LateStep) -> str:
    past = f"past {clock_said(step.at)}" if step.at else f"more than {step.minutes} minutes after time"
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
    yield goes[rule.reaward] + (f"; the penalty is {listed(costs)}" if costs else "")
