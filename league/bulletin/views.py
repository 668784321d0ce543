"""The bulletin of a night: read, copied, edited, sent to captains, published as news."""

import datetime
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date

from league.accounts.access import for_secretary
from league.accounts.contact_log import shows_contacts
from league.accounts.rate_limit import ask_for_letters
from league.accounts.services.letters import say_sent
from league.bulletin.old_figures import CORRECTION, old_figures
from league.bulletin.selectors import bulletin_night, bulletin_of, readers_of
from league.bulletin.services import discard_text, publish_news, save_notices, save_text, withdraw_news
from league.bulletin.text import BulletinNight, BulletinPart, TextForm, bulletin_text
from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.messages.forms import is_key
from league.messages.merge_fields import Letter, Mail
from league.messages.selectors import mailings_of, records_of
from league.messages.services import send_mailing
from league.messages.views import act_on_mailing, waiting_words
from league.models import Bulletin, League, Notice, Season
from league.shared.decisions import UNPROCESSABLE, secretary
from league.shared.errors import Refused
from league.shared.identifiers import new_public_id
from league.shared.moments import day_in_words

PART_WORDS = {
    BulletinPart.RESULTS: "Results",
    BulletinPart.TABLES: "Tables",
    BulletinPart.NEXT: "Next week",
    BulletinPart.POSTPONED: "Postponed",
    BulletinPart.NOTICES: "Notices",
}
FORM_WORDS = {TextForm.NEWSPAPER: "Newspaper", TextForm.CHAT: "Chat", TextForm.EMAIL: "E-mail"}
LEAVE_OUT = "leave-out"
NO_PART = "nothing"
CHANGED = (
    "The text or the addresses have changed since you opened the page. Read it again, then press once more."
)
LONGEST_NOTICES = 2000
LONGEST_TEXT = 15_000


class NoticesForm(forms.Form):
    """What the secretary adds to a bulletin."""

    notices = forms.CharField(
        required=False,
        max_length=LONGEST_NOTICES,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Meetings, thanks, lost property. It is saved for this night.",
    )
    revision = forms.IntegerField(widget=forms.HiddenInput)


class EditedForm(forms.Form):
    """A text of a bulletin as it is edited by hand."""

    text = forms.CharField(
        max_length=LONGEST_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 30}),
        error_messages={"required": "Write the text, or discard your changes."},
    )
    revision = forms.IntegerField(widget=forms.HiddenInput)


@dataclass(frozen=True, slots=True, kw_only=True)
class BulletinChoice:
    """What the address asks for: the parts, the form in view, what becomes of missing results."""

    parts: tuple[BulletinPart, ...]
    form: TextForm
    print_missing: bool
    night: datetime.date | None

    @classmethod
    def of(
        cls, typed: Mapping[str, str], include: Sequence[str], night: datetime.date | None
    ) -> "BulletinChoice":
        form = typed.get("form", "")
        return cls(
            parts=tuple(part for part in BulletinPart if part in include) if include else tuple(BulletinPart),
            form=TextForm(form) if form in FORM_WORDS else TextForm.NEWSPAPER,
            print_missing=typed.get("missing") != LEAVE_OUT,
            night=night,
        )

    def query(self, **changes: str) -> str:
        """Return the address's question for this choice, with changes."""
        asked: dict[str, object] = {"night": self.night} if self.night else {}
        if len(self.parts) < len(BulletinPart):
            asked["include"] = self.parts or [NO_PART]
        if not self.print_missing:
            asked["missing"] = LEAVE_OUT
        if self.form is not TextForm.NEWSPAPER:
            asked["form"] = self.form
        return f"?{urlencode(asked | changes, doseq=True)}"  # a bare ? clears the question


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownText:
    """A text in one form, and whether it was edited by hand."""

    form: TextForm
    words: str
    text: str
    is_edited: bool


@for_secretary
@shows_contacts("Bulletin")
def bulletin(request: HttpRequest, league: League) -> HttpResponse:
    """Show a night's text as it leaves; save notices or an edited text, send it, publish or withdraw it."""
    today = league_today(league)
    season = season_at_hand(seasons_of(league), today)
    choice = BulletinChoice.of(request.GET.dict(), request.GET.getlist("include"), _night(request))
    shown = bulletin_night(season, choice.night, today) if season else None
    if season is None or shown is None:
        return render(request, "bulletin/no_bulletin.html", {"section": "desk", "season": season})
    page = _Page(request, league, season, shown, choice)
    return page.act() if request.method == "POST" else page.show()


