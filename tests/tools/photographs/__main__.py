"""Measure the reader by kinds of photograph: `python3 -m tests.tools.photographs [COUNT [FIRST]] [WORD ...]`.

Prints a table for docs/photographs.md: COUNT photographs of each kind that has one of the words in its name,
counted from FIRST. Thresholds were set with the first three of each kind: later ones are new to them.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:  # Django is set up in between
    from tests.tools.photographs.measure import Tally


def main(count: int, first: int, words: list[str]) -> None:
    from tests.tools.photographs.measure import KINDS, Tally, tally

    faults: list[str] = []
    totals = {"mild": Tally(), "hard": Tally()}
    print("| damage | level | photographs | refused | rows | correct | asked | wrong |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    with ProcessPoolExecutor(2, initializer=django.setup) as pool:
        for kind in KINDS:
            if words and not any(word in f"{kind.name} {kind.level}" for word in words):
                continue
            whole = Tally()
            for each in pool.map(partial(tally, kind), range(first, first + count)):
                whole.add(each)
            totals[kind.level].add(whole)
            faults += whole.faults
            print(_line(kind.name, kind.level, whole), flush=True)
    for level, whole in totals.items():
        if whole.hands:
            print(_line("**together**", level, whole))
    for fault in faults:
        print(fault, file=sys.stderr)


def _line(name: str, level: str, whole: "Tally") -> str:
    hands = whole.right + whole.asked + whole.wrong
    return (
        f"| {name} | {level} | {whole.photographs} | {whole.refused} | {hands} "
        f"| {whole.right / hands:.2%} | {whole.asked / hands:.2%} | {whole.wrong} |"
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    django.setup()
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    count, first = (*numbers, *(5, 0)[len(numbers) :])[:2]
    main(count, first, [word for word in sys.argv[1:] if not word.isdigit()])
