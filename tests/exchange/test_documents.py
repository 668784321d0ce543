"""Word files and web pages from anybody: read in bounded memory and time, or refused in a sentence."""

import io
import zipfile

import pytest

from league.exchange.spreadsheets import UnreadableFile, read_file
from tests.examples import sampled

NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
ENTITIES = "".join(
    f'<!ENTITY {"abcdefghij"[n]} "{("&" + "abcdefghij"[n - 1] + ";") * 10}">' for n in range(1, 10)
)


def word_file(body: str, entities: str = "") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr(
            "word/document.xml", f"{entities}<w:document {NAMESPACE}><w:body>{body}</w:body></w:document>"
        )
    return out.getvalue()


def word_row(first: str, merged: str, *cells: str) -> str:
    goes_on = f'<w:tcPr><w:vMerge w:val="{merged}"/></w:tcPr>' if merged else ""
    texts = [f"{goes_on}<w:p><w:r><w:t>{first}</w:t></w:r></w:p>"]
    texts += [f"<w:p><w:r><w:t>{cell}</w:t></w:r></w:p>" for cell in cells]
    return f"<w:tr>{''.join(f'<w:tc>{text}</w:tc>' for text in texts)}</w:tr>"


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(word_file("<w:p>"), id="broken", marks=pytest.mark.slow),
        pytest.param(word_file("<w:p/>" * 3_000_000), id="bomb"),
        pytest.param(
            word_file(
                "<w:p><w:r><w:t>&j;</w:t></w:r></w:p>", f'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">{ENTITIES}]>'
            ),
            id="entities",
        ),
        pytest.param(
            b"<table>" + b"<tr><td colspan=9999999 rowspan=9999999>x" * 3000,
            id="spans",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_hostile_document_is_refused_in_a_sentence(content: bytes) -> None:
    with pytest.raises(UnreadableFile, match=r"cannot be opened|more than 60 cells"):
        read_file(content)


@pytest.mark.parametrize("much", sampled([b"<tr>", b"<", b"<td>", b"x", b"<br>"], each=5))
def test_a_page_is_refused_as_soon_as_it_is_too_large(much: bytes) -> None:
    """Read to its end it would take all the time there is."""
    with pytest.raises(UnreadableFile, match="more than 50,000 rows, or cells or letters"):
        read_file(b"<table><tr><td>" + much * (4_000_000 // len(much)))


def test_cells_over_several_rows_and_columns_stand_where_they_are_meant() -> None:
    page = b"""<html><table>
        <tr><th rowspan=2>Date<th colspan=2>Teams<tr><th>Home<th>Away
        <tr><td rowspan=2>17 Sept<td>Owl<td>Bell<tr><td>Tup<br>A<td>Ram</table></html>"""
    word = f"""<w:tbl>{word_row("Date", "", "Home", "Away")}{word_row("17 Sept", "restart", "Owl", "Bell")}
        {word_row("", "continue", "Tup", "Ram")}</w:tbl>"""
    assert read_file(word_file(word))[1:] == (("17 Sept", "Owl", "Bell"), ("17 Sept", "Tup", "Ram"))
    assert read_file(page) == (
        ("Date", "Teams", ""), ("Date", "Home", "Away"),
        ("17 Sept", "Owl", "Bell"), ("17 Sept", "Tup\nA", "Ram"),
    )  # fmt: skip
