"""Form fields for when something is due: so long after, on the next Saturday, on a date."""

from typing import Any

from django import forms
from django.http import QueryDict

from league.competition.season_rules.fields import MOST_DAYS, MOST_HOURS
from league.competition.season_rules.rules import LateRule, NoticeBand, Payer, PostponementEffect, Steps
from league.regulations.forms.sanctions import PenaltyFields
from league.shared.fields import Number, PubDate
from league.shared.moments import Due, Duration, OnDate, Unit, Weekday, WeekdayAfter

MOST_WEEKS = MOST_DAYS // 7
ON = "on"
ANY_NOTICE = "any"
NUMBER_REQUIRED = "Say how many."
NO_CLOCK = "Hours run from the minute: leave the time empty, or choose days."
PAYERS = [
    (Payer.AT_FAULT.value, "each side for itself"),
    (Payer.HOME.value, "the home side"),
    (Payer.AWAY.value, "the away side"),
    (Payer.BOTH.value, "both sides"),
    (Payer.WINNER.value, "the winner"),
]


class ClockTime(forms.TimeField):
    """A time of day that may be left out."""

    def __init__(self, *, label: str, **options: Any) -> None:
        super().__init__(
            label=label,
            required=False,
            widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            input_formats=["%H:%M", "%H.%M"],
            error_messages={"invalid": "Type a time such as 18:00."},
            **options,
        )


class DueFields(PenaltyFields):
    """A form with the fields for when something is due."""

    def add_due(self, *, label: str, kinds: list[tuple[str, str]], without: str = "not regulated") -> None:
        self.fields["due"] = forms.ChoiceField(
            label=label,
            choices=[("", without), *kinds],
            required=False,
            error_messages={"invalid_choice": "Choose one of the list."},
        )
        self.fields["number"] = Number(label="How many", most=MOST_HOURS)
        self.fields["at"] = ClockTime(label="At")

    def clean_span(self, unit: str) -> Duration | None:
        """Return the duration typed; None, with an error at the field, if it cannot be."""
        number, at = self.cleaned_data.get("number"), self.cleaned_data.get("at")
        if unit == Unit.HOURS and at:
            self.add_error("at", NO_CLOCK)
            return None
        if number is None:
            if "number" not in self.errors:
                self.add_error("number", NUMBER_REQUIRED)
            return None
        if unit != Unit.HOURS and number > MOST_DAYS:
            self.add_error("number", f"That is too many: {MOST_DAYS} is the most.")
            return None
        return Duration(number, Unit(unit), at)


class SpanForm(DueFields):
    """So long after something, or not regulated."""

    def __init__(
        self, sent: QueryDict | None, *, prefix: str, span: Duration | None, label: str, after: str
    ) -> None:
        super().__init__(sent, prefix=prefix, initial=_span_initial(span))
        self.add_due(label=label, kinds=_spans(after))

    def clean(self) -> dict[str, Any]:
        unit = self.cleaned_data.get("due")
        self.cleaned_data["value"] = self.clean_span(unit) if unit else None
        return self.cleaned_data


