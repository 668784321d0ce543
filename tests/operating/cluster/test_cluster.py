"""Three machines, and everything that can end among them: docs/experiments/cluster.md, with its files.

Needs root and what `machines.PACKAGES` names. `python -m tests.operating.cluster` prints the page's tables.
"""

import http.client
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookies import SimpleCookie

import pytest

from tests.operating.cluster.faults import FAULTS, Fault, kill_program
from tests.operating.cluster.machines import NAMES, Cluster, missing_programs, three_machines, wait
from tests.operating.cluster.people import Night
from tests.operating.cluster.trial import suffer, tonight
from tests.operating.served import DOMAIN, PASSWORD, SECRETARY

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("cluster"),
    pytest.mark.skipif(bool(missing_programs()), reason=missing_programs() or "all is here"),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with three_machines(Cluster) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def night(cluster: Cluster) -> Night:
    night = tonight(cluster)
    cluster.start("pegboard")
    cluster.wait_until_whole()
    return night


@dataclass
class Browser:
    """Asks one machine after the other, as HAProxy does for a visitor."""

    cluster: Cluster
    cookies: SimpleCookie = field(default_factory=SimpleCookie)

    def ask(self, machine: str, path: str, form: str = "") -> tuple[int, bytes]:
        line = http.client.HTTPConnection(self.cluster.address(machine), 8000, timeout=60)
        headers = {"Host": DOMAIN, "X-Forwarded-Proto": "https", "Referer": f"https://{DOMAIN}/"}
        headers["Cookie"] = "; ".join(f"{name}={morsel.value}" for name, morsel in self.cookies.items())
        if form:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            form += f"&csrfmiddlewaretoken={self.cookies['csrftoken'].value}"
        line.request("POST" if form else "GET", path, form or None, headers)
        answer = line.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookies.load(value)
        content = answer.read()
        line.close()
        return answer.status, content


def test_a_sign_in_on_one_machine_is_good_on_each(cluster: Cluster, night: Night) -> None:
    browser, league = Browser(cluster), night.pages[0]
    assert browser.ask("a", "/sign-in/")[0] == 200
    form = f"username={SECRETARY}&password={PASSWORD.replace(' ', '+')}"
    assert browser.ask("b", "/sign-in/", form)[0] == 303
    assert [browser.ask(machine, f"{league}secretary/")[0] for machine in NAMES] == [200, 200, 200]


def test_a_document_that_one_has_printed_is_read_from_each(cluster: Cluster, night: Night) -> None:
    address = f"{night.pages[0]}documents/fixture-lists.pdf"
    browser = Browser(cluster)
    wait(lambda: browser.ask("a", address)[0] == 200, "the document")
    assert [browser.ask(machine, address)[1][:5] for machine in NAMES] == [b"%PDF-"] * 3


def test_one_machine_has_the_turn_of_the_clock_and_another_takes_it(cluster: Cluster, night: Night) -> None:
    def holder() -> str:
        with cluster.ask() as primary:
            [(name, is_good)] = primary.execute(
                "SELECT holder, until > now() FROM league_clockturn"
            ).fetchall()
        return next(each for each in NAMES if clock_name(each) == name) if is_good else ""

    def clock_name(machine: str) -> str:
        return (cluster.folder(machine) / "var" / "clock-name").read_text()

    wait(lambda: bool(holder()), "a turn")
    first = holder()
    cluster.program("pegboard", first).is_wanted = False
    kill_program("pegboard", first)(cluster)
    wait(lambda: holder() not in ("", first), "another's turn")
    cluster.program("pegboard", first).start()
    cluster.wait_until_whole()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.title)
def test_no_fault_loses_a_hand_and_service_returns(cluster: Cluster, night: Night, fault: Fault) -> None:
    outcome = suffer(cluster, night, fault)
    print(outcome)
    assert (outcome.lost, outcome.twice, outcome.stale) == (0, 0, 0)
    assert outcome.longest_without <= fault.back_within
