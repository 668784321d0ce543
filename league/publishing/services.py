"""A league's public site written into a folder, page by page as a visitor without account is shown it."""

import io
import json
import multiprocessing
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from html import escape, unescape
from http import HTTPStatus
from pathlib import Path
from posixpath import dirname, relpath
from tempfile import TemporaryDirectory
from urllib.parse import quote, urldefrag, urljoin, urlsplit
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.core.handlers.wsgi import WSGIRequest
from django.db import connections
from django.http import Http404
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import ResolverMatch
from django.utils import timezone

from league.competition.selectors import league_today
from league.models import League
from league.overview.discovery import listed_pages
from league.publishing.addresses import LEADING, PAGE, Addresses
from league.publishing.check import CheckedFolder, check_folder, seen
from league.publishing.folder import CopiedFile, CopyFolder
from league.publishing.pages import CopiedPage
from league.shared.errors import Refused

# The most that a copy made for a page may have, in bytes: as files, and as the file that is sent.
MOST_BYTES, MOST_SENT = 400_000_000, 64_000_000
TOO_LARGE = "The copy is larger than {} MB. Choose fewer seasons."
SEARCH = "league-search"
SEARCH_SCRIPT, SEARCH_INDEX = "js/copy_search.js", "search/index.js"
# What a search finds a page under, by the name of its address; all others are under "Pages".
GROUPS = {
    "team": "Teams",
    "pub": "Pubs",
    "player": "Players",
    "match": "Matches",
    "cup": "Cups",
    "news-item": "News",
    "league-help-page": "Help",
}
ANSWERS = frozenset({HTTPStatus.OK, HTTPStatus.FOUND, HTTPStatus.NOT_MODIFIED})
STYLE_TARGET = re.compile(r"""url\(["']?(?!data:)([^"')#?]+)""")
FEED_TARGET = re.compile(r'(?<= href=")[^"]+(?=")')
FEED_ID = re.compile(r"(?<=<id>)https?://[^/]+")
CALENDAR_ADDRESS = re.compile(rb"URL[:;].*\r\n(?:[ \t].*\r\n)*")


