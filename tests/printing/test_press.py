"""The press beside the web server: documents are set there and not where they are asked for."""

import subprocess
import sys

import pytest
from django.conf import settings

FORKED = """
import sys
import django
django.setup()
from league.printing.documents import Document
from league.printing.press import Press, set_document

notes = Document(
    title="Notes", filename="", template="printing/notes.html",
    context={"pages": range(1), "lines": range(3)}, follows_from=(),
)
Press.start()
content = set_document(notes)
print(content[:5], "weasyprint" in sys.modules)
Press.process.stop()
print(set_document(notes) == content, "weasyprint" in sys.modules)
Press.stop()
"""


@pytest.mark.slow
def test_a_document_is_set_by_the_press_and_without_it_here() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORKED], cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.splitlines() == ["b'%PDF-' False", "True True"], done.stderr
