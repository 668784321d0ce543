"""Pages of records: the list, one to create or edit, the preview of its deletion, the undo of a change."""

import json
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.accounts.access import for_secretary
from league.competition.selectors import divisions_of, league_today, season_at_hand, seasons_of
from league.models import League, RecordChange, Season, Team
from league.overview.pubs import pubs_of_league
from league.records.forms import FORMS, RecordForm, SeasonForm
from league.records.kinds import (
    BY_NAME,
    DIVISIONS,
    KINDS,
    LEAGUES,
    PUBS,
    RULE_BOOKS,
    SEASONS,
    RecordKind,
    in_figures,
    shown,
)
from league.records.selectors.consequences import (
    RecordFigures,
    SavePreview,
    figures_of,
    following,
    of_new_season,
    season_to_follow,
)
from league.records.selectors.history import history_of, latest_changes
from league.records.selectors.twins import alike_pairs, twins_of
from league.records.services.merging import (
    in_words,
    keep_apart,
    merge_digest,
    merge_records,
    moving_rows,
    obstacle_to_merge,
)
from league.records.services.records import (
    ChangedMeanwhile,
    create_record,
    delete_record,
    dependants_of,
    digest,
    refusal_of_deletion,
    save_record,
    undo_change,
)
from league.records.tables import PubsTable
from league.scheduling.views.judging import judged
from league.shared.decisions import NO_ACT, UNPROCESSABLE, or_404, secretary, sent, status
from league.shared.errors import Refused

CONFLICT = 409
Conflict = tuple[str, str, str]
"""What a field is called, its value now, and what was typed there; empty if nothing was."""


@for_secretary
def records(request: HttpRequest, league: League) -> HttpResponse:
    """Show the pubs with their teams, the divisions of the season at hand, and the latest changes."""
    today = league_today(league)
    season = season_at_hand(seasons_of(league), today)
    lines = pubs_of_league(league, today=today)
    page = {
        "pubs": PubsTable(lines, order_by=request.GET.get("sort", "")),
        "pairs": alike_pairs(PUBS, [line["pub"] for line in lines], league),
        "season": season,
        "divisions": [(DIVISIONS.key_of(division), division) for division in divisions_of(season)]
        if season
        else [],
        "history": latest_changes(league),
        "section": "desk",
    }
    return render(request, "records/records.html", page)


@for_secretary
def record_new(request: HttpRequest, league: League, kind: str) -> HttpResponse:
    """Show the form of a new record; `save` creates it."""
    record_kind = KINDS[kind]
    row = _new(record_kind, league)
    form = FORMS[kind](sent(request), kind=record_kind, row=row, league=league)
    is_read = form.is_bound and form.is_valid()
    if is_read:
        for name, value in form.values.items():
            setattr(row, name, value)
        if isinstance(form, SeasonForm):
            row.rule_book = form.rule_book()
    if is_read and "save" in request.POST:
        try:
            create_record(
                kind=record_kind,
                row=row,
                by=secretary(request),
                now=timezone.now(),
                division=form.cleaned_data.get("division"),
            )
        except Refused as refusal:
            row.pk = None
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, f"Created. {row} is a {record_kind.name} of the league now.")
            return redirect("record", league.slug, kind, record_kind.key_of(row))
    page = {
        "kind": record_kind,
        "form": form,
        "following": SavePreview(list(of_new_season(row))) if is_read and record_kind is SEASONS else None,
        "next_season": season_to_follow(league) if record_kind is SEASONS else None,
        "section": "desk",
    }
    return render(request, "records/new.html", page, status=UNPROCESSABLE if form.errors else 200)


@for_secretary
def record(request: HttpRequest, league: League, kind: str, record_key: str) -> HttpResponse:
    """Show one record to edit: `preview` shows what follows, `save` saves it."""
    return _edit(request, league, KINDS[kind], _find(KINDS[kind], league, record_key))


@for_secretary
def league_settings(request: HttpRequest, league: League) -> HttpResponse:
    """Show the league's own name, time zone and words to edit, as any other record."""
    return _edit(request, league, LEAGUES, League.objects.get(pk=league.pk))