class LateRuleForm(DueFields):
    """Something due by a moment, who answers for it, and what it costs if it is late."""

    def __init__(
        self, sent: QueryDict | None, *, prefix: str, rule: LateRule | None, what: str, after: str
    ) -> None:
        super().__init__(sent, prefix=prefix, initial=_rule_initial(rule))
        weekdays = [(day.name.lower(), f"on the {day.words} after {after}") for day in Weekday]
        self.add_due(label=what, kinds=[*_spans(after), *weekdays, (ON, "on a date")])
        self.fields["number"].help_text = "Beside a weekday: so many weeks later."
        self.fields["at"].help_text = "Empty: the end of the day."
        self.fields["on"] = PubDate(label="Date", help_text="Only with “on a date”.")
        self.fields["pays"] = forms.ChoiceField(
            label="Who answers for it",
            choices=PAYERS,
            required=False,
            error_messages={"invalid_choice": "Choose one of the list."},
        )
        self.fields["warning_hours"] = Number(
            label="Letter to the captain, hours before", most=MOST_HOURS, help_text="Empty: none is sent."
        )
        self.add_steps("step", rule.penalties if rule else Steps())

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        steps = self.clean_steps("step")
        due = self._due()
        cleaned["value"] = None
        if due is not None:
            cleaned["value"] = LateRule(
                due=due,
                pays=Payer(cleaned.get("pays") or Payer.AT_FAULT),
                warning_hours=cleaned.get("warning_hours"),
                penalties=steps,
            )
        elif not cleaned.get("due") and "due" not in self.errors:
            typed = (
                steps.each or cleaned.get("warning_hours") is not None or cleaned.get("number") is not None
            )
            if typed or cleaned.get("at") or cleaned.get("on"):
                self.add_error("due", "Set the deadline, or empty the other boxes too.")
        return cleaned

    def _due(self) -> Due | None:
        cleaned = self.cleaned_data
        kind = cleaned.get("due")
        if not kind:
            return None
        if kind in {unit.value for unit in Unit}:
            return self.clean_span(kind)
        if kind == ON:
            if cleaned.get("on") is None and "on" not in self.errors:
                self.add_error("on", "Say on which date.")
            return OnDate(cleaned["on"], cleaned.get("at")) if cleaned.get("on") else None
        weeks = cleaned.get("number") or 0
        if weeks > MOST_WEEKS:
            self.add_error("number", f"That is too many weeks: {MOST_WEEKS} are the most.")
        return WeekdayAfter(Weekday[kind.upper()], cleaned.get("at"), weeks)


class BandForm(DueFields):
    """What applies to a postponement requested with at least so much notice."""

    def __init__(self, sent: QueryDict | None, *, prefix: str, band: NoticeBand | None) -> None:
        initial = {} if band is None else {**_span_initial(band.notice), "effect": band.effect.value}
        if band is not None and band.notice is None:
            initial["due"] = ANY_NOTICE
        super().__init__(sent, prefix=prefix, initial=initial)
        units = [(unit.value, f"at least so many {unit.value} before") for unit in Unit]
        self.add_due(
            label="Notice given", kinds=[*units, (ANY_NOTICE, "any less, or none")], without="no such case"
        )
        self.fields["effect"] = forms.ChoiceField(
            label="What comes of it",
            choices=[
                (PostponementEffect.MOVED.value, "the match is moved"),
                (PostponementEffect.MATCH_GIVEN.value, "the other side gets a walkover"),
                (PostponementEffect.REFUSED.value, "it is refused"),
            ],
            required=False,
            error_messages={"invalid_choice": "Choose one of the list."},
        )
        self.add_steps("step", band.penalties if band else Steps())

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        steps, kind = self.clean_steps("step"), cleaned.get("due")
        cleaned["value"] = None
        if not kind:
            if "due" not in self.errors and (
                steps.each or cleaned.get("number") is not None or cleaned.get("at")
            ):
                self.add_error("due", "Set the notice, or empty the other boxes too.")
            return cleaned
        notice = None if kind == ANY_NOTICE else self.clean_span(kind)
        if notice is not None or kind == ANY_NOTICE:
            effect = PostponementEffect(cleaned.get("effect") or PostponementEffect.MOVED)
            cleaned["value"] = NoticeBand(notice=notice, effect=effect, penalties=steps)
        return cleaned


def _spans(after: str) -> list[tuple[str, str]]:
    return [(unit.value, f"so many {unit.value} after {after}") for unit in Unit]


def _span_initial(span: Duration | None) -> dict[str, Any]:
    return {} if span is None else {"due": span.unit.value, "number": span.number, "at": span.at}


def _rule_initial(rule: LateRule | None) -> dict[str, Any]:
    if rule is None:
        return {}
    initial: dict[str, Any] = {"pays": rule.pays.value, "warning_hours": rule.warning_hours}
    match rule.due:
        case Duration():
            return {**initial, **_span_initial(rule.due)}
        case WeekdayAfter():
            initial |= {
                "due": rule.due.weekday.name.lower(),
                "number": rule.due.weeks or None,
                "at": rule.due.at,
            }
        case OnDate():
            initial |= {"due": ON, "on": rule.due.on, "at": rule.due.at}
    return initial