def _night(request: HttpRequest) -> datetime.date | None:
    typed = request.GET.get("night", "")
    try:
        night = parse_date(typed) if typed else None
    except ValueError:
        night = None
    if typed and night is None:
        raise Http404(f"“{typed[:20]}” is not a date. Write it as 2027-01-14.")
    return night


class _Page:
    """One request for the bulletin of a night."""

    def __init__(
        self,
        request: HttpRequest,
        league: League,
        season: Season,
        night: BulletinNight,
        choice: BulletinChoice,
    ) -> None:
        self.request, self.league, self.night, self.choice = request, league, night, choice
        self.season = season
        self.readers = readers_of(season)
        self.saved = bulletin_of(league, night.night)
        self.texts = self._texts()
        self.out = next(
            (out for out in old_figures(league, league_today(league)) if out.night == night.night), None
        )

    def _texts(self) -> dict[TextForm, ShownText]:
        home = self.request.build_absolute_uri(reverse("league-home", args=[self.league.slug]))
        return {
            form: ShownText(
                form=form,
                words=words,
                text=self.saved.edited.get(str(form))
                or bulletin_text(
                    self.night,
                    form,
                    self.choice.parts,
                    print_missing=self.choice.print_missing,
                    notices=self.saved.notices,
                    address=home,
                ),
                is_edited=str(form) in self.saved.edited,
            )
            for form, words in FORM_WORDS.items()
        }

    @property
    def mail(self) -> Mail:
        """The bulletin as letters; for those without an address the words of the chat."""
        heading, text = self.night.heading, self.texts[TextForm.EMAIL].text
        subject = f"{CORRECTION if self.out and self.out.sent else ''}{heading}"[:200]
        return Mail(
            kind=Notice.Kind.BULLETIN,
            subject=subject,
            text=text,
            letters=tuple(
                Letter(to=captain.email, subject=subject, body=text, teams=(captain.team,))
                for captain in self.readers.reached
            ),
            unreached=tuple((captain, self.texts[TextForm.CHAT].text) for captain in self.readers.unreached),
        )

    # --- What is pressed ----------------------------------------------------------------------
    def act(self) -> HttpResponse:
        """Do what the pressed button says."""
        posted = self.request.POST
        if "update" in posted:
            return self._update()
        if "save" in posted:
            return self._save_text()
        if "undo" in posted:
            act_on_mailing(self.request, self.league)
            return self._back()
        try:
            if "discard" in posted:
                discard_text(league=self.league, night=self.night.night, form=self.choice.form)
                messages.success(self.request, "Changes discarded. The text comes from the results again.")
            elif "send" in posted:
                self._send()
            elif "publish" in posted:
                self._publish()
            elif "withdraw" in posted:
                withdraw_news(league=self.league, night=self.night.night)
                messages.success(self.request, "News withdrawn from the league’s page.")
        except Refused as refusal:
            messages.warning(self.request, refusal.sentence)
        return self._back()

    def _update(self) -> HttpResponse:
        posted = self.request.POST
        choice = BulletinChoice.of(
            {**self.request.GET.dict(), "missing": posted.get("missing", "")},
            posted.getlist("include") or [NO_PART],
            self.choice.night,
        )
        form = NoticesForm(posted)
        if form.is_valid():
            try:
                save_notices(league=self.league, night=self.night.night, **form.cleaned_data)
            except Refused as refusal:
                form.add_error("notices", refusal.sentence)
        if form.errors:
            self.choice = choice
            self.texts = self._texts()
            return self.show(notices=form, status=UNPROCESSABLE)
        return redirect(f"{self.request.path}{choice.query()}")

    def _save_text(self) -> HttpResponse:
        form = EditedForm(self.request.POST)
        if form.is_valid():
            try:
                save_text(
                    league=self.league,
                    night=self.night.night,
                    form=self.choice.form,
                    text=form.cleaned_data["text"].replace("\r\n", "\n"),
                    revision=form.cleaned_data["revision"],
                )
            except Refused as refusal:
                form.add_error(None, refusal.sentence)
        if form.errors:
            return self.show(editing=form, status=UNPROCESSABLE)
        messages.success(self.request, f"Saved. The text for {self._form_words} is the one you edited.")
        return self._back()

    @property
    def _form_words(self) -> str:
        return FORM_WORDS[self.choice.form].lower()

    def _send(self) -> None:
        mail = self.mail
        self._verify_seen(_digest(mail.letters))
        key = self.request.POST.get("key", "")
        ask_for_letters(self.request, len(mail.letters), self.league)
        mailing = send_mailing(
            league=self.league,
            mail=mail,
            audience="Captains of all teams, pubs that want it"
            if self.readers.pubs
            else "Captains of all teams",
            key=key if is_key(key) else new_public_id(),
            by=secretary(self.request),
            now=timezone.now(),
        )
        say_sent(self.request, waiting_words(mailing, len(mail.letters)))

    def _publish(self) -> None:
        text = self.texts[TextForm.NEWSPAPER].text
        self._verify_seen(_digest(text))
        publish_news(
            league=self.league,
            night=self.night.night,
            text=text,
            notices=self.saved.notices if BulletinPart.NOTICES in self.choice.parts else "",
            until=self.night.shown_until,
            by=secretary(self.request),
            now=timezone.now(),
        )
        messages.success(
            self.request,
            f"Published on the league’s page until {day_in_words(self.night.shown_until)}. "
            "You can withdraw it.",
        )

    def _verify_seen(self, digest: str) -> None:
        """Refuse to let anything leave that is not what the page showed."""
        if self.request.POST.get("seen") != digest:
            raise Refused(CHANGED)

    def _back(self) -> HttpResponse:
        return redirect(f"{self.request.path}{self.choice.query()}")

    # --- What is shown ------------------------------------------------------------------------
    def show(
        self, *, notices: NoticesForm | None = None, editing: EditedForm | None = None, status: int = 200
    ) -> HttpResponse:
        """Render the page; with `?edit` the text in view is edited."""
        current = self.texts[self.choice.form]
        if "edit" in self.request.GET and editing is None:
            editing = EditedForm(initial={"text": current.text, "revision": self.saved.revision})
        mailings = records_of(mailings_of(self.league, Notice.Kind.BULLETIN)[:2])
        subject = self.night.heading[:200]
        own = [record for record in mailings if record.mailing.subject.removeprefix(CORRECTION) == subject]
        page = {
            "section": "desk",
            "out": self.out,
            "night": self.night,
            "saved": self.saved,
            "missing": self.night.missing,
            "print_missing": self.choice.print_missing,
            "parts": [(part, words, part in self.choice.parts) for part, words in PART_WORDS.items()],
            "texts": [(text, self.choice.query(form=text.form)) for text in self.texts.values()],
            "current": current,
            "query": self.choice.query(),
            "edit_query": self.choice.query(edit="yes"),
            "notices": notices
            or NoticesForm(initial={"notices": self.saved.notices, "revision": self.saved.revision}),
            "editing": editing,
            "readers": self.readers,
            "chat": self.texts[TextForm.CHAT].text,
            "mail_seen": _digest(self.mail.letters),
            "news_seen": _digest(self.texts[TextForm.NEWSPAPER].text),
            "is_news": self._is_news(self.saved),
            "is_news_changed": self.saved.published_text != self.texts[TextForm.NEWSPAPER].text,
            "key": new_public_id(),
            "paper_query": urlencode({"season": self.season.slug, "date": self.night.night}),
            "sent": own[0] if own else None,
            "last": next((record for record in mailings if record not in own), None),
        }
        return render(self.request, "bulletin/bulletin.html", page, status=status)

    def _is_news(self, saved: Bulletin) -> bool:
        """Return whether the public reads it on the league's home now."""
        until = saved.shown_until if saved.published_at else None
        return until is not None and until >= league_today(self.league)


def _digest(shown: object) -> str:
    return hashlib.sha256(repr(shown).encode()).hexdigest()