@for_secretary
def record_delete(request: HttpRequest, league: League, kind: str, record_key: str) -> HttpResponse:
    """Show what is deleted with a record, or why it cannot be deleted; `delete` deletes it."""
    record_kind = KINDS[kind]
    row = _find(record_kind, league, record_key)
    refused: list[str] = []
    if request.method == "POST":
        try:
            if "delete" not in request.POST:
                raise Refused(NO_ACT)
            delete_record(
                kind=record_kind,
                row=row,
                by=secretary(request),
                now=timezone.now(),
                shown_rows=request.POST.get("rows", ""),
            )
        except Refused as refusal:
            refused.append(refusal.sentence)
        else:
            messages.success(request, f"Deleted: {row}. Undo it under “Latest changes”.")
            return redirect("records", league.slug)
    dependent_rows = dependants_of(record_kind, row)
    page = {
        "kind": record_kind,
        "row": row,
        "key": record_key,
        "dependent_rows": dependent_rows,
        "rows": digest(dependent_rows),
        "obstacle": refusal_of_deletion(record_kind, row, dependent_rows) if dependent_rows.obstacles else "",
        "refused": refused,
        "section": "desk",
    }
    return render(request, "records/delete.html", page, status=UNPROCESSABLE if refused else 200)


@for_secretary
def record_merge(request: HttpRequest, league: League, kind: str, record_key: str) -> HttpResponse:
    """Show what merging another record into this one moves; `merge` merges them, `apart` keeps two."""
    record_kind = KINDS[kind]
    if not record_kind.is_mergeable:
        raise Http404(f"Records of {kind} are not merged here.")
    kept = _find(record_kind, league, record_key)
    other_key = request.POST.get("with") or request.GET.get("with", "")
    gone = record_kind.find(league, other_key.replace("\0", "")) if other_key else None
    refused: list[str] = []
    if request.method == "POST":
        try:
            messages.success(request, _merged(request, record_kind, kept, gone))
        except Refused as refusal:
            refused.append(refusal.sentence)
        else:
            return redirect("record", league.slug, kind, record_key)
    page = {
        "kind": record_kind,
        "row": kept,
        "key": record_key,
        "gone": gone,
        "others": [other for other in record_kind.rows(league).order_by("name") if other.pk != kept.pk],
        "refused": refused,
        "section": "desk",
    }
    if gone is not None:
        page |= _merge_preview(request, record_kind, kept, gone)
    return render(request, "records/merge.html", page, status=UNPROCESSABLE if refused else 200)


@for_secretary
@require_POST
def change_undo(request: HttpRequest, league: League, change_id: str) -> HttpResponse:
    """Undo a change and lead to its record, or to the list where the record is gone."""
    change = get_object_or_404(RecordChange, league=league, public_id=change_id)
    try:
        undo_change(change=change, by=secretary(request), now=timezone.now())
    except Refused as refusal:
        messages.error(request, f"Not undone. {refusal.sentence}")
    else:
        messages.success(request, f"Undone: {change.label} is as it was before.")
    kind = BY_NAME[change.kind]
    row = kind.rows(league).filter(pk=change.object_id).first()
    return redirect(*(_page_of(kind, row, league) if row else ("records", league.slug)))


def _page_of(kind: RecordKind, row: Any, league: League) -> tuple[str, ...]:
    """Return the address of a record's page, to be redirected to."""
    if kind is LEAGUES:
        return "league-settings", row.slug
    if kind is RULE_BOOKS:
        return "rule-book", league.slug, row.season.slug
    return "record", league.slug, kind.plural, kind.key_of(row)


def _merged(request: HttpRequest, kind: RecordKind, kept: Any, gone: Any) -> str:
    """Merge two records, or remember that they are two; return the message."""
    by, now = secretary(request), timezone.now()
    if gone is None:
        raise Refused(f"Choose the other record of this {kind.name}.")
    if "apart" in request.POST:
        keep_apart(kind=kind, row=kept, other=gone, by=by, now=now)
        return f"{kept} and {gone} stay two. Merging them is not suggested again."
    if "merge" not in request.POST:
        raise Refused(NO_ACT)
    merge_records(
        kind=kind,
        kept=kept,
        gone=gone,
        from_gone=[name for name in kind.fields if request.POST.get(f"take-{name}") == "gone"],
        shown_rows=request.POST.get("rows", ""),
        by=by,
        now=now,
    )
    return f"Merged. Everything of both is under one {kind.name} now."


def _merge_preview(request: HttpRequest, kind: RecordKind, kept: Any, gone: Any) -> dict[str, Any]:
    """Return what merging moves, and each field in which the records differ, with the value chosen."""
    moving = moving_rows(gone)
    fields = []
    for name, label in kind.fields.items():
        column = kind.column(name)
        own, other = shown(kept, column), shown(gone, column)
        if own != other:
            takes_other = request.POST.get(f"take-{name}", "gone" if not own else "kept") == "gone"
            fields.append((name, label, own, other, takes_other))
    return {
        "moving": in_words(moving),
        "rows": merge_digest(moving),
        "fields": fields,
        "obstacle": obstacle_to_merge(kept, gone),
        "figures": [(kept, figures_of(kind, kept)), (gone, figures_of(kind, gone))],
    }


