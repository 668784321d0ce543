"""Read a list of any kind, say what is in doubt, preview, import and undo it: one way for pages and commands.

A preview is an import that is rolled back, so that it shows exactly what the import will do. What an import
made and changed is the difference between two snapshots of the league.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from django.db import models, transaction
from django.db.models import ProtectedError, Q, QuerySet
from django.db.models.deletion import Collector

from league.competition.services import (
    FINISHED,
    before_writing,
    bump_revision,
    hold_cups,
    hold_matches,
    read_first,
)
from league.cups.selectors.rooms import full_pubs
from league.exchange.lists.checked_list import (
    CheckedList,
    ImportAction,
    ImportedRow,
    ListLine,
    ListQuestion,
    Passed,
    TeamList,
    WrongList,
    list_rows,
    numbered,
)
from league.exchange.lists.fixtures import day_outside, fixture_lines, lines_by_season
from league.exchange.lists.headings import LEAVE_OUT, PUBS, What
from league.exchange.lists.layout import OF_TEAMS
from league.exchange.lists.parsing import NO_ROWS, NOTHING, ParsedList, read_list
from league.exchange.lists.people import player_lines
from league.exchange.lists.pubs_and_teams import pub_lines, team_lines
from league.exchange.lists.results import lines_with_cups, result_lines
from league.exchange.lists.teams import read_team_list
from league.exchange.lists.text import SeasonDates, is_date, read_date
from league.exchange.result_lines import SCORE, without_play
from league.exchange.selectors import column_choices, kind_of, known_league, names_of_teams
from league.exchange.spreadsheets import Rows, read_text
from league.matches.rooms import hold_rooms
from league.models import (
    ColumnChoice,
    Cup,
    CupDraw,
    CupEntry,
    CupTie,
    Division,
    Enrolment,
    Game,
    ImportRun,
    League,
    Match,
    MatchTable,
    Player,
    Pub,
    Registration,
    RuleBook,
    Ruling,
    Scorecard,
    Season,
    Team,
    User,
)
from league.scheduling.selectors.published_season import NO_BREAKS, Breaks, newly_broken, verdict_on
from league.shared.errors import Refused, written_whole
from league.shared.grouping import grouped
from league.shared.text import bare, listed, plural

# The tables and scores of a card that an import wrote: they are the card.
COMES_WITH_ITS_OWN = (MatchTable, Game)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """The outcome of each line of a list, the heads that nobody knows, and the import itself.

    `made` and `changed` have the records that it makes and changes, by what they are. `no_room` has a
    sentence for each night on which fixtures need more tables than a pub has, `breaks` for all that the
    judge of fixtures newly finds.
    """

    lines: tuple[ImportedRow, ...]
    unknown: tuple[str, ...] = ()
    made: Mapping[str, Any] = field(default_factory=dict)
    changed: Mapping[str, Any] = field(default_factory=dict)
    run: ImportRun | None = None
    no_room: tuple[str, ...] = ()
    breaks: Breaks = NO_BREAKS

    @property
    def faults(self) -> tuple[ImportedRow, ...]:
        return tuple(line for line in self.lines if line.kind is ImportAction.FAULT)

    @property
    def changes_nothing(self) -> bool:
        """Whether everything in it is known already."""
        return not self.faults and not self.count(ImportAction.NEW) and not self.count(ImportAction.CHANGED)

    @property
    def is_held(self) -> bool:
        """Whether it would newly break something, and is not imported."""
        return bool(self.breaks.sentences) and self.run is None

    def count(self, kind: str) -> int:
        """Return how many lines are of a kind."""
        return sum(line.kind == kind for line in self.lines)


def read_rows(
    *,
    league: League,
    season: Season | None,
    what: str,
    rows: Rows,
    answers: Mapping[str, str] = NOTHING,
    left_out: Passed = NO_ROWS,
) -> ParsedList:
    """Return what is understood of a list of the league with the answers so far. Two queries."""
    return read_list(
        what,
        rows,
        span=SeasonDates.of(season),
        answers=answers,
        remembered=column_choices(league, what),
        teams=names_of_teams(league),
        left_out=left_out,
    )


@read_first
def import_parsed(
    *,
    league: League,
    season: Season | None,
    what: str,
    parsed_list: ParsedList,
    named: str = "",
    by: User | None = None,
    now: datetime.datetime | None = None,
    needs_room: bool = False,
    despite: str | None = None,
) -> ImportReport:
    """Import a list that was parsed before: all of it or, if a line has a fault, nothing.

    Nobody waits while what is there is judged; where a league has changed meanwhile it is done again. Without
    a time it is a preview: everything is rolled back. What was made and changed is stored with the import, so
    that it can be undone; a list that changes nothing stores no import.
    Where a match finds too few tables nothing is imported if it `needs_room`; otherwise the report says so.
    Nor is anything where fixtures newly break something, unless it was shown: `despite` is its key, or None.
    """
    report = ImportReport(lines=())
    verdicts = [(season, verdict_on(season))] if season and what != What.PLAYERS else []
    seasons = league.seasons.all()
    if season and not any(day_outside(line, season) for line in parsed_list.lines):
        seasons = seasons.filter(Q(pk=season.pk) | Q(is_finished=False))
    try:
        with written_whole():
            if season is not None and now:
                if any(line["cup"] for line in parsed_list.lines):
                    hold_cups(Cup.objects.filter(season__league=league))
                hold_matches(season)
            if now:
                hold_rooms(league.pk)  # keeps two imports apart on PostgreSQL
            before: dict[str, Stored] = {}
            before_writing(lambda: before.update(snapshot(league, seasons)))
            imported_rows = list(_lines(league, season, what, parsed_list))
            kinds = {line.kind for line in imported_rows}
            is_new = (
                bool(kinds & {ImportAction.NEW, ImportAction.CHANGED}) and ImportAction.FAULT not in kinds
            )
            if before and (is_new or not now):
                made, changed = differences(before, snapshot(league, seasons))
                places = {
                    (venue, date)
                    for venue, date in _made_or_moved(made, changed).values_list("venue", "date")
                    if date
                }
                judged = verdicts if places or what != What.RESULTS else []
                report = replace(
                    report,
                    made=made,
                    changed=changed,
                    no_room=full_pubs(league, places) if what == What.FIXTURES else (),
                    breaks=newly_broken([(verdict, verdict_on(season)) for season, verdict in judged]),
                )
            is_held = bool(report.breaks.sentences) and despite not in (None, report.breaks.key)
            if now and is_new and not is_held and not (report.no_room and needs_room):
                run = ImportRun.objects.create(
                    league=league, what=what, named=named[:120], lines=len(parsed_list.lines),
                    made=report.made, changed=report.changed, made_at=now, made_by=by,
                )  # fmt: skip
                report = replace(report, run=run)
                bump_revision(league_id=league.pk)
            else:
                transaction.set_rollback(True)
    except Refused as refusal:
        raise WrongList(refusal.sentence) from refusal
    passed = [
        ImportedRow(number=number, kind=ImportAction.PASSED, words=why)
        for number, why in parsed_list.passed.items()
    ]
    return replace(
        report,
        lines=tuple(sorted([*imported_rows, *passed], key=lambda line: line.number)),
        unknown=parsed_list.unknown,
    )


def remember_columns(*, league: League, what: str, columns: Mapping[str, str]) -> None:
    """Store what columns mean, by their headings, for the league's next list of the same kind."""
    with written_whole():
        for heading, meaning in columns.items():
            ColumnChoice.objects.update_or_create(
                league=league, what=kind_of(what), heading=heading, defaults={"meaning": meaning}
            )


