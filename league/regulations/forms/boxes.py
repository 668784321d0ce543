"""The boxes of a form for each kind of field, and the value that was typed into them.

`draw` adds the boxes of a field to a form as its description has them; `typed` returns what was typed, None
where nothing was, and adds faults.
"""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, replace
from functools import singledispatch
from typing import Any

from django import forms
from django.forms import BoundField

from league.competition.season_rules.fields import (
    LONGEST_TEXT,
    MOST_DAYS,
    MOST_HOURS,
    MOST_NUMBER,
    MOST_WEEKS,
    Choice,
    Clock,
    Day,
    Deadline,
    Fields,
    Flag,
    Kind,
    Line,
    ListOf,
    Pence,
    Setting,
    Span,
    Whole,
    settings_of,
)
from league.competition.season_rules.people import OneOfFields
from league.competition.season_rules.rules import (
    WARNING,
    PenaltyFields,
    Sanction,
    Steps,
    StepsList,
)
from league.regulations.forms.rule_books import HalfPoints
from league.shared.fields import Number, Pounds, PubDate, PubTime
from league.shared.moments import Duration, OnDate, Unit, Weekday, WeekdayAfter
from league.shared.text import capitalised, ordinal

ON, ANY = "on", "any"
WRONG_CHOICE = {"invalid_choice": "Choose one of the list."}
TICK = "Tick this as well, or empty the boxes under it."
WHAT_FOR = "Say what the day or the number is for, or empty it."
NO_CLOCK = "Hours run from the minute: leave the time empty, or choose days."


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a field's boxes are: what their names begin with, its own name, and words for its labels."""

    prefix: str
    name: str
    words: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def on_top(cls, name: str, setting: Setting) -> "Place":
        """Return the place of a field that is part of nothing else."""
        is_part = isinstance(setting.kind, Fields | ListOf) and not isinstance(setting.kind, StepsList)
        own = setting.box if is_part and setting.box else name
        return cls(prefix=f"{own}-", name=own if is_part else setting.box or name)

    def of(self, name: str, setting: Setting, words: Mapping[str, str]) -> "Place":
        """Return the place of a part's field."""
        if isinstance(setting.kind, Fields) and not isinstance(setting.kind, PenaltyFields):
            own = f"{setting.box}-" if setting.box else f"{self.prefix}{name}_"
            return Place(prefix=own, name=name, words=words)
        if setting.default is MISSING and self.prefix.endswith("_"):
            return Place(prefix=self.prefix[:-1], name="", words=words)
        return Place(prefix=self.prefix, name=setting.box or name, words=words)

    @property
    def box(self) -> str:
        return self.prefix + self.name

    def first_box(self, kind: Kind) -> str:
        """Return the name of the first of the field's boxes."""
        if isinstance(kind, Span):
            return f"{self.prefix}due"
        return f"{self.box}_what" if isinstance(kind, PenaltyFields) else self.box

    def parts(self, kind: Fields) -> Iterable[tuple[str, Setting, "Place"]]:
        """Yield the fields of a value with their places."""
        words = {**self.words, **kind.words}
        for name, each in settings_of(kind.of).items():
            yield name, each, self.of(name, each, words)


# --- One box -------------------------------------------------------------------------------------


@singledispatch
def draw(kind: Kind, form: Any, place: Place, setting: Setting, value: Any) -> None:
    """Add the boxes of a field to the form, with the value that it has; None where it has none."""
    box = _box(kind, setting)
    box.help_text = setting.help
    if value is None and setting.proposed is not None:
        value = setting.proposed
    box.initial = _shown(kind, value)
    form.add(place.box, box)


@singledispatch
def typed(kind: Kind, form: Any, place: Place, setting: Setting) -> Any:
    """Return what was typed into the boxes of a field; None where nothing was, or with a fault."""
    value = form.cleaned_data.get(place.box)
    return None if value in ("", ()) else value


