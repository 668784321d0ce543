"""Where the site listens, and what is said when it cannot."""

import contextlib
import http.server
import socket
import threading
from collections.abc import Iterator

import pytest

from league.installation import serving
from league.installation.serving import Address, CannotServe, answers, verify_free, workers_for
from league.installation.site_worker import work_of
from league.shared.usage import Work


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def test_a_free_port_is_fine():
    verify_free(Address(host="127.0.0.1", port=free_port()))


def test_a_port_in_use_is_named_and_another_offered(taken: int):
    with pytest.raises(CannotServe, match=f"Port {taken} is in use .* --port {taken + 1}"):
        verify_free(Address(host="127.0.0.1", port=taken))


@pytest.mark.parametrize("port", [0, -1, 65536, 123456])
def test_what_is_no_port_is_refused(port: int):
    with pytest.raises(CannotServe, match=f"{port} is no port"):
        verify_free(Address(host="127.0.0.1", port=port))


@pytest.mark.parametrize("host", ["192.0.2.77", "no such host"])
def test_an_address_of_another_machine_is_refused(host: str):
    with pytest.raises(CannotServe, match=f"'{host}' is no address of this machine"):
        verify_free(Address(host=host, port=free_port()))


def test_open_to_all_is_told_by_an_address_others_can_type(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(serving, "outward_address", lambda: "192.168.1.20")
    address = Address(host="0.0.0.0", port=8000)
    assert address.url == "http://192.168.1.20:8000"
    assert address.own_url == "http://127.0.0.1:8000"
    assert "192.168.1.20" in address.names


def test_an_address_of_the_new_kind_stands_in_brackets():
    assert Address(host="::1", port=8000).url == "http://[::1]:8000"


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_error(500)

    def log_message(self, *_: object) -> None:
        pass


def test_it_answers_when_something_speaks_http():
    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server, contextlib.ExitStack() as afterwards:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        afterwards.callback(server.shutdown)
        assert answers(Address(host="127.0.0.1", port=server.server_port))


def test_it_does_not_answer_before_anything_listens():
    assert not answers(Address(host="127.0.0.1", port=free_port()))


GIGABYTE = 1024**3


@pytest.mark.parametrize(
    ("cores", "memory", "workers"),
    [(1, GIGABYTE, 2), (2, 8 * GIGABYTE, 2), (8, 16 * GIGABYTE, 8), (8, GIGABYTE, 6), (1, GIGABYTE // 4, 1)],
)
def test_a_machine_has_as_many_workers_as_cores_and_memory_allow(
    cores: int, memory: int, workers: int
) -> None:
    assert workers_for(cores, memory) == workers


@pytest.mark.parametrize(
    ("request_line", "is_for_tables"),
    [
        (b"POST /s/abcd2345/log/ HTTP/1.1", True),
        (b"POST /s/abcd2345/tables/1/ HTTP/1.1", True),
        (b"POST /c/token/matches/abc/log/ HTTP/1.1", True),
        (b"POST /c/token/matches/abc/ HTTP/1.1", True),
        (b"POST /c/token/matches/abc/photographs/ HTTP/1.1", False),
        (b"POST /s/abcd2345/photographs/ HTTP/1.1", False),
        (b"GET /s/abcd2345/log/ HTTP/1.1", False),
        (b"POST /sign-in/ HTTP/1.1", False),
        (b"", False),
    ],
)
def test_hands_and_signatures_have_threads_of_their_own(request_line: bytes, is_for_tables: bool) -> None:
    assert (work_of(request_line) is Work.HAND) is is_for_tables