def _twins(kind: RecordKind, row: Any, league: League) -> list[tuple[str, Any, RecordFigures]]:
    """Return the records that may be the same as this one, with their figures."""
    if not kind.is_mergeable:
        return []
    return [
        (kind.key_of(twin), twin, figures_of(kind, twin))
        for twin in twins_of(kind, row, league)
        if not obstacle_to_merge(row, twin)
    ]


def _edit(request: HttpRequest, league: League, kind: RecordKind, row: Any) -> HttpResponse:
    form = FORMS[kind.plural](sent(request), kind=kind, row=row, league=league)
    has_fixtures = "save" in request.POST and kind in (PUBS, SEASONS)
    form, conflicts, code = save_typed(
        request, form, seasons_of(league, Q(is_finished=False)) if has_fixtures else ()
    )
    if not code:
        # The address of the record is part of it.
        return redirect(*_page_of(kind, kind.model._base_manager.get(pk=row.pk), league))
    page = {
        "kind": kind,
        "row": row,
        "key": kind.key_of(row),
        "form": form,
        "conflicts": conflicts,
        "following": _following(form, row, league),
        "history": history_of(kind, row.pk),
        "twins": (twins := _twins(kind, row, league)),
        "own_figures": figures_of(kind, row) if twins else None,
        "teams": Team.objects.filter(enrolments__division=row) if kind.name == "division" else (),
        "section": "desk",
    }
    return render(request, "records/record.html", page, status=code)


def save_typed(
    request: HttpRequest, form: RecordForm, seasons: Sequence[Season] = ()
) -> tuple[RecordForm, list[Conflict], int]:
    """Save a record as its form has it if `save` was pressed; of these seasons the plans are judged anew.

    Returns the form to be shown, the fields that somebody else has changed meanwhile, and the status of the
    page; 0 once it is saved.
    """
    if "save" not in request.POST or not form.is_valid():
        return form, [], status(form)
    try:
        with judged(request, seasons):
            change = save_record(
                kind=form.kind,
                row=form.row,
                values=form.values,
                opened=form.cleaned_data["opened"],
                by=secretary(request),
                now=timezone.now(),
                reason=form.cleaned_data["reason"],
                teams_too=form.cleaned_data.get("teams_too", False),
            )
    except ChangedMeanwhile as meanwhile:
        form.row.refresh_from_db()
        return *_laid_over(form, meanwhile, request), CONFLICT
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        return form, [], UNPROCESSABLE
    messages.success(request, "Saved." if change else "Nothing was changed.")
    return form, [], 0


def _following(form: RecordForm, row: Any, league: League) -> SavePreview | None:
    """Return what follows from what was typed; None while nothing valid was."""
    if not form.is_bound or form.errors:
        return None
    before = form.kind.values(row)
    imagined = form.kind.model._base_manager.get(pk=row.pk)
    for name, value in form.values.items():
        setattr(imagined, name, value)
    return following(
        form.kind,
        imagined,
        before,
        today=league_today(league),
        teams_too=form.cleaned_data.get("teams_too", False),
    )


def _laid_over(
    form: RecordForm, meanwhile: ChangedMeanwhile, request: HttpRequest
) -> tuple[RecordForm, list[Conflict]]:
    """Return the form over the record as it is now, with what was typed, and the fields that differ.

    What was not typed in takes the values of now, so that saving again changes nothing else.
    """
    opened = form.cleaned_data["opened"]
    edited = form.edited_since(opened)
    data = request.POST.copy()
    for name, value in meanwhile.current.items():
        if name not in edited:
            data[name] = value
    data["opened"] = json.dumps(meanwhile.current)
    current = type(form)(data, kind=form.kind, row=form.row, league=form.league)
    conflicts = [
        (
            current.kind.fields[name],
            shown(form.row, form.kind.column(name)) or "empty",
            in_figures(form.cleaned_data.get(name)) or "empty" if name in edited else "",
        )
        for name in form.kind.fields
        if opened.get(name) != meanwhile.current[name]
    ]
    current.is_valid()
    current.add_error(None, meanwhile.sentence)
    return current, conflicts


def _find(kind: RecordKind, league: League, key: str) -> Any:
    return or_404(kind.find(league, key), f"{league} has no {kind.name} {key}.")


def _new(kind: RecordKind, league: League) -> Any:
    """Return an empty record of the league; a division is of the season at hand."""
    if kind is not DIVISIONS:
        return kind.model(league=league)
    season = season_at_hand(seasons_of(league), league_today(league))
    if season is None or season.is_finished:
        raise Http404("The league has no season that is open.")
    return kind.model(season=season, position=season.divisions.count() + 1)
