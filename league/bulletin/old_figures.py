"""What of a bulletin has gone out and says something else than the league does now.

A correction, a ruling, a withdrawal or a moved match comes after the letters: whoever made it is told.
"""

import datetime
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from http import HTTPStatus
from zlib import crc32

from django.contrib import messages
from django.db.models import Min
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from league.accounts.powers import Power
from league.accounts.services.letters import mail_goes_out
from league.bulletin.selectors import bulletin_night, published_bulletins
from league.bulletin.text import (
    BulletinNight,
    BulletinPart,
    TextForm,
    bulletin_heading,
    bulletin_text,
    team_name,
)
from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.models import League, Mailing, Notice, Scorecard
from league.shared.middleware import Answer, middleware
from league.shared.moments import day_in_words
from league.shared.text import counted
from league.standings.selectors.match_lists import MatchLine

CORRECTION = "Correction: "
"""What the subject of a bulletin begins with that is sent once more, because the first had other figures."""
REMEMBERED = datetime.timedelta(days=14)
"""So long after it was sent a bulletin is compared with the league."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OldFigures:
    """What has gone out of a night's bulletin with other figures, and the lines as they are now."""

    night: datetime.date
    is_news: bool
    waiting: int
    sent: int
    lines: tuple[str, ...]

    @property
    def words(self) -> str:
        """What has gone out: “16 e-mails that wait, and the news with its feed”."""
        parts = {
            f"{counted(self.waiting, 'e-mail')} that wait": self.waiting,
            f"{counted(self.sent, 'e-mail')} sent": self.sent,
            "the news and its feed": self.is_news,
        }
        return ", ".join(words for words, is_out in parts.items() if is_out)

    @property
    def ways(self) -> str:
        """What can be done on the bulletin's page: “stop what waits, publish again, print the page again”."""
        ways = {
            "stop what waits": self.waiting,
            "publish again": self.is_news,
            "send a correction": self.sent,
        }
        return ", ".join([*(way for way, is_open in ways.items() if is_open), "print the page again"])

    @property
    def query(self) -> str:
        """What the address of the bulletin's page ends with."""
        return f"?{urlencode({'night': str(self.night)})}"


def old_figures(league: League, today: datetime.date) -> Iterator[OldFigures]:
    """Yield each night whose bulletin was published or sent with figures that are not those of the league.

    Two queries; one more once something is out, and nine for each night of which it is.
    """
    shown = published_bulletins(league).filter(shown_until__gte=today)
    news = {bulletin.night: bulletin for bulletin in shown}
    since = today - REMEMBERED
    mailed = Mailing.objects.filter(league=league, kind=Notice.Kind.BULLETIN, written_at__date__gte=since)
    mailings = {mailing.subject.removeprefix(CORRECTION): mailing for mailing in reversed(mailed)}
    headings = {
        day: bulletin_heading(league, day)[:200]
        for day in (today - datetime.timedelta(days=number) for number in range(REMEMBERED.days))
    }
    nights = sorted({*news, *(day for day, heading in headings.items() if heading in mailings)})
    season = season_at_hand(seasons_of(league), today) if nights else None
    cards = Scorecard.objects.filter(match__division__season=season).values_list("match")
    came = list(cards.annotate(Min("entered_at"))) if nights else []
    for night in nights:
        if season is None or (now := bulletin_night(season, night, today)) is None:
            return
        published, mailing = news.get(night), mailings.get(headings.get(night, ""))
        told_at = published.published_at if published else None
        new = {match for match, at in came if told_at and at > told_at}
        of_news = missing_lines(now, TextForm.NEWSPAPER, published.published_text if published else "", new)
        notices = Notice.objects.filter(mailing=mailing)
        letter = notices.first()
        new = {match for match, at in came if mailing and at > mailing.written_at}
        of_letter = missing_lines(now, TextForm.EMAIL, letter.body if letter else "", new)
        waiting = notices.filter(sent_at=None).count() if of_letter else 0
        # Without a mail server a letter that is sent is only written down.
        sent = notices.count() - waiting if of_letter and mail_goes_out() else 0
        if of_news or waiting or sent:
            yield OldFigures(
                night=night,
                is_news=bool(of_news),
                waiting=waiting,
                sent=sent,
                lines=tuple(of_news or of_letter),
            )


NOTHING = "\0"
_COMING = ("Next week", "Next matches")
_BEGINS = {BulletinPart.NEXT: _COMING, BulletinPart.POSTPONED: (*_COMING, "Postponed")}
"""What shows that a text had a part, though none of its lines is as it was."""


def missing_lines(
    night: BulletinNight, form: TextForm, gone_out: str, new: Collection[int] = ()
) -> list[str]:
    """Return the lines of results, tables and fixtures as they are now that a text does not have.

    A part that it has nothing of was left out, and so was a match without a result. What came in later, as
    the results of the matches `new` by their key, is no other figure: tables are compared without it.
    """
    has, missing = set(gone_out.splitlines()), []
    results = tuple(each for each in night.results if _has_result(has, each, form))
    tells_results = results or any(": not received" in line for line in has)
    untold = (each for each in night.results if each.is_over and each not in results)
    late = {*new, *(each.outcome.match for each in untold if tells_results)}
    tables = tuple(table.without(late) if late else table for table in night.tables)
    now = replace(night, results=results, tables=tables)
    for part in BulletinPart:
        if part is not BulletinPart.NOTICES:
            text = bulletin_text(now, form, [part])
            lines = [line for line in text.splitlines()[1:] if line]
            if has & set(lines) or any(line.startswith(_BEGINS.get(part, NOTHING)) for line in has):
                missing += [line for line in lines if line not in has]
    return missing


def _has_result(lines: Collection[str], match: MatchLine, form: TextForm) -> bool:
    home, away = team_name(match.home, form), team_name(match.away, form)
    void = f"{home} v {away}: void"
    return any(
        (line.startswith(f"{home} ") and f", {away} " in line) or line.startswith(void) for line in lines
    )


@middleware
def old_figures_named(request: HttpRequest, get_response: Answer) -> HttpResponse:
    """Say after a change of a league what has gone out with the old figures; the same is said once."""
    answer = get_response(request)
    league: League | None = getattr(request, "league", None)
    may_act = request.method == "POST" and Power.SECRETARY in getattr(request, "powers", ())
    if may_act and league and answer.status_code in (HTTPStatus.FOUND, HTTPStatus.SEE_OTHER):
        is_changed = not League.objects.filter(pk=league.pk, revision=league.revision).exists()
        for out in _not_named(request, league) if is_changed else ():
            messages.warning(request, _sentence(league, out))
    return answer


def _not_named(request: HttpRequest, league: League) -> Iterator[OldFigures]:
    """Yield what has gone out whose lines this reader was not told of yet, and remember them."""
    key = f"old-figures-{league.pk}"
    named = request.session.get(key, [])
    now = {
        crc32(repr((out.night, out.lines)).encode()): out for out in old_figures(league, league_today(league))
    }
    if named != [*now]:
        request.session[key] = [*now]
    yield from (out for mark, out in now.items() if mark not in named)


def _sentence(league: League, out: OldFigures) -> SafeString:
    return format_html(
        'The bulletin of {} has gone out with other figures: {}. <a href="{}{}">Open it</a> to {}.',
        day_in_words(out.night),
        out.words,
        reverse("bulletin", args=[league.slug]),
        out.query,
        out.ways,
    )
