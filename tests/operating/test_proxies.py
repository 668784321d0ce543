"""The shipped configurations of Caddy and nginx, run before a served league.

At the root of a host and below a path of one. They need both programs: apt-get install caddy nginx-light.
"""

import http.client
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import Resolver404, resolve

from league.accounts.rate_limit import TRIES_AT_A_NAME
from league.installation.middleware import OWN_MARK, TEXTS
from league.results.services.photographs import LARGEST_PICTURE, MOST_BYTES_OF_PILE
from tests.operating.served import DOMAIN, Proxy, ServedLeague, Visitor, caddy, nginx, program
from tests.overview.test_links import PageLinks

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("proxies"),
    pytest.mark.skipif(not (program("caddy") and program("nginx")), reason="no caddy or no nginx here"),
]
PATH = "/league"
LEAGUE = "hadderley"
WAYS = {
    "caddy": (caddy, "Caddyfile", ""),
    "nginx": (nginx, "nginx.conf", ""),
    "caddy-path": (caddy, "Caddyfile.path", PATH),
    "nginx-path": (nginx, "nginx-path.conf", PATH),
}
AT_ROOT = ("caddy", "nginx")
BOUNDARY = "a-line-nobody-writes"


@pytest.fixture(scope="module")
def leagues(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, ServedLeague]]:
    """One at the root of its host and one below a path, with the same database."""
    at_root = ServedLeague(tmp_path_factory.mktemp("var"))
    at_root.set_up()
    below = ServedLeague(tmp_path_factory.mktemp("var-path"), PATH)
    (below.var / "pegboard.sqlite3").write_bytes((at_root.var / "pegboard.sqlite3").read_bytes())
    with at_root.serve(), below.serve():
        yield {"": at_root, PATH: below}


@pytest.fixture(scope="module", params=WAYS)
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def proxy(way: str, leagues: dict[str, ServedLeague], tmp_path_factory: Any) -> Iterator[Proxy]:
    start, file, path = WAYS[way]
    with start(tmp_path_factory.mktemp(way), file, leagues[path]) as running:
        yield running


@pytest.fixture(scope="module")
def root(way: str) -> str:
    return f"{WAYS[way][2]}/"


def test_pages_are_encrypted_and_browsers_told_to_insist(proxy: Proxy, root: str) -> None:
    page = proxy.visitor().ask(f"{root}{LEAGUE}/")
    assert page.status == 200
    assert page.headers["Strict-Transport-Security"] == "max-age=86400"
    assert page.headers.get_all(OWN_MARK) is not None


def test_plain_http_leads_to_https(way: str, proxy: Proxy) -> None:
    if way == "nginx-path":
        pytest.skip("the site around it does that")
    line = http.client.HTTPConnection("127.0.0.1", proxy.http, timeout=30)
    line.request("GET", "/hadderley/?team=a", headers={"Host": DOMAIN})
    answer = line.getresponse()
    line.close()
    assert answer.status in {301, 308}
    to = urlsplit(answer.headers["Location"])
    assert (to.scheme, to.hostname, to.path, to.query) == ("https", DOMAIN, "/hadderley/", "team=a")


def test_the_path_without_its_slash_leads_to_the_site(way: str, proxy: Proxy, root: str) -> None:
    if way in AT_ROOT:
        pytest.skip("there is no path")
    answer = proxy.visitor().ask(PATH)
    assert answer.status in {301, 302}
    assert urlsplit(answer.headers["Location"]).path == root


@pytest.mark.parametrize("host", ["elsewhere.example.org", "localhost", "127.0.0.1:8000"])
def test_only_the_own_name_is_answered_to(way: str, proxy: Proxy, root: str, host: str) -> None:
    if way == "nginx-path" and host != "elsewhere.example.org":
        pytest.skip("the site around it does that")
    answer = proxy.visitor().ask(f"{root}{LEAGUE}/", Host=host)
    assert answer.status == 400 or not answer.body
    assert host.encode() not in answer.body


def test_whole_addresses_are_the_sites_own_whatever_a_request_claims(proxy: Proxy, root: str) -> None:
    page = proxy.visitor().ask(f"{root}{LEAGUE}/", Host=f"{DOMAIN}:4444").text
    assert f'<link rel="canonical" href="https://{DOMAIN}{root}{LEAGUE}/">' in page
    assert ":4444" not in page


def test_static_files_are_kept_for_good(proxy: Proxy, root: str) -> None:
    visitor = proxy.visitor()
    page = visitor.ask(f"{root}{LEAGUE}/").text
    (sheet, *_) = re.findall(rf'href="({root}static/[^"]+\.css)"', page)
    answer = visitor.ask(sheet, Accept_Encoding="br")
    assert answer.status == 200
    assert int(re.findall(r"max-age=(\d+)", answer.headers["Cache-Control"])[0]) >= 365 * 24 * 3600
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Encoding"] == "br"


def test_a_page_that_has_not_changed_is_not_sent_again(proxy: Proxy, root: str) -> None:
    visitor = proxy.visitor()
    page = visitor.ask(f"{root}{LEAGUE}/")
    again = visitor.ask(f"{root}{LEAGUE}/", If_None_Match=page.headers["ETag"])
    assert (again.status, again.body) == (304, b"")


def test_visitors_cannot_claim_another_address(proxy: Proxy, root: str) -> None:
    guesser, neighbour = proxy.visitor(source="127.0.0.3"), proxy.visitor(source="127.0.0.4")
    for visitor in (guesser, neighbour):
        visitor.ask(f"{root}sign-in/")
    name = f"username=guessed-{proxy.https}&password=guess"
    for number in range(TRIES_AT_A_NAME):
        claimed = f"198.51.100.{number}"
        tried = guesser.post_form(f"{root}sign-in/", name, X_Forwarded_For=claimed, X_Real_Ip=claimed)
        assert "Too many tries" not in tried.text
    assert "Too many tries" in guesser.post_form(f"{root}sign-in/", name, X_Forwarded_For="1.2.3.4").text
    assert "Too many tries" not in neighbour.post_form(f"{root}sign-in/", name).text