def _shown(kind: Kind, value: Any) -> Any:
    if isinstance(kind, Pence):
        return f"{value / 100:.2f}" if value else None
    return "\n".join(value) if isinstance(kind, ListOf) and isinstance(kind.item, Line) and value else value


def _box(kind: Any, setting: Setting) -> forms.Field:
    label = setting.label
    match kind:
        case Pence():
            pounds = Pounds(label=label)
            pounds.required = False
            return pounds
        case Whole():
            least = kind.least if kind.typed_from is None else kind.typed_from
            return Number(label=label, least=least, most=kind.most)
        case Flag():
            return forms.BooleanField(label=label, required=False)
        case Day():
            return PubDate(label=label)
        case Clock():
            return PubTime(label=label, example="18:00")
        case Choice():
            unset = [("", kind.unset)] if kind.unset else []
            return forms.TypedChoiceField(
                label=label,
                choices=[*unset, *kind.labels.items()],
                coerce=kind.words,
                empty_value=None,
                required=False,
                error_messages=WRONG_CHOICE,
            )
        case ListOf(item=Choice() as item):
            return Several(
                label=label,
                choices=[(word, capitalised(text)) for word, text in item.labels.items()],
                coerce=item.words,
                widget=forms.CheckboxSelectMultiple,
                required=False,
                error_messages=WRONG_CHOICE,
            )
        case ListOf(item=Line()):
            return Lines(
                label=label, required=False, widget=forms.Textarea(attrs={"rows": 3}), most=kind.most
            )
    raise TypeError(f"no box is known for {kind}")


class Several(forms.TypedMultipleChoiceField):
    """Some of a few words, in the order in which they are offered."""

    def clean(self, value: Any) -> Any:
        order = list(dict(self.widget.choices))
        return tuple(sorted(super().clean(value), key=order.index))


class Lines(forms.CharField):
    """A few words on each line, each line once."""

    def __init__(self, *, most: int, **options: Any) -> None:
        super().__init__(**options)
        self._most = most

    def clean(self, value: Any) -> Any:
        lines = [" ".join(line.split()) for line in super().clean(value).splitlines()]
        texts = tuple(dict.fromkeys(line for line in lines if line))
        if len(texts) > self._most:
            raise forms.ValidationError(f"{len(texts)} reasons are listed; {self._most} are the most.")
        long = next((line for line in texts if len(line) > LONGEST_TEXT), None)
        if long:
            raise forms.ValidationError(f"“{long[:20]}…” is longer than {LONGEST_TEXT} letters.")
        return texts


# --- Values with several fields, and lists of them -----------------------------------------------


@draw.register
def _(kind: Fields, form: Any, place: Place, setting: Setting, value: Any) -> None:
    if kind.asked:
        name, label = kind.asked
        form.add(
            place.prefix + name,
            forms.BooleanField(label=label, required=False, initial=value is not None),
        )
    shown = {} if value is None else kind.shown(value)
    for name, each, part in place.parts(kind):
        if each.legend:
            form.begin(legend=each.legend, hint=each.note)
        held = None if value is None else getattr(value, name)
        if held == each.default and not isinstance(each.kind, Choice | Flag):
            held = None
        draw(each.kind, form, part, each, shown.get(name, held))


@typed.register
def _(kind: Fields, form: Any, place: Place, setting: Setting) -> Any:
    values, is_touched = {}, False
    parts = list(place.parts(kind))
    for name, each, part in parts:
        value = typed(each.kind, form, part, each)
        # What a form shows where nothing was typed is no rule.
        is_typed = value is not None and value is not False
        is_touched |= is_typed and value not in (each.proposed, _offered(each))
        is_touched |= bool(each.missing) and form.cleaned_data.get(part.first_box(each.kind)) is not None
        if value is not None:
            values[name] = value
    if kind.asked:
        ask = place.prefix + kind.asked[0]
        if is_touched and not form.cleaned_data.get(ask):
            form.refuse(ask, TICK)
        is_touched = form.cleaned_data.get(ask, False)
    if not is_touched:
        return None
    faults = dict(kind.check(values))
    for name, each, part in parts:
        first = part.first_box(each.kind)
        if each.missing and form.cleaned_data.get(first) is None:
            faults.setdefault(name, each.missing)
        if name in faults:
            form.refuse(first, faults[name])
    return None if form.errors else kind.of(**values)