def publish(
    league: League,
    root: Path,
    *,
    seasons: Collection[str] = (),
    most_bytes: int = sys.maxsize,
    progress: Callable[[int], object] = lambda files: None,
    processes: int = 1,
) -> CheckedFolder:
    """Write the public pages of a league's seasons, all if none is named, with what they need, into a folder.

    Returns what was found there afterwards. Raises Refused if the folder is somebody else's, or cannot be
    written, or if the copy is larger than that; the folder is then not whole, and the next copy mends it.
    """
    before = seen(root)
    copy = _Copy(league, root, seasons)
    with _copying(copy, processes) as copied:
        for size in copy.make(copied):
            progress(len(copy.folder.files))
            if size > most_bytes:
                raise Refused(TOO_LARGE.format(most_bytes // 10**6))
    return check_folder(root, before)


def zipped_copy(league: League, seasons: Collection[str], progress: Callable[[int], object]) -> bytes:
    """Return a copy of these seasons as a ZIP file. Raises Refused if it is too large."""
    with TemporaryDirectory(dir=settings.VAR_DIR) as folder:
        publish(league, Path(folder), seasons=seasons, most_bytes=MOST_BYTES, progress=progress)
        out = io.BytesIO()
        with ZipFile(out, "w", ZIP_DEFLATED) as file:
            for place in sorted(seen(Path(folder))):
                file.write(Path(folder) / place, f"{league.slug}/{place}")
    if out.tell() > MOST_SENT:
        raise Refused(TOO_LARGE.format(MOST_SENT // 10**6))
    return out.getvalue()


_Copied = Callable[[list[str]], Iterable["tuple[str, CopiedFile | None]"]]
"""Copies addresses, in any order; None for one of which there is nothing."""


class _Copy:
    """A copy in the making: its addresses, its folder, and what the site turned out not to have."""

    def __init__(self, league: League, root: Path, seasons: Collection[str]) -> None:
        self.league, self.addresses = league, Addresses(league, seasons)
        self.folder = CopyFolder(root, league.slug, [settings.SITE, *sorted(seasons)])
        self.origin = settings.SITE or f"http://{settings.ALLOWED_HOSTS[0]}"
        self.missing: set[str] = set()
        self._leads: dict[str, str | None] = {}
        address = f"{settings.SITE}{self.addresses.home}" if settings.SITE else ""
        line = {"address": address, "today": league_today(league)}
        self._line = render_to_string("publishing/_line.html", line)

    def make(self, copied: _Copied) -> Iterator[int]:
        """Copy what is listed, and what is linked from there; yield the bytes so far after each file."""
        listed = [self.addresses.home, *filter(self.addresses.match, listed_pages(self.league))]
        waiting = dict.fromkeys(listed)
        known = set(waiting)
        while waiting:
            found: dict[str, None] = {}
            for address, file in copied(list(waiting)):
                if file is None:
                    self.missing.add(address)
                    continue
                self.folder.keep(self.addresses.file(address), file)
                yield self.folder.size
                found |= dict.fromkeys(link for link in file.links if link not in known)
                known.update(file.links)
            waiting = found
        # Links to what turned out not to be there, in pages that were made before that was known.
        for place, file in list(self.folder.files.items()):
            if not self.missing.isdisjoint(file.links) and (again := self.copy(file.address, afresh=True)):
                self.folder.files[place] = again
        self._write_index()
        self.folder.finish()

    def copy(self, address: str, *, afresh: bool = False) -> CopiedFile | None:
        """Write the file of an address, unless the site says that it is as it was; None if there is none."""
        place = self.addresses.file(address)
        was = None if afresh else self.folder.before(place)
        file = CopiedFile(address=address)
        match = self.addresses.match(address)
        if match is None:
            content = self._of_static(place, file)
        elif (answer := self._answer(address, match, _etag_now(was) if was else "")) is None:
            return None
        elif was and answer.status_code == HTTPStatus.NOT_MODIFIED:
            return was
        else:
            file.etag = answer.headers.get("ETag", "")
            file.until = getattr(getattr(answer, "storable", None), "until", 0)
            content = self._of_answer(place, match, answer, file)
        self.folder.write(place, content, file)
        return file

    def _answer(self, address: str, match: ResolverMatch, etag: str) -> HttpResponseBase | None:
        """Return what a visitor without account and cookies is answered, None if it is not there.

        A file that is found at another address is taken from there.
        """
        parts, here = urlsplit(address), urlsplit(self.origin)
        request = WSGIRequest(
            {
                "REQUEST_METHOD": "GET",
                "PATH_INFO": parts.path.removeprefix(settings.SUB_PATH),
                "QUERY_STRING": parts.query,
                "HTTP_HOST": here.netloc,
                "HTTP_IF_NONE_MATCH": etag,
                "wsgi.url_scheme": here.scheme,
                "wsgi.input": io.BytesIO(),
            }
        )
        request.user, request.resolver_match = AnonymousUser(), match
        try:
            answer: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
        except Http404:
            return None
        if answer.status_code == HTTPStatus.FOUND and match.url_name not in LEADING:
            led = urljoin(address, answer.headers["Location"])
            found = self.addresses.public(led)
            return self._answer(led, found, etag) if found else None
        return answer if answer.status_code in ANSWERS else None

    def _of_answer(
        self, place: str, match: ResolverMatch, answer: HttpResponseBase, file: CopiedFile
    ) -> bytes:
        content = b"".join(answer) if answer.streaming else answer.content  # type: ignore[attr-defined]
        if place.endswith(".ics") and not settings.SITE:
            return CALENDAR_ADDRESS.sub(b"", content)

        def link(target: str) -> str | None:
            return self._link(target, place, file)

        if place.endswith(".atom"):
            text = FEED_TARGET.sub(lambda found: escape(link(unescape(found[0])) or ""), content.decode())
            return FEED_ID.sub("urn:pegboard", text).encode()
        if not place.endswith(PAGE):
            return bytes(content)
        form = self._search_form(link) if match.url_name == SEARCH else ""
        page = CopiedPage(content.decode(), link, form=form, line=self._line)
        title, _, name = page.title.rpartition(" – ")
        file.title, file.description = unescape(title or name), page.description
        return page.text.encode()

    def _link(self, target: str, place: str, file: CopiedFile) -> str | None:
        """Return a target as it is in the copy, and note that it is needed; None if it is left out."""
        whole = urljoin(
            f"{self.origin}{file.address}", re.sub("^webcal", self.origin.partition(":")[0], target)
        )
        if not f"{whole}/".startswith(f"{self.origin}/"):
            return target
        address, fragment = urldefrag(whole.removeprefix(self.origin))
        if not address.startswith(settings.STATIC_URL):
            address = self._led(address) or ""
        if not address or address in self.missing:
            return None
        if address not in file.links:
            file.links.append(address)
        here = relpath(self.addresses.file(address), dirname(place) or ".")
        return quote(here) + (fragment and f"#{fragment}")

    def _led(self, address: str) -> str | None:
        """Return the address of the copy that an address leads to, which may be itself; None if none does."""
        if address not in self._leads:
            match, led = self.addresses.match(address), address
            if match and match.url_name in LEADING:
                answer = self._answer(address, match, "")
                led = urljoin(address, answer.headers.get("Location", "")) if answer else ""
                match = self.addresses.match(led)
            self._leads[address] = led if match else None
        return self._leads[address]

    def _of_static(self, place: str, file: CopiedFile) -> bytes:
        name = place.removeprefix("static/")
        collected = Path(settings.STATIC_ROOT) / name
        content = (collected if collected.is_file() else Path(str(finders.find(name)))).read_bytes()
        if place.endswith(".css"):
            file.links = [urljoin(file.address, target) for target in STYLE_TARGET.findall(content.decode())]
        return content

    def _search_form(self, link: Callable[[str], str | None]) -> str:
        return render_to_string("publishing/_search.html", {"script": link(static(SEARCH_SCRIPT))})

    def _write_index(self) -> None:
        """Write what a search finds as a script: a page in a folder may not ask for any other file."""
        lines = ",\n".join(sorted(self._indexed()))
        file = CopiedFile(address="")
        self.folder.write(SEARCH_INDEX, f"const PAGES = [\n{lines}\n];\n".encode(), file)
        self.folder.keep(SEARCH_INDEX, file)

    def _indexed(self) -> Iterator[str]:
        for place, file in self.folder.files.items():
            if (
                place.endswith(PAGE)
                and "?" not in file.address
                and (match := self.addresses.match(file.address))
            ):
                group = GROUPS.get(match.url_name or "", "Pages")
                line = [group, " ".join(file.title.split()), file.description, quote(f"../{place}")]
                yield json.dumps(line, ensure_ascii=False)


def _etag_now(file: CopiedFile) -> str:
    """Return the tag by which the site knows a page again: nothing has fallen due in it since its minute."""
    now = timezone.now()
    return f'{file.etag.rpartition("-")[0]}-{now:%H%M}"' if now.timestamp() < file.until else file.etag


_copies: list[_Copy] = []
"""The copy that this process works at, or one forked from it for that."""


@contextmanager
def _copying(copy: _Copy, processes: int) -> Iterator[_Copied]:
    """Give what copies addresses: one after the other, or in so many processes forked from this one."""
    _copies[:] = [copy]
    if processes == 1:
        yield lambda addresses: map(_copied, addresses)
        return
    connections.close_all()
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        yield lambda addresses: pool.imap_unordered(_copied, addresses, chunksize=4)


def _copied(address: str) -> tuple[str, CopiedFile | None]:
    return address, _copies[-1].copy(address)