def test_visitors_cannot_claim_another_path_or_host(proxy: Proxy, root: str) -> None:
    claims = {
        "SCRIPT NAME": "/elsewhere",
        "PATH INFO": "/elsewhere/",
        "X_Forwarded_Host": "elsewhere.example.org",
    }
    named = {name.replace(" ", "\x5f"): value for name, value in claims.items()}
    visitor = proxy.visitor()
    for form in (named, {"X_Forwarded_Prefix": "/elsewhere", "X_Script_Name": "/elsewhere"}):
        answer = visitor.ask(f"{root}{LEAGUE}/", **form)
        assert answer.status == 200
        assert "elsewhere" not in answer.text


def pile(visitor: Visitor, pictures: int) -> bytes:
    """Return a form with so many pictures of the largest size, none of which is a picture."""
    token = visitor.cookies["csrftoken"].value
    start = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{token}\r\n'
    part = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photographs"; filename="a.jpg"\r\n\r\n'
    content = b"\xff\xd8" + b"x" * (LARGEST_PICTURE - 2)
    parts = (part.encode() + content + b"\r\n") * pictures
    return start.encode() + parts + f"--{BOUNDARY}--\r\n".encode()


def test_what_the_site_takes_goes_through_and_no_more(proxy: Proxy, root: str) -> None:
    secretary = proxy.visitor()
    secretary.sign_in(root)
    to = f"{root}{LEAGUE}/secretary/photographs/"
    kind = f"multipart/form-data; boundary={BOUNDARY}"
    assert secretary.ask(to).status == 200
    most = MOST_BYTES_OF_PILE // LARGEST_PICTURE
    taken = secretary.ask(to, method="POST", body=pile(secretary, most), Content_Type=kind)
    assert taken.headers[OWN_MARK], "the site itself has answered"
    assert taken.status in {200, 303, 422}
    try:
        refused = secretary.ask(to, method="POST", body=pile(secretary, most + 1), Content_Type=kind)
    except OSError:  # it hung up on us
        return
    assert refused.status in {400, 413, 502}


def test_a_document_comes_through(proxy: Proxy, root: str) -> None:
    visitor = proxy.visitor()
    page = visitor.ask(f"{root}{LEAGUE}/")
    division = re.findall(rf'href="({root}{LEAGUE}/[^"/]+/[^"/]+/)standings/"', page.text)[0]
    document = visitor.ask(f"{division}fixtures.pdf")
    assert document.body[:5] == b"%PDF-"


@pytest.mark.parametrize("who", ["visitor", "secretary"])
def test_every_address_stays_inside(who: str, way: str, proxy: Proxy, root: str) -> None:
    if way in AT_ROOT:
        pytest.skip("there is no path")
    visitor = proxy.visitor()
    if who == "secretary":
        visitor.sign_in(root)
    walk = SubPathWalk(visitor, root)
    walk.go(root, f"{root}{LEAGUE}/", f"{root}{LEAGUE}/secretary/", f"{root}robots.txt", f"{root}sitemap.xml")
    assert not walk.faults
    assert len(walk.kinds) > 40


class SubPathWalk:
    """From link to link, one page of each kind; everything it finds must stand below the site's own path."""

    def __init__(self, visitor: Visitor, root: str) -> None:
        self.visitor, self.root = visitor, root
        self.kinds: set[object] = set()
        self.faults: list[str] = []

    def go(self, *starts: str) -> None:
        waiting, known = list(starts), set(starts)
        while waiting:
            page = waiting.pop()
            kind = self.kind_of(page)
            if kind in self.kinds:
                continue
            self.kinds.add(kind)
            for link in set(self.leads_to(page)):
                address = urlsplit(urljoin(f"https://{DOMAIN}{page}", link))
                if address.scheme not in {"https", "webcal"} or address.hostname != DOMAIN:
                    continue
                if not f"{address.path}/".startswith(self.root):
                    self.faults.append(f"{page} leads to {link}")
                elif address.path not in known and "/sign-out/" not in link and "/admin/" not in link:
                    known.add(address.path)
                    waiting.append(address.path)

    def leads_to(self, page: str) -> list[str]:
        answer = self.visitor.ask(page)
        # What a form alone may be sent to is not asked for; and who has not signed in is led to do that.
        if answer.status >= 400 and answer.status not in {403, 405}:
            self.faults.append(f"{page} answers {answer.status}")
        if to := answer.headers["Location"]:
            return [to]
        kind = answer.headers.get("Content-Type", "")
        if kind.startswith("text/html"):
            actions = re.findall(r'(?:action|data-[\w-]+)="(/[^"]*|https://[^"]*)"', answer.text)
            return PageLinks(answer.text).links + [
                action for action in actions if not action.startswith("//")
            ]
        if kind.partition(";")[0] in TEXTS - {"text/css"}:
            return re.findall(rf'https://{DOMAIN}[^\s"<]*', answer.text)
        return re.findall(r'url\("?([^")]+)"?\)', answer.text) if kind.startswith("text/css") else []

    def kind_of(self, page: str) -> object:
        path = f"/{page.removeprefix(self.root)}"
        if path.startswith("/static/"):
            return path
        try:
            found = resolve(path)
        except Resolver404:
            return path
        return found.view_name, found.kwargs.get("page")