def undo_import(*, run: ImportRun, now: datetime.datetime) -> tuple[str, ...]:
    """Undo an import: delete what it made, restore what it changed.

    Rows that were changed again since stay as they are; returns their names. Raises Refused if other rows
    depend on what would be deleted, and if the import was undone already.
    """
    with written_whole():
        held = ImportRun.objects.select_for_update(no_key=True).get(pk=run.pk)
        if held.undone_at is not None:
            raise Refused("This import is already undone.")
        unchanged = tuple(_restore_values(held.changed))
        for label, model in reversed(list(MODELS.items())):
            _delete(model._base_manager.filter(pk__in=held.made.get(label, [])), held.made)
        held.undone_at = now
        held.save(update_fields=["undone_at"])
        bump_revision(league_id=held.league_id, recount=None)
    return unchanged


def _delete(rows: QuerySet[Any], made: Mapping[str, Sequence[int]]) -> None:
    """Delete rows of an import. Raises Refused if rows made later would be deleted with them."""
    going = Collector(using=rows.db)
    try:
        going.collect(rows)
    except ProtectedError as fault:
        raise _in_use(fault.protected_objects) from fault
    own = {MODELS[label]: set(keys) for label, keys in made.items()}
    groups = [*going.data.items(), *((more.model, more) for more in going.fast_deletes)]
    for model, affected in groups:
        later = [row for row in affected if row.pk not in own.get(model, ())]
        if later and model not in COMES_WITH_ITS_OWN:
            raise _in_use(later)
    rows.delete()


