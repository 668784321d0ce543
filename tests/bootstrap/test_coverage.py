"""How much of each package the tests have executed."""

from league.bootstrap import coverage


def entry(lines: int, executed: int) -> dict[str, dict[str, int]]:
    return {"summary": {"num_statements": lines, "covered_lines": executed}}


def test_files_are_added_up_by_package():
    files = {
        "scoring/cards.py": entry(30, 30),
        "scoring/notation/writing.py": entry(10, 8),
        "league/urls.py": entry(5, 5),
        "league/cups/draw.py": entry(1_200, 600),
        "league/cups/forms/ties.py": entry(300, 0),
        "league/cups/__init__.py": entry(0, 0),
        "league/empty/__init__.py": entry(0, 0),
    }
    assert [" ".join(str(total).split()) for total in coverage.totals(files)] == [
        "league 5 lines 100%",
        "league/cups 1,500 lines 40%",
        "scoring 40 lines 95%",
        "all 1,545 lines 42%",
    ]
