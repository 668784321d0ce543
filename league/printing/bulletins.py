"""The weekly bulletin as a document: always one page, whatever the league has to tell."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.urls import reverse

from league.printing.codes import codes_alone
from league.printing.documents import Document, Shown
from league.printing.drawing import width_of
from league.printing.short_names import brief_names
from league.printing.standings_on_paper import form_drawings
from league.templatetags.dates import pub_date_year, pub_time

# The code to scan (mm); sizes of type (points), and the room for a name in four columns (mm).
CODE, SIZES, NAME_ROOM = 22.0, (12, 11, 10, 9.2, 8.5, 8), 19.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """How much the page tells: its columns, whether the first division is as wide as it, what is left out."""

    columns: int
    is_first_wide: bool = False
    with_results: bool = True
    with_next: bool = True
    with_played: bool = True
    with_reasons: bool = True
    notices: int = 99

    @property
    def is_crowded(self) -> bool:
        """Whether a division's results and its table share one heading, and its teams have short names."""
        return self.columns > 2


TIERS = (
    Tier(columns=2, is_first_wide=True),
    Tier(columns=2, is_first_wide=True, with_results=False),
    Tier(columns=2),
    Tier(columns=2, is_first_wide=True, with_results=False, notices=3),
    Tier(columns=3, notices=3),
    Tier(columns=3, with_next=False, notices=3),
    Tier(columns=4, with_next=False, notices=3, with_played=False),
    Tier(columns=4, with_next=False, with_results=False, notices=3, with_played=False),
    Tier(columns=4, with_next=False, with_results=False, notices=0, with_played=False),
    Tier(columns=4, with_next=False, with_results=False, notices=0, with_played=False, with_reasons=False),
)


def bulletin_on_paper(facts: Shown, *, printed_at: datetime.datetime, site: str = "") -> Document:
    """Return the bulletin of a night on one page; `printed_at` in the league's time, `site` is public."""
    address = site + reverse("league-home", args=[facts["league_slug"]]) if site else ""
    printed = f"{pub_date_year(printed_at.date())}, {pub_time(printed_at.time())}"
    title = f"Week {facts['week']} bulletin" if facts["week"] else "Bulletin"
    tables = [division["table"] for division in facts["divisions"] if division["table"]]
    return Document(
        title=f"{title}, {pub_date_year(facts['night'])}, {facts['league']}",
        filename=f"bulletin-{facts['night']}.pdf",
        template="printing/bulletin.html",
        context={
            "facts": facts,
            "title": title,
            "code": address,
            "site": urlsplit(site).netloc,
            "printed_at": printed,
        },
        follows_from=(facts, printed, site),
        drawings=form_drawings(tables) | codes_alone([address], CODE),
        sizes=([(size, *way) for way in _ways(facts) for size in SIZES],),
        runs_of=len(SIZES),
    )


Columns = list[list[tuple[str, Shown | None]]]
"""Column by column what stands there, and of which division."""


def _ways(facts: Shown) -> Iterator[tuple[Tier, Columns]]:
    """Yield how the page can be set, from the richest to the barest."""
    names = _names(facts["divisions"])
    briefest = brief_names(names, lambda name: width_of(name, SIZES[-1]) <= NAME_ROOM)
    called = {2: names, 3: brief_names(names), 4: briefest}
    for tier in TIERS:
        short = called[tier.columns]
        divisions = [_named(each, short) for each in facts["divisions"]]
        columns: Columns = [[] for _ in range(tier.columns)]
        heights = [0.0] * tier.columns
        for height, what, division in _parts(facts, tier, divisions):
            shortest = heights.index(min(heights))
            columns[shortest].append((what, division))
            heights[shortest] += height
        yield tier, columns


def _parts(facts: Shown, tier: Tier, divisions: Sequence[Shown]) -> Iterator[tuple[float, str, Shown | None]]:
    """Yield what stands in columns, and about how many rows high it is."""
    for division in divisions[1:] if tier.is_first_wide else divisions:
        results, table = len(division["results"]) if tier.with_results else 0, division["table"]
        yield 4.0 + results + (len(table["rows"]) if table else 0), "division", division
    if facts["notices"] and tier.notices:
        yield 2.0 + min(len(facts["notices"]), tier.notices), "notices", None
    for division in divisions if tier.with_next else ():
        if division["to_come"]:
            yield 2.0 + len(division["to_come"]), "next", division


def _names(divisions: Sequence[Shown]) -> dict[str, str]:
    """Return the short name of each team, by its whole one."""
    rows = [row for each in divisions if each["table"] for row in each["table"]["rows"]]
    matches = [match for each in divisions for match in (*each["results"], *each["to_come"])]
    return {
        **{row["team"]: row["short"] for row in rows},
        **dict(match[side] for match in matches for side in ("home", "away")),
    }


def _named(division: Shown, names: Mapping[str, str]) -> Shown:
    """Return a division with these short names, for narrow columns."""

    def named(matches: Sequence[Shown]) -> tuple[Shown, ...]:
        sides = ("home", "away")
        return tuple(
            {**match, **{side: (match[side][0], names[match[side][0]]) for side in sides}}
            for match in matches
        )

    table = division["table"]
    if table:
        table = {**table, "rows": [{**row, "short": names[row["team"]]} for row in table["rows"]]}
    results, to_come = named(division["results"]), named(division["to_come"])
    return {**division, "results": results, "to_come": to_come, "table": table}