def _in_use(later: Iterable[object]) -> Refused:
    first = min(map(str, later))
    return Refused(f"Something came after this import and leans on it: {first}. Remove that first.")


def _made_or_moved(made: Mapping[str, Any], changed: Mapping[str, Any]) -> QuerySet[Match]:
    """Return the matches with a date that an import makes, or gives another date or pub."""
    moved = [
        int(key) for key, fields in changed.get("match", {}).items() if {"date", "venue"} & fields.keys()
    ]
    return Match.with_ties.filter(pk__in=[*made.get("match", ()), *moved], date__isnull=False)


def _lines(
    league: League, season: Season | None, what: str, parsed_list: ParsedList
) -> Iterator[ImportedRow]:
    if season is not None and season.is_finished and what in (What.FIXTURES, What.RESULTS):
        raise WrongList(FINISHED)
    parsed_list.verify()
    if season is None and what not in OF_TEAMS:
        raise WrongList("There is no season yet. Create one first; players and matches belong to a season.")
    return IMPORTERS[what](league, season, parsed_list)


IMPORTERS: Mapping[str, Callable[..., Iterator[ImportedRow]]] = {
    What.PUBS: pub_lines,
    What.TEAMS: team_lines,
    What.PLAYERS: player_lines,
    What.FIXTURES: partial(
        lines_by_season,
        import_lines=partial(lines_with_cups, import_lines=fixture_lines, has_results=False),
    ),
    What.RESULTS: partial(
        lines_by_season, import_lines=partial(lines_with_cups, import_lines=result_lines, has_results=True)
    ),
}


def _restore_values(changed: Mapping[str, Mapping[str, Mapping[str, Sequence[object]]]]) -> Iterator[str]:
    """Give changed rows their earlier values; yield the names of those that were changed again since."""
    for label, rows in changed.items():
        rows_by_key = MODELS[label]._base_manager.in_bulk([int(key) for key in rows])
        for key, fields in rows.items():
            row = rows_by_key.get(int(key))
            if row is None:
                continue
            columns: dict[str, Any] = {name: MODELS[label]._meta.get_field(name) for name in fields}
            now = {name: column.value_to_string(row) for name, column in columns.items()}
            if any(now[name] != str(after) for name, (_, after) in fields.items()):
                yield str(row)
                continue
            for name, (earlier, _) in fields.items():
                value = None if earlier == "None" else columns[name].to_python(earlier)
                setattr(row, columns[name].attname, value)
            row.save(update_fields=list(fields))


Model = type[models.Model]

# In the order in which they depend on each other.
MODELS: Mapping[str, Model] = {
    "rule book": RuleBook,
    "season": Season,
    "pub": Pub,
    "team": Team,
    "cup": Cup,
    "division": Division,
    "enrolment": Enrolment,
    "player": Player,
    "registration": Registration,
    "cup entry": CupEntry,
    "draw": CupDraw,
    "tie": CupTie,
    "match": Match,
    "scorecard": Scorecard,
    "ruling": Ruling,
}
_TO_LEAGUE = {
    "rule book": "season__league",
    "cup": "season__league",
    **dict.fromkeys(("cup entry", "draw", "tie"), "cup__season__league"),
    "division": "season__league",
    "enrolment": "season__league",
    "registration": "season__league",
    "match": "division__season__league",
    "scorecard": "match__division__season__league",
    "ruling": "division__season__league",
}

Stored = Mapping[int, Sequence[Any]]