def _offered(setting: Setting) -> Any:
    """Return what is chosen without a choice; None if something has to be chosen."""
    return setting.default if isinstance(setting.kind, Choice) and not setting.kind.unset else None


@draw.register
def _(kind: ListOf, form: Any, place: Place, setting: Setting, value: Any) -> None:
    if not isinstance(kind.item, Fields):
        draw.dispatch(Kind)(kind, form, place, setting, value)
        return
    rules = list(value or ())
    for number in range(1, _count(kind, form, place, len(rules)) + 1):
        rule = rules[number - 1] if number <= len(rules) else None
        legend = f"{setting.legend}, {number}" if number > 1 else setting.legend
        hint = setting.note if number == 1 else ""
        form.begin(legend=legend, hint=hint, number=number, is_used=number == 1 or rule is not None)
        draw(kind.item, form, _numbered(place, number), setting, rule)
    form.begin()


@typed.register
def _(kind: ListOf, form: Any, place: Place, setting: Setting) -> Any:
    if not isinstance(kind.item, Fields):
        return typed.dispatch(Kind)(kind, form, place, setting)
    rules = []
    for number in range(1, _count(kind, form, place, 0) + 1):
        rules.append(typed(kind.item, form, _numbered(place, number), setting))
    return tuple(rule for rule in rules if rule is not None) or None


def _numbered(place: Place, number: int) -> Place:
    return replace(place, prefix=f"{place.name}_{number}-", name="")


def _count(kind: ListOf, form: Any, place: Place, rules: int) -> int:
    """Return how many of a list's rules have boxes: those there are or were sent, and one more."""
    drawn = {name.partition("-")[0] for name in (*form.data, *form.fields)}
    count = min(rules + 1, kind.most)
    while count < kind.most and f"{place.name}_{count + 1}" in drawn:
        count += 1
    return count


@draw.register
def _(kind: OneOfFields, form: Any, place: Place, setting: Setting, value: Any) -> None:
    ways = {name: each.label for name, each in settings_of(kind.of).items()}
    way = next((name for name in ways if value is not None and getattr(value, name)), "")
    held = getattr(value, way) if way else None
    boxes = {
        "kind": forms.ChoiceField(
            label=setting.label,
            choices=[("", "never"), *ways.items()],
            required=False,
            error_messages=WRONG_CHOICE,
            initial=way,
        ),
        "day": PubDate(label="Day", initial=held if _box_of(kind, way) == "day" else None),
        "number": Number(
            label="Match number",
            least=1,
            most=MOST_NUMBER,
            initial=held if _box_of(kind, way) == "number" else None,
        ),
    }
    for name, box in boxes.items():
        form.add(place.prefix + name, box)


@typed.register
def _(kind: OneOfFields, form: Any, place: Place, setting: Setting) -> Any:
    cleaned = form.cleaned_data
    way = cleaned.get(f"{place.prefix}kind")
    needed = _box_of(kind, way)
    if not way:
        if cleaned.get(f"{place.prefix}day") or cleaned.get(f"{place.prefix}number"):
            form.refuse(f"{place.prefix}kind", WHAT_FOR)
        return None
    value = cleaned.get(place.prefix + needed) if needed else True
    if value is None:
        sentences = {"day": "Say which day.", "number": "Say which match: 16 is the sixteenth."}
        form.refuse(place.prefix + needed, sentences[needed])
        return None
    return kind.of(**{way: value})


def _box_of(kind: OneOfFields, way: str | None) -> str:
    """Return the box that a way to say it needs beside; empty if it needs none."""
    needs = settings_of(kind.of)[way].kind if way else None
    return "day" if isinstance(needs, Day) else "number" if isinstance(needs, Whole) else ""


# --- When something is due -----------------------------------------------------------------------


