"""The texts of a sheet sorted by place, from the fields of a form or from a log.

`league.results.parsing.sheet` reads these texts into values; nothing is checked here.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from league.results.log import AWARDS, BESIDE, PENALTIES, Body, SheetPlace
from league.results.parsing.fields import CONTRADICTION, MOST_PENALTIES, RECORD, SIDES, YES, Layout
from scoring.axes import Award


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTexts:
    """What was written of one game, as text: `hands` by number and `penalties` in rows, each by its parts.

    The parts of a hand are its awards and what stands beside them; those of a penalty its hand, side,
    points, reason and kind. `home` and `away` are the names at the seats, empty where nobody is named.
    """

    first_pitch: str = ""
    home_final: str = ""
    away_final: str = ""
    contradiction: str = ""
    home: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    hands: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    penalties: tuple[Mapping[str, str], ...] = ()

    def part(self, hand: int, name: str) -> str:
        """Return what was written in one field of a hand; empty if nothing was."""
        return self.hands.get(hand, {}).get(name, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTexts:
    """What was written of one table, as text; its games by number."""

    not_played: str = ""
    remarks: str = ""
    private_remarks: str = ""
    games: Mapping[int, GameTexts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetTexts:
    """A sheet as it was written, as text: its tables by number. Forms and logs both become one."""

    tables: Mapping[int, TableTexts] = field(default_factory=dict)
    remarks: str = ""
    private_remarks: str = ""

    def game(self, table: int, game: int) -> GameTexts:
        """Return what was written of a game; a blank one if nothing was."""
        return self.tables.get(table, BLANK_TABLE).games.get(game, BLANK_GAME)


BLANK_GAME, BLANK_TABLE = GameTexts(), TableTexts()


def texts_from_fields(typed: Mapping[str, str], layout: Layout) -> SheetTexts:
    """Return the typed fields of a form, sorted by their place on the sheet."""

    def text(name: str) -> str:
        return typed.get(name, "").strip()

    def parts(row: str, names: Iterable[str]) -> dict[str, str]:
        return {name: typed_text for name in names if (typed_text := text(f"{row}-{name}"))}

    def game(prefix: str) -> GameTexts:
        hand_parts = (*Award, *layout.beside, RECORD)
        hands = {n: parts(f"{prefix}-h{n}", hand_parts) for n in range(1, layout.most_hands + 1)}
        home, away = (
            tuple(text(f"{prefix}-{side}-{place}") for place in range(1, layout.players + 1))
            for side in SIDES.values()
        )
        return GameTexts(
            first_pitch=text(f"{prefix}-first-pitch"),
            home_final=text(f"{prefix}-home-final"),
            away_final=text(f"{prefix}-away-final"),
            contradiction=text(f"{prefix}-{CONTRADICTION}"),
            home=home,
            away=away,
            hands={number: hand for number, hand in hands.items() if hand},
            penalties=tuple(
                parts(f"{prefix}-p{row}", layout.penalty_parts) for row in range(1, MOST_PENALTIES + 1)
            ),
        )

    return SheetTexts(
        tables={
            table: TableTexts(
                not_played=text(f"t{table}-not-played"),
                remarks=text(f"t{table}-remarks"),
                private_remarks=text(f"t{table}-private-remarks"),
                games={number: game(layout.prefix(table, number)) for number in layout.games_at(table)},
            )
            for table in range(1, layout.tables + 1)
        },
        remarks=text("remarks"),
        private_remarks=text("private-remarks"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LogTexts:
    """The texts of a sheet in a log; `stray` names those this sheet has no place for."""

    sheet: SheetTexts
    stray: tuple[str, ...] = ()


def texts_from_log(
    bodies: Mapping[SheetPlace, Body], layout: Layout, *, not_played: Collection[int] = ()
) -> LogTexts:
    """Return what counts in a log, sorted by place; `not_played` are tables given without play.

    Cards noted beside a hand are no part of the sheet as it is written and are left out.
    """
    stray: list[str] = []
    places: dict[tuple[int, int], dict[SheetPlace, Body]] = defaultdict(dict)
    notes: dict[int, dict[str, str]] = defaultdict(dict)
    # By number: the tenth hand comes after the ninth.
    for place in sorted(bodies, key=lambda place: (place.table, place.game, place.hand or 0, place.name)):
        body, is_table = bodies[place], 1 <= place.table <= layout.tables
        if is_table and place.name == "notes":  # they belong to the table, whatever the game
            notes[place.table] |= body
        elif (
            is_table and place.game in layout.games_at(place.table) and (place.hand or 0) <= layout.most_hands
        ):
            places[place.table, place.game][place] = body
        elif body:
            stray.append(f"{layout.prefix(place.table, place.game)}-{place.name}")
    tables = {
        table: TableTexts(
            not_played=YES if table in not_played else notes[table].get("not-played", ""),
            remarks=notes[table].get("remarks", ""),
            games={
                game: _game_from_log(places[table, game], layout, layout.prefix(table, game), stray)
                for game in layout.games_at(table)
            },
        )
        for table in range(1, layout.tables + 1)
    }
    return LogTexts(sheet=SheetTexts(tables=tables), stray=tuple(stray))


def _game_from_log(
    bodies: Mapping[SheetPlace, Body], layout: Layout, prefix: str, stray: list[str]
) -> GameTexts:
    """Return the texts of one game; the names of texts it has no place for are added to `stray`."""
    beside: dict[str, Body] = {}
    hands: dict[int, dict[str, str]] = {}
    penalties: list[Mapping[str, str]] = []
    for place, body in bodies.items():
        if place.hand is None:
            beside[place.name] = body
            continue
        hands[place.hand] = {name: body[name] for name in (*AWARDS, *layout.beside) if body.get(name)}
        stray += [f"{prefix}-{place.name}-{n}" for n in BESIDE if body.get(n) and n not in layout.beside]
        penalties += [{"hand": str(place.hand), **penalty} for penalty in body.get(PENALTIES, ())]
    for row, penalty in enumerate(penalties, 1):
        parts = layout.penalty_parts if row <= MOST_PENALTIES else ()
        stray += [f"{prefix}-p{row}-{part}" for part in penalty if penalty[part] and part not in parts]
    home, away = (
        tuple(beside.get(side, {}).get(str(seat), "") for seat in range(1, layout.players + 1))
        for side in SIDES.values()
    )
    final = beside.get("final", {})
    return GameTexts(
        first_pitch=beside.get("pitch", {}).get("first-pitch", ""),
        home_final=final.get("home-final", ""),
        away_final=final.get("away-final", ""),
        contradiction=final.get(CONTRADICTION, ""),
        home=home,
        away=away,
        hands={number: hand for number, hand in hands.items() if hand},
        penalties=tuple(
            {part: penalty.get(part, "") for part in layout.penalty_parts}
            for penalty in penalties[:MOST_PENALTIES]
        ),
    )