def snapshot(league: League, seasons: QuerySet[Season]) -> Mapping[str, Stored]:
    """Return every row of a league, and of its seasons that a list can touch, by model and key.

    One query a model.
    """
    rows: dict[str, Stored] = {}
    for label, model in MODELS.items():
        to_league = _TO_LEAGUE.get(label, "league")
        query_set = model._base_manager.filter(**{to_league: league.pk})
        if to_league.endswith("season__league"):
            query_set = query_set.filter(**{f"{to_league.removesuffix('__league')}__in": seasons})
        columns = [field.attname for field in model._meta.concrete_fields]
        rows[label] = {row[0]: row for row in query_set.order_by("pk").values_list(*columns)}
    return rows


def differences(
    before: Mapping[str, Stored], after: Mapping[str, Stored]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the keys of new rows by model, and of changed rows {model: {key: {field: [earlier, later]}}}."""
    made: dict[str, Any] = {}
    changed: dict[str, Any] = {}
    for label, later in after.items():
        earlier = before[label]
        if new := [key for key in later if key not in earlier]:
            made[label] = new
        touched = {
            str(key): _changes(MODELS[label], row, later[key])
            for key, row in earlier.items()
            if key in later and later[key] != row
        }
        if touched:
            changed[label] = touched
    return made, changed


def _changes(model: Model, *rows: Sequence[Any]) -> dict[str, list[str]]:
    """Return the fields in which two rows differ, with both values as texts."""
    earlier, later = (model(*row) for row in rows)
    texts = {
        field.name: [field.value_to_string(earlier), field.value_to_string(later)]
        for field in model._meta.concrete_fields
    }
    return {name: values for name, values in texts.items() if values[0] != values[1]}


UNREADABLE, MOST_QUESTIONS = "unreadable", 100
# A question names so many of its rows; the list shows them all.
MOST_NAMED = 10


def checked_import(
    *,
    league: League,
    season: Season | None,
    what: str,
    text: str,
    answers: Mapping[str, str],
    report_of: Callable[[ParsedList], ImportReport],
    is_enough: Callable[[CheckedList], bool] = lambda checked: False,
    skips_unanswered: bool = False,
) -> tuple[CheckedList, ImportReport | None]:
    """Return what was understood of a list, and what `report_of` says of importing it once it is understood.

    Rows that cannot be read are a question: whether to import the rest without them. With
    `skips_unanswered` that is so, and rows that are asked about are left out too; of each the list says why.
    Where what was understood `is_enough`, a list of pubs and teams is not tried.
    """

    def read(left_out: Mapping[int, str]) -> tuple[CheckedList, ImportReport | None]:
        if what not in OF_TEAMS:
            parsed = read_rows(
                league=league,
                season=season,
                what=what,
                rows=read_text(text),
                answers=answers,
                left_out=left_out,
            )
            report = None if parsed.refusal else report_of(parsed)
            lines, teams = report.lines if report else (), names_of_teams(league)
            checked = checked_list(what, parsed, lines, teams=teams, span=SeasonDates.of(season))
            return checked, report
        team_list = read_team_list(
            read_text(text, is_prose=True),
            answers=answers,
            remembered=column_choices(league, what),
            known=known_league(league, season),
            of_pubs=what == PUBS,
            left_out=left_out,
        )
        if not team_list.is_ready or is_enough(team_list):
            return team_list, None
        report = report_of(parsed_team_list(team_list, what))
        faults = {line.number: line.problems for line in report.faults}
        rows = (replace(row, problems=faults.get(row.number, ())) for row in team_list.rows)
        return replace(team_list, rows=tuple(rows)), report

    is_without = skips_unanswered or answers.get(UNREADABLE) == LEAVE_OUT
    left_out: dict[int, str] = {}
    unreadable: dict[int, None] = {}
    while True:
        checked, report = read(left_out)
        unreadable |= dict.fromkeys(number for number, _ in checked.problems)
        more = {number: " ".join(problems) for number, problems in checked.problems if is_without}
        if skips_unanswered:
            more |= {
                number: question.sentence for question in checked.open_questions for number in question.rows
            }
        if not more.keys() - left_out.keys():
            break
        left_out |= more
    if unreadable:
        rows = tuple(unreadable)
        question = ListQuestion(
            key=UNREADABLE,
            heading="Import the rest of the list?",
            sentence=f"{plural(len(rows), 'row')} cannot be read: {listed(map(str, rows[:MOST_NAMED]))}.",
            choices=((LEAVE_OUT, "Import the rest without them"),),
            rows=rows,
            answer=LEAVE_OUT if is_without else "",
        )
        checked = replace(checked, questions=numbered((*checked.questions, question)))
    return checked, report


def checked_list(
    what: str,
    parsed_list: ParsedList,
    lines: Sequence[ImportedRow],
    *,
    teams: Sequence[str],
    span: SeasonDates | None,
) -> CheckedList:
    """Return a list with everything that is guessed, asked and wrong.

    `lines` are the outcomes of importing it, `teams` the names that may be meant.
    """
    questions = numbered(_questions(parsed_list, lines, teams))
    rows = tuple(
        list_rows(
            parsed_list.rows,
            parsed_list.layout,
            parsed_list.head,
            understood=dict(_understood(parsed_list, span)),
            passed=parsed_list.passed,
            problems=grouped((line.number, fault) for line in lines for fault in line.faults),
            questions=questions,
        )
    )
    return CheckedList(
        columns=parsed_list.layout,
        rows=rows,
        guesses=tuple(parsed_list.asked.guesses.values()),
        questions=questions,
        counts=_counts(what, parsed_list.lines),
        refusal=parsed_list.refusal,
    )


def _questions(
    parsed_list: ParsedList, lines: Sequence[ImportedRow], teams: Sequence[str]
) -> Iterator[ListQuestion]:
    """Yield what is asked, the names that no team has first. Answered questions stay among them.

    A row that cannot be read asks nothing about its names.
    """
    unknown = {name: like for line in lines if not line.faults for name, like in line.unknown.items()}
    open_names = [name for name in parsed_list.named if name in unknown][:MOST_QUESTIONS]
    for name, question in parsed_list.named.items():
        if question.answer or name in open_names:
            choices = dict.fromkeys([*unknown.get(name, ()), *teams])
            words = "not a team of the league", "in no division this season"
            sentence = question.sentence.replace(*words) if name in teams else question.sentence
            yield replace(question, sentence=sentence, choices=tuple((team, team) for team in choices))
    yield from list(parsed_list.asked.questions.values())[:MOST_QUESTIONS]


def _understood(parsed_list: ParsedList, span: SeasonDates | None) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield what cells were taken for, by their rows and places."""
    for line in parsed_list.lines:
        for column in parsed_list.layout if not line.place else ():
            words = line[column.meaning]
            if column.meaning in ("date", "registered") and is_date(words, span):
                words = f"{read_date(words, span):%a %d %b %Y}"
            elif column.meaning.startswith((SCORE, "home_", "away_")):
                words = without_play(words)
            yield (line.number, column.number - 1), words


def _counts(what: str, lines: Sequence[ListLine]) -> dict[str, tuple[int, int]]:
    names = ("team",) if what == What.PLAYERS else ("home", "away")
    teams = len({line[name].casefold() for line in lines for name in names if line[name]})
    noun = "player" if what == What.PLAYERS else "match"
    return {noun: (len(lines), len(lines)), "team": (teams, teams)}


def parsed_team_list(team_list: TeamList, what: str) -> ParsedList:
    """Return the lines of a list of pubs or of teams, each under the number of its row."""
    pubs = {
        bare(pub.label): {
            "pub name": pub.name,
            "address": pub.address,
            "postcode": pub.postcode,
            "pub phone": pub.phone,
            "tables": pub.tables,
        }
        for pub in team_list.pubs
    }
    rows = [(pub.rows[0], {"pub": pub.label, **pubs[bare(pub.label)]}) for pub in team_list.pubs]
    if what == What.TEAMS:
        rows = [
            (
                team.row,
                {
                    "team": team.name,
                    "pub" if team.has_named_pub else "likely pub": team.pub,
                    "short name": team.short_name,
                    "division": team.division,
                    "captain": team.captain,
                    "e-mail": team.email,
                    "phone": team.phone,
                    **pubs[bare(team.pub)],
                },
            )
            for team in team_list.teams
        ]
    return ParsedList(
        columns={},
        unknown=tuple(
            column.heading for column in team_list.columns if column.heading and column.meaning == LEAVE_OUT
        ),
        lines=tuple(
            ListLine(number=number, cells={name: text for name, text in cells.items() if text})
            for number, cells in rows
        ),
        passed={row.number: row.skipped for row in team_list.rows if row.skipped},
    )