@draw.register
def _(kind: Span, form: Any, place: Place, setting: Setting, value: Any) -> None:
    choices = [("", kind.unset), *((unit.value, kind.each.format(unit=unit, **place.words)) for unit in Unit)]
    number_help = at_help = ""
    if isinstance(kind, Deadline):
        after = place.words["after"]
        choices += [(day.name.lower(), f"on the {day.words} after {after}") for day in Weekday]
        choices += [(ON, "on a date")]
        number_help, at_help = "Beside a weekday: so many weeks later.", "Empty: the end of the day."
    elif kind.or_none:
        choices += [(ANY, kind.or_none)]
    due, number, on = _span_shown(value)
    form.add(
        f"{place.prefix}due",
        forms.ChoiceField(
            label=setting.label.format(**place.words),
            choices=choices,
            required=False,
            error_messages=WRONG_CHOICE,
            initial=due,
        ),
    )
    at = value.at if value is not None else None
    form.add(
        f"{place.prefix}number",
        Number(label="How many", most=MOST_HOURS, help_text=number_help, initial=number),
    )
    form.add(f"{place.prefix}at", PubTime(label="At", example="18:00", help_text=at_help, initial=at))
    if isinstance(kind, Deadline):
        form.add(f"{place.prefix}on", PubDate(label="Date", help_text="Only with “on a date”.", initial=on))


def _span_shown(value: Any) -> tuple[str, Any, Any]:
    match value:
        case Duration():
            return value.unit.value, value.number, None
        case WeekdayAfter():
            return value.weekday.name.lower(), value.weeks or None, None
        case OnDate():
            return ON, None, value.on
    return "", None, None


@typed.register
def _(kind: Span, form: Any, place: Place, setting: Setting) -> Any:
    due, number, at, on = (
        form.cleaned_data.get(f"{place.prefix}{box}") for box in ("due", "number", "at", "on")
    )
    if not due:
        # An empty choice is no value, so that what belongs to it is told from what is not there.
        form.cleaned_data[f"{place.prefix}due"] = None
        if number is not None or at or on:
            form.refuse(f"{place.prefix}due", setting.missing or WHAT_FOR)
        return None
    if due == ANY:
        return None
    if due == ON:
        if on is None:
            form.refuse(f"{place.prefix}on", "Say on which date.")
        return OnDate(on, at) if on else None
    if due not in list(Unit):
        if (number or 0) > MOST_WEEKS:
            form.refuse(f"{place.prefix}number", f"That is too many weeks: {MOST_WEEKS} are the most.")
        return WeekdayAfter(Weekday[due.upper()], at, number or 0)
    if due == Unit.HOURS and at:
        form.refuse(f"{place.prefix}at", NO_CLOCK)
    elif number is None:
        form.refuse(f"{place.prefix}number", "Say how many.")
    elif due != Unit.HOURS and number > MOST_DAYS:
        form.refuse(f"{place.prefix}number", f"That is too many: {MOST_DAYS} is the most.")
    else:
        return Duration(number, Unit(due), at)
    return None


# --- Penalties -----------------------------------------------------------------------------------

# Four times is more than any rule book seen says; one that says more keeps its rows.
FEWEST_STEPS = 3
WARNED = "warning"
LOST: Mapping[str, Sanction] = {
    "match": Sanction(match=True),
    "table": Sanction(tables=1),
    "tables": Sanction(tables=2),
    "game": Sanction(games=1),
}
"""The losses beside points and money that can be chosen."""
BOTH = "A warning costs nothing: choose something else, or leave points and pounds empty."


@dataclass(frozen=True, slots=True, kw_only=True)
class SanctionRow:
    """The three fields of one penalty, and the label of the row."""

    label: str
    what: BoundField
    points: BoundField
    pounds: BoundField

    @property
    def boxes(self) -> tuple[tuple[BoundField, str], ...]:
        return (self.what, "Loses"), (self.points, "Points"), (self.pounds, "Pounds")

    @property
    def errors(self) -> list[str]:
        return [str(sentence) for box, _ in self.boxes for sentence in box.errors]


