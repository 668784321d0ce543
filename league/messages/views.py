"""Messages to captains: written, looked at, sent after ten minutes, undone until then, and recorded."""

import hashlib

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.accounts.access import for_owner, for_secretary
from league.accounts.contact_log import shows_contacts
from league.accounts.rate_limit import ask_for_letters, is_held
from league.accounts.services.letters import say_sent
from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.matches.selectors import league_clock
from league.messages.forms import MessageForm, is_key, with_template
from league.messages.letters import TEMPLATES, signed, time
from league.messages.merge_fields import FIELDS, Mail, WrongField, mail_for
from league.messages.selectors import (
    audiences_of,
    failed_letters,
    mailing_of,
    mailings_of,
    recipients_of,
    records_of,
)
from league.messages.services import NOBODY_REACHED, allow_letters, retry_mailing, send_mailing, undo_mailing
from league.models import League, Mailing, Notice, Season
from league.shared.decisions import UNPROCESSABLE, secretary
from league.shared.errors import Refused
from league.shared.identifiers import new_public_id
from league.shared.text import plural

A_PAGE = 10
CHANGED = "The captains, their addresses or their matches have changed since the preview. Look at it again."


@for_secretary
@shows_contacts("Messages")
def message_page(request: HttpRequest, league: League) -> HttpResponse:
    """Show the form and the record; `fill` takes a template, `preview` shows every letter, `send` sends them.

    `undo` and `retry` name a message of the record.
    """
    if request.method == "POST" and {"undo", "retry"} & request.POST.keys():
        act_on_mailing(request, league)
        return redirect("messages", league.slug)
    season = season_at_hand(seasons_of(league), league_today(league))
    audiences = audiences_of(season)
    if request.method != "POST":
        start = with_template({"audience": request.GET.get("to", "")}, request.GET.get("template", "free"))
        return _page(request, league, season, MessageForm(initial=start, audiences=audiences))
    if "fill" in request.POST:
        typed = {name: request.POST.get(name, "") for name in ("audience", "subject", "text")}
        filled = with_template(typed, request.POST.get("template", ""))
        return _page(request, league, season, MessageForm(initial=filled, audiences=audiences))
    form = MessageForm(request.POST, audiences=audiences)
    if season is None or not form.is_valid():
        return _page(request, league, season, form, status=UNPROCESSABLE)
    try:
        mail = _mail(request, league, season, form)
    except WrongField as fault:
        form.add_error("text", str(fault))
        return _page(request, league, season, form, status=UNPROCESSABLE)
    if "send" not in request.POST:
        return _page(request, league, season, form, mail)
    key = request.POST.get("key", "")
    try:
        if request.POST.get("seen") != _digest(mail):
            raise Refused(CHANGED)
        ask_for_letters(request, len(mail.letters), league)
        mailing = send_mailing(
            league=league,
            mail=mail,
            audience=dict(audiences)[form.cleaned_data["audience"]],
            key=key if is_key(key) else new_public_id(),
            by=secretary(request),
            now=timezone.now(),
        )
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        # The same key again: a message that was sent stays sent once.
        return _page(request, league, season, form, mail, key=key, status=UNPROCESSABLE)
    say_sent(request, waiting_words(mailing, len(mail.letters)))
    return redirect("messages", league.slug)


def waiting_words(mailing: Mailing, letters: int) -> str:
    """Return what is said once a message is in the outbox."""
    clock = time(league_clock(mailing.league, mailing.goes_at))
    it = "It goes" if letters == 1 else "They go"
    return f"{plural(letters, 'e-mail')} in the outbox. {it} at {clock}; you can undo until then."


def act_on_mailing(request: HttpRequest, league: League) -> None:
    """Undo or retry the message that the pressed button names, and say what came of it."""
    undoes = "undo" in request.POST
    try:
        mailing = mailing_of(league, request.POST["undo" if undoes else "retry"][:12])
        count = (undo_mailing if undoes else retry_mailing)(mailing=mailing, now=timezone.now())
    except Mailing.DoesNotExist:
        raise Http404(f"{league} has no such message.") from None
    except Refused as refusal:
        messages.warning(request, refusal.sentence)
        return
    letters = plural(count, "e-mail")
    if undoes:
        messages.success(request, f"Undone: {letters} will not be sent.")
    else:
        say_sent(request, f"{letters} will be sent again within a minute.")


def _mail(request: HttpRequest, league: League, season: Season, form: MessageForm) -> Mail:
    return mail_for(
        recipients_of(season, form.cleaned_data["audience"], league_today(league)),
        kind=Notice.Kind.MESSAGE,
        subject=form.cleaned_data["subject"],
        text=signed(form.cleaned_data["text"], league, secretary(request)),
    )


def _digest(mail: Mail) -> str:
    """Return a stamp of everything a preview shows: sent is what was seen."""
    return hashlib.sha256(repr((mail.letters, mail.unreached)).encode()).hexdigest()


def _page(
    request: HttpRequest,
    league: League,
    season: Season | None,
    form: MessageForm,
    mail: Mail | None = None,
    *,
    key: str = "",
    status: int = 200,
) -> HttpResponse:
    pages = Paginator(mailings_of(league), A_PAGE).get_page(request.GET.get("page"))
    page = {
        "section": "desk",
        "season": season,
        "form": form,
        "mail": mail,
        "nobody": NOBODY_REACHED if mail and not mail.letters else "",
        "seen": _digest(mail) if mail else "",
        "key": key if is_key(key) else new_public_id(),
        "fields": FIELDS.items(),
        "templates": [(name, words[0]) for name, words in TEMPLATES.items()],
        "pages": pages,
        "held": settings.LETTERS_A_DAY if is_held(league.pk) else None,
        "failed": failed_letters(league, timezone.now()),
        "records": records_of(pages.object_list),
    }
    return render(request, "messages/messages.html", page, status=status)


@for_owner
@require_POST
def allow_letters_of_copy(request: HttpRequest, league: League) -> HttpResponse:
    """Let a copy of a league write letters."""
    allow_letters(league=league)
    messages.success(request, "The league sends e-mails from now on.")
    return redirect("secretary-desk", league.slug)
