"""The rule book of a season: shown, edited with a preview, begun as a copy of another."""

import json
from typing import Any, cast

from django.contrib import messages
from django.forms import modelform_factory
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.choices import flatten_choices
from django.utils.text import slugify

from league.accounts.access import for_secretary
from league.competition.tie_breaks import HECKMONDWIKE_TIE_BREAKS
from league.models import League, RuleBook, Season
from league.records.forms import parse_opened
from league.records.kinds import RULE_BOOKS
from league.records.rule_books import (
    FROZEN,
    RuleChange,
    can_enter_otherwise,
    has_results,
    rule_changes,
    stored_rules,
    touched_by_rules,
)
from league.records.selectors.history import history_of
from league.records.services.records import ChangedMeanwhile
from league.records.services.rule_books import save_rule_book
from league.regulations.forms.rule_book import RuleBookForm
from league.regulations.presets import UnknownPreset, get, offered
from league.regulations.presets.book import PARTS
from league.regulations.presets.writing import write_book
from league.regulations.rule_books import game_in_words, match_in_words
from league.shared.decisions import UNPROCESSABLE, or_404, secretary
from league.shared.errors import Refused

CONFLICT = 409
FINISHED = "The season is closed: its rules stay as they are."
LONGEST_REASON = 200
TOML = "application/toml; charset=utf-8"
FIELDS = tuple(name for _, _, names in PARTS for name in names)
BookForm = cast(type[RuleBookForm], modelform_factory(RuleBook, form=RuleBookForm, fields=FIELDS))


@for_secretary
def rule_book(request: HttpRequest, league: League, season_slug: str) -> HttpResponse:
    """Show a season's rules to edit: `preview` shows what follows, `save` saves.

    `?copy=` fills in those of another season or of a preset, `?file` sends them as a file.
    """
    found = league.seasons.select_related("league", "rule_book").filter(slug=season_slug)
    season = or_404(found.first(), f"{league} has no season “{season_slug}”.")
    saved = RuleBook.objects.get(pk=season.rule_book_id)
    if "file" in request.GET:
        title = f"{league}, {season}"
        headers = {"Content-Disposition": f'attachment; filename="{slugify(title)}.toml"'}
        return HttpResponse(write_book(saved, title, f"{saved}."), content_type=TOML, headers=headers)
    copied = request.GET.get("copy", "")
    form = BookForm(
        request.POST or None,
        request.FILES or None,
        instance=season.rule_book,
        initial=_copied(league, copied),
    )
    status, refused = 200, ""
    conflicts: tuple[RuleChange, ...] = ()
    opened = stored_rules(saved) if request.method != "POST" else parse_opened(request.POST.get("opened", ""))
    is_read = form.is_bound and form.is_valid()
    if is_read and not saved.tie_breaks and form.instance.tie_breaks == list(HECKMONDWIKE_TIE_BREAKS):
        # The form shows what none means.
        form.instance.tie_breaks = []
    values = stored_rules(form.instance) if is_read else {}
    if "entered-only" in request.POST:
        values = {**stored_rules(saved), "entered": request.POST["entered-only"]}
    if values and {"save", "entered-only"} & set(request.POST):
        try:
            change = save_rule_book(
                season=season,
                values=values,
                opened=opened,
                by=secretary(request),
                now=timezone.now(),
                reason=request.POST.get("reason", "").replace("\0", "")[:LONGEST_REASON],
            )
        except ChangedMeanwhile as meanwhile:
            status, refused = CONFLICT, meanwhile.sentence
            conflicts = rule_changes(saved, form.instance)
            opened = stored_rules(saved)
        except Refused as refusal:
            status, refused = UNPROCESSABLE, refusal.sentence
        else:
            messages.success(request, "Saved." if change else "Nothing was changed.")
            return redirect(request.path)
    elif "save" in request.POST:
        status = UNPROCESSABLE
    changes = rule_changes(saved, form.instance) if is_read and not conflicts else ()
    frozen = FINISHED if season.is_finished else FROZEN if has_results(saved) else ""
    page = {
        "season": season,
        "frozen": frozen,
        "otherwise": _otherwise(saved) if frozen == FROZEN and can_enter_otherwise(saved) else None,
        "refused": refused,
        "sections": (*match_in_words(saved), *game_in_words(saved)) if frozen else (),
        "form": form,
        "parts": [] if frozen else _parts(form, saved),
        "opened": json.dumps(opened, sort_keys=True),
        "reason": request.POST.get("reason", ""),
        "is_read": is_read,
        "changes": changes,
        "conflicts": conflicts,
        "touched": touched_by_rules(season, changes),
        "history": history_of(RULE_BOOKS, saved.pk),
        "copies": league.seasons.exclude(pk=season.pk),
        "presets": offered(),
        "copied": copied,
        "is_filled": copied or form.was_read,
        "section": "desk",
    }
    return render(request, "records/rule_book.html", page, status=status)


def _otherwise(saved: RuleBook) -> RuleBook.Entered:
    """Return what could be entered instead of what is."""
    entered = RuleBook.Entered
    return entered.SCORES if saved.entered == entered.HANDS else entered.HANDS


def _copied(league: League, name: str) -> dict[str, Any]:
    """Return the rules of a preset, or of another season of the league, to begin from."""
    season = (
        Season.objects.filter(league=league, slug=name.replace("\0", "")).select_related("rule_book").first()
    )
    if season is not None:
        return stored_rules(season.rule_book)
    try:
        return dict(get(name).book) if name else {}
    except UnknownPreset:
        return {}


def _parts(form: Any, saved: RuleBook) -> list[tuple[str, str, list[tuple[Any, str | None]], bool]]:
    """Return the fields of the form by part: its title, what it is about, each field with what it was.

    The last value says whether the part is open.
    """
    as_saved = BookForm(instance=saved)
    house = [
        (f"House rules: {title[:1].lower()}{title[1:]}", "", tuple(names), is_used)
        for title, names, is_used in form.option_groups
    ]
    game, *others = ((*part, True) for part in PARTS)
    parts = [game, *house, *others, ("Rules from a file", "", ("file",), "file" in form.errors)]
    return [
        (title, about, [(form[name], _was(form, as_saved, name)) for name in names], is_open)
        for title, about, names, is_open in parts
    ]


def _was(form: Any, as_saved: Any, name: str) -> str | None:
    """Return what a field was, if it differs from what is saved; None if it does not."""
    if name not in as_saved.fields:
        return None
    field, was = form.fields[name], as_saved.initial.get(name)
    now = form[name].data if form.is_bound else form.initial.get(name)
    shown = field.prepare_value(was)
    if form.is_bound and not field.has_changed(was, now):
        return None
    if not form.is_bound and shown == field.prepare_value(now):
        return None
    choices = list[Any](flatten_choices(getattr(field, "choices", ())))
    labels = {str(key): label for key, label in choices}
    if isinstance(shown, list):
        return ", ".join(map(str, shown)) or "empty"
    if isinstance(shown, bool):
        return "ticked" if shown else "not ticked"
    return str(labels.get(str(shown), "empty" if shown in {None, ""} else shown))
