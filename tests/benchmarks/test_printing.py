"""How long paper takes, against yardsticks timed in the same run.

    pytest tests/benchmarks/test_printing.py --benchmark-json=printing.json

D1 is a season's pack of 132 sheets beside the same forms as plain tables, D2 one sheet in a process that has
printed before, D3 one sheet beside reportlab drawing it (skipped where that is not installed), D4 whether the
same sheet is the same bytes.
"""

import hashlib
import importlib.util
import io
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from league.printing import pdf as printing_pdf
from league.printing.documents import Document, score_sheets
from league.printing.drawing import A4_HEIGHT, Box, Disc, Drawing, Line, Words
from league.printing.pdf import pdf
from league.printing.sheets import printed_sheet
from tests.printing.casts import a_form, a_sheet

SHEETS = 132
TABLES, ROWS, CELLS = 4, 29, 5
ROOT = Path(__file__).resolve().parents[2]


def a_pack(sheets: int = SHEETS) -> Document:
    return score_sheets([a_sheet(home=f"Pub {number}") for number in range(sheets)], title="A pack")


def plain_tables(sheets: int) -> bytes:
    """The yardstick: as many sheets of 600 cells as HTML tables, as one would write them first."""
    from weasyprint import HTML

    head = "<tr>" + "".join(f"<th>{word}</th>" for word in ("No", "High", "Low", "Jack", "Game")) + "</tr>"
    rows = "".join(f"<tr>{f'<td>{row}</td>' * CELLS}</tr>" for row in range(ROWS))
    table = f'<table style="float:left;font-size:7pt">{head}{rows}</table>'
    page = f'<div style="break-after:page"><h1>The Fleece v The Shears</h1>{table * TABLES}</div>'
    return HTML(string=f"<html lang=en-GB><title>Sheets</title>{page * sheets}").write_pdf()


def cpu_of(work: Callable[[], object], rounds: int = 1) -> float:
    """Seconds of processor time, the median of so many calls."""
    taken = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return statistics.median(taken)


def test_a_seasons_pack(benchmark):
    pdf(a_pack(1))
    content = benchmark.pedantic(lambda: pdf(a_pack()), rounds=3)
    for_one_sheet = cpu_of(lambda: plain_tables(2), rounds=3) / 2
    ratio = for_one_sheet * SHEETS / cpu_of(lambda: pdf(a_pack()), rounds=3)
    peak = peak_megabytes_of_a_process()
    benchmark.extra_info.update(
        goal="D1", yardstick="plain tables", ratio=round(ratio, 1), peak_mb=peak, bytes=len(content)
    )
    assert ratio >= 10
    assert peak <= 300


PACK = """
import django; django.setup()
from league.printing import pdf
from tests.benchmarks.test_printing import a_pack
pdf.pdf(a_pack())
"""


def peak_megabytes_of_a_process() -> int:
    """The peak of a process that prints one pack and nothing else."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    subprocess.run([sys.executable, "-c", PACK], cwd=ROOT, env=environment, check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024


def test_one_sheet_in_a_warm_process(benchmark):
    pdf(score_sheets([a_sheet()]))
    benchmark(lambda: pdf(score_sheets([a_sheet()])))
    seconds = cpu_of(lambda: pdf(score_sheets([a_sheet()])), rounds=15)
    benchmark.extra_info.update(goal="D2", cpu_ms=round(seconds * 1000, 1))
    assert seconds <= 0.35


def test_knowing_that_a_sheet_has_not_changed(benchmark):
    known = printing_pdf.stamp(score_sheets([a_sheet()]))
    stamp = benchmark(lambda: printing_pdf.stamp(score_sheets([a_sheet()])))
    assert stamp == known
    benchmark.extra_info.update(goal="D2", what="unchanged")


@pytest.mark.skipif(importlib.util.find_spec("reportlab") is None, reason="reportlab is not installed")
def test_one_sheet_beside_reportlab(benchmark):
    drawing = printed_sheet(a_form(), 1)
    benchmark(lambda: pdf(score_sheets([a_sheet()])))
    ratio = benchmark.stats.stats.median / cpu_of(lambda: drawn_by_reportlab(drawing), rounds=15)
    benchmark.extra_info.update(goal="D3", yardstick="reportlab", ratio=round(ratio, 2))
    assert ratio <= 10


def drawn_by_reportlab(drawing: Drawing) -> bytes:
    """The same shapes, with the typefaces every PDF reader has."""
    from reportlab.pdfgen.canvas import Canvas

    file = io.BytesIO()
    canvas = Canvas(file, pageCompression=1)
    canvas.scale(72 / 25.4, 72 / 25.4)
    for shape in drawing.shapes:
        match shape:
            case Line():
                canvas.line(shape.x1, A4_HEIGHT - shape.y1, shape.x2, A4_HEIGHT - shape.y2)
            case Box():
                canvas.rect(shape.x, A4_HEIGHT - shape.y - shape.height, shape.width, shape.height)
            case Disc():
                canvas.circle(shape.x, A4_HEIGHT - shape.y, shape.radius)
            case Words():
                canvas.setFont("Helvetica", shape.size * 25.4 / 72)
                canvas.drawString(shape.x, A4_HEIGHT - shape.y, shape.text)
    canvas.save()
    return file.getvalue()


def test_the_same_sheet_is_the_same_bytes(benchmark):
    hashes = {hashlib.sha256(pdf(a_pack(3))).hexdigest() for _ in range(3)}
    content = benchmark.pedantic(lambda: pdf(a_pack(3)), rounds=1)
    assert hashes == {hashlib.sha256(content).hexdigest()}
    benchmark.extra_info.update(goal="D4", identical=True)