@draw.register
def _(kind: PenaltyFields, form: Any, place: Place, setting: Setting, value: Any) -> None:
    _draw_penalty(form, place.box, setting.label, value)
    form.block.caption = "What it costs"


@typed.register
def _(kind: PenaltyFields, form: Any, place: Place, setting: Setting) -> Any:
    return _typed_penalty(form, place.box)


@draw.register
def _(kind: StepsList, form: Any, place: Place, setting: Setting, value: Any) -> None:
    form.block.caption = setting.label
    sanctions = value.each if value else ()
    count = max(FEWEST_STEPS, len(sanctions))
    for turn in range(1, count + 1):
        penalty = sanctions[turn - 1] if turn <= len(sanctions) else None
        label = "From then on" if turn == count else capitalised(f"the {ordinal(turn)} time")
        _draw_penalty(form, f"{place.box}{turn}", label, penalty)


@typed.register
def _(kind: StepsList, form: Any, place: Place, setting: Setting) -> Any:
    """Return the penalties in order; a gap among them is refused at the empty box."""
    sanctions: list[Sanction | None] = []
    while f"{place.box}{len(sanctions) + 1}_what" in form.fields:
        sanctions.append(_typed_penalty(form, f"{place.box}{len(sanctions) + 1}"))
    while sanctions and sanctions[-1] is None:
        sanctions.pop()
    for turn, penalty in enumerate(sanctions, start=1):
        if penalty is None:
            form.refuse(f"{place.box}{turn}_what", "Say what this one costs, or choose the warning.")
    return Steps(tuple(penalty or WARNING for penalty in sanctions)) if sanctions else None


def _draw_penalty(form: Any, base: str, label: str, penalty: Sanction | None) -> None:
    """Add the boxes of a penalty in a row; None leaves them empty."""
    beside = replace(penalty, halves=0, pence=0) if penalty else None
    lost = next((key for key, sanction in LOST.items() if sanction == beside), "")
    choices = [("", "\N{EM DASH}"), (WARNED, "a warning only")]
    choices += [(key, sanction.words) for key, sanction in LOST.items()]
    if beside and not lost and not beside.is_nothing:
        lost = f"{beside.match:d}-{beside.tables}-{beside.games}"
        choices.append((lost, beside.words))
    if penalty is not None and penalty.is_nothing:
        lost = WARNED
    what = forms.ChoiceField(
        label=f"{label}: loses", choices=choices, required=False, initial=lost, error_messages=WRONG_CHOICE
    )
    points = HalfPoints(label=f"{label}: points", initial=penalty.halves or None if penalty else None)
    points.widget.attrs["placeholder"] = "points"
    pounds = Pounds(label=f"{label}: pounds", help_text="", may_be_nothing=True)
    pounds.required = False
    pounds.widget.attrs["placeholder"] = "£"
    pounds.initial = f"{penalty.pence / 100:.2f}" if penalty and penalty.pence else None
    form.fields |= {f"{base}_what": what, f"{base}_points": points, f"{base}_pounds": pounds}
    form.block.rows.append(
        SanctionRow(
            label=label,
            what=form[f"{base}_what"],
            points=form[f"{base}_points"],
            pounds=form[f"{base}_pounds"],
        )
    )


def _typed_penalty(form: Any, base: str) -> Sanction | None:
    """Return a penalty, or None if its boxes are empty."""
    what, halves, pence = (form.cleaned_data.get(f"{base}_{box}") for box in ("what", "points", "pounds"))
    if not (what or halves or pence):
        return None
    if what == WARNED and (halves or pence):
        form.refuse(f"{base}_what", BOTH)
    return Sanction(halves=halves or 0, pence=pence or 0) + _lost(what or "")


def _lost(what: str) -> Sanction:
    if what in LOST:
        return LOST[what]
    if not what or what == WARNED:
        return WARNING
    match, tables, games = (int(number) for number in what.split("-"))
    return Sanction(match=bool(match), tables=tables, games=games)
