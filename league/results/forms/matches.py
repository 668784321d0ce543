"""Forms of results: decisions, disputes, objections, corrections, the day played, line-ups."""

import datetime
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import groupby
from operator import itemgetter
from typing import Any, cast

from django import forms

from league.competition.selectors import league_today
from league.matches.sheet.values import Sheet
from league.models import Match, RuleBook, Side
from league.results.pages.before_confirming import date_question
from league.results.pages.script_words import MARKS
from league.results.selectors.squads import LineUps, NamedSeat, Pairs, Squad
from league.results.services.line_ups import LONGEST_NAME
from league.shared.decisions import SURE
from league.shared.fields import LONGEST_REASON, PubDate, Reason, verify_in_reach
from league.shared.text import capitalised
from league.templatetags.dates import pub_date_year
from league.templatetags.formatting import ordinal


class DecisionForm(forms.Form):
    """The signed version that is the result, and the reason. A third one is entered hand by hand."""

    version = forms.TypedChoiceField(
        label="The result is",
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose which version is the result.",
            "invalid_choice": "That version has been answered. Check the page again.",
        },
    )
    reason = Reason()

    def __init__(self, *arguments: object, versions: Iterable[tuple[int, str]], **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        cast(forms.ChoiceField, self.fields["version"]).choices = list(versions)


class DisputeForm(forms.Form):
    """What the sides do not agree on."""

    because = Reason(
        label="What do the sides disagree about?",
        help_text="Only the league’s officers can read it. The public sees that the match is under dispute.",
    )


class CloseDisputeForm(forms.Form):
    """What was decided about a dispute."""

    decision = forms.CharField(
        label="What was decided?",
        help_text="Only the league’s officers can read it.",
        max_length=LONGEST_REASON,
        widget=forms.Textarea({"rows": 3}),
        error_messages={
            "required": "Describe what was decided.",
            "max_length": f"The decision may have {LONGEST_REASON} letters; this has %(show_value)d.",
        },
    )


LONGEST_ANSWER = 200
Choice = tuple[str, str]


class ObjectionForm(forms.Form):
    """The table or the hand of a report that is wrong, and why."""

    at = forms.ChoiceField(
        label="Where is it wrong?",
        error_messages={
            "required": "Choose the table or hand that is wrong.",
            "invalid_choice": "Choose one of the tables or hands of the sheet.",
        },
    )
    because = Reason(label="What is wrong there?", help_text="The other captain can read it.")

    def __init__(self, *arguments: object, report: Sheet, book: RuleBook, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        cast(forms.ChoiceField, self.fields["at"]).choices = [("", "choose"), *_places(report, book)]

    @property
    def place(self) -> tuple[int, int, int | None]:
        """Table, game and hand chosen, the hand None for the whole table."""
        table, game, hand = (int(part) for part in self.cleaned_data["at"].split("-"))
        return table, game, hand or None


def _places(report: Sheet, book: RuleBook) -> list[tuple[str, list[Choice]]]:
    """Return every table of a sheet with its hands; where a table plays several games each is named."""
    has_games = any(len(table.games) > 1 for table in report.tables)
    groups = []
    for table in report.tables:
        choices = [(f"{table.number}-1-0", f"{book.place(table.number)}, all of it")]
        for game in table.games:
            at = book.place(table.number, game.number if has_games else 0)
            if has_games:
                choices.append((f"{table.number}-{game.number}-0", at))
            choices += [
                (f"{table.number}-{game.number}-{hand}", f"{at}, hand {hand}")
                for hand in range(1, len(game.hands) + 1)
            ]
        # A game that stands for its whole table would be offered twice.
        groups.append((book.place(table.number), list(dict(choices).items())))
    return groups


class AnswerForm(forms.Form):
    """The answer of the side that reported to an objection; it may be empty."""

    answer = forms.CharField(
        label="Your answer",
        required=False,
        max_length=LONGEST_ANSWER,
        help_text="The secretary and the other captain can read it.",
        error_messages={
            "max_length": "The answer may have %(limit_value)d letters; this has %(show_value)d."
        },
    )


VERSION_LOST = "The page was out of date. Open it again."
TURN, MOVE, MOVE_COLUMNS, TAKE_OFF = "turn", "move", "move-columns", "take-off"


class CorrectionForm(forms.Form):
    """What was wrong, why it changes, and the version that was shown. `others` are matches it may be of.

    `question` is what is asked before a result is moved to a match of a day to come.
    """

    what = forms.ChoiceField(
        label="What is wrong with it",
        widget=forms.RadioSelect,
        error_messages={
            "required": "Say what is wrong with the result.",
            "invalid_choice": "Choose one of the corrections.",
        },
    )
    to = forms.ChoiceField(
        label="The match it belongs to",
        required=False,
        error_messages={"invalid_choice": "Choose one of the matches of these two teams."},
    )
    reason = Reason()
    version = forms.IntegerField(
        widget=forms.HiddenInput,
        min_value=1,
        max_value=32767,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), VERSION_LOST),
    )

    def __init__(self, *arguments: object, match: Match, others: Sequence[Match], **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self.others = {other.public_id: other for other in others}
        self.today, self.question = league_today(match.division.season.league), ""
        ways = [
            (TURN, f"Home and away were swapped: the scores of {match.away} stand under {match.home}."),
            (TAKE_OFF, "It was not played after all: the result is taken off."),
        ]
        matches = [(key, _met(other)) for key, other in self.others.items()]
        if matches:
            which = "another match of these two teams" if len(matches) > 1 else matches[0][1]
            ways[1:1] = [
                (MOVE, f"It was {which}. Each team keeps its own scores."),
                (MOVE_COLUMNS, "The same, and home and away were swapped as well."),
            ]
        cast(forms.ChoiceField, self.fields["what"]).choices = ways
        cast(forms.ChoiceField, self.fields["to"]).choices = matches
        if len(matches) < 2:
            del self.fields["to"]

    @property
    def other(self) -> Match | None:
        """The match it belongs to; the only one there is needs no choice."""
        chosen = self.cleaned_data.get("to") or next(iter(self.others), "")
        return self.others.get(chosen)

    def clean(self) -> None:
        moves = self.cleaned_data.get("what") in (MOVE, MOVE_COLUMNS)
        if moves and len(self.others) > 1 and not self.data.get("to") and "to" not in self.errors:
            self.add_error("to", "Choose the match it belongs to.")
        elif moves and self.other and self.data.get("confirm") != SURE:
            self.question = date_question(self.other.date, self.today)
        if self.question:
            self.add_error(None, self.question)


def _met(match: Match) -> str:
    on = pub_date_year(match.date) if match.date else "no date yet"
    has = ", has a result" if match.is_entered else ""  # type: ignore[attr-defined]  # annotated
    return f"{match.home} v {match.away}, {match.division}, {on}{has}"


PLAYED_ON = "played-on"
"""The name of the field on the page and in a draft."""


class PlayedOnForm(forms.Form):
    """The day on which a match was played, which may be today but not later."""

    on = PubDate(
        label="Played on",
        required=True,
        help_text="The match has no date yet; it gets this one with the result.",
    )

    prefix = "played"

    def __init__(self, *arguments: Any, match: Match, today: datetime.date, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._season = match.division.season
        self._today = today

    def clean_on(self) -> datetime.date:
        on: datetime.date = self.cleaned_data["on"]
        if on > self._today:
            raise forms.ValidationError(f"{on:%d/%m/%Y} is in the future. Type the day of the match.")
        return verify_in_reach(on, self._season)


SOMEBODY_ELSE = "-"


class LineUpForm(forms.Form):
    """The players of a side, table by table; any seat may stay empty.

    The fields are those of the match, `t2-home-1`, and take a public id or a name.
    """

    def __init__(
        self, *arguments: Any, book: RuleBook, side: Side, squad: Squad, named: Pairs, **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self._book, self._side = book, side
        known = {member.player.public_id for member in squad.members}
        choices = [("", "\N{EN DASH}"), *_groups(squad), (SOMEBODY_ELSE, "somebody else …")]
        for table, seat, name in self._seats():
            text = named[table - 1][seat - 1] if table <= len(named) else ""
            who = f"{book.place(table)}, {ordinal(seat)} player"
            is_other = bool(text) and text not in known
            self.fields[name] = forms.CharField(
                label=who,
                required=False,
                max_length=LONGEST_NAME,
                initial=SOMEBODY_ELSE if is_other else text,
                widget=forms.Select(choices=choices),
            )
            self.fields[f"{name}-other"] = forms.CharField(
                label=f"{who}: somebody else’s name",
                required=False,
                max_length=LONGEST_NAME,
                initial=text if is_other else "",
                widget=forms.TextInput({"autocomplete": "off", "placeholder": "name"}),
                error_messages={
                    "max_length": "A name may have %(limit_value)d letters; this has %(show_value)d."
                },
            )

    @property
    def tables(self) -> Iterator[tuple[int, list[tuple[forms.BoundField, forms.BoundField]]]]:
        """The fields, table by table: of each seat the choice, and the box for another name."""
        for table, seats in groupby(self._seats(), key=itemgetter(0)):
            yield table, [(self[name], self[f"{name}-other"]) for _, _, name in seats]

    @property
    def pairs(self) -> Sequence[Sequence[str]]:
        """The typed names, table by table."""
        named: list[list[str]] = [[] for _ in range(self._book.tables)]
        for table, _, name in self._seats():
            chosen, other = self.cleaned_data[name], self.cleaned_data[f"{name}-other"]
            named[table - 1].append(chosen if chosen not in ("", SOMEBODY_ELSE) else other)
        return named

    def _seats(self) -> Iterator[tuple[int, int, str]]:
        for table in range(1, self._book.tables + 1):
            for seat in range(1, self._book.players_a_side + 1):
                yield table, seat, f"t{table}-{MARKS[self._side]}-{seat}"


def proposed(line_ups: LineUps, last: Pairs, squad: Squad) -> Pairs:
    """Return the initial pairs of the form: the saved line-up, else the last one, of those who can play."""
    of_squad = {member.player.public_id for member in squad.members}
    if line_ups.own is not None:
        return tuple(tuple(_typed(seat, of_squad) for seat in pair.seats) for pair in line_ups.pairs)
    at_hand = of_squad - {member.player.public_id for member in squad.cannot}
    return tuple(tuple(text if text in at_hand else "" for text in pair) for pair in last)


def _typed(seat: NamedSeat | None, of_squad: Set[str]) -> str:
    """Return the public id of a player of the squad; for anybody else the name."""
    if seat is None:
        return ""
    return seat.written if seat.written in of_squad else seat.name


def _groups(squad: Squad) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the squad by its answers, in each group those who have played lately first."""
    titles = {"yes": "can play", "perhaps": "perhaps", "": "not answered", "no": "cannot play"}
    for answer, title in titles.items():
        text_lists = [
            (member.player.public_id, member.name) for member in squad.members if member.answer == answer
        ]
        if text_lists:
            yield capitalised(title), text_lists
