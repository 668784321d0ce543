"""A kind of page waits for one stylesheet: a bundle, which is one file where it is served."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.storage import FileSystemStorage

from league.installation.static_files import HashedFiles

STATIC = Path(settings.BASE_DIR) / "league" / "static"
TEMPLATES = Path(settings.BASE_DIR) / "templates"


def collected(source: Path, target: Path) -> dict[str, str]:
    """Return the text of each stylesheet and script as it is served, by the name pages give it."""
    storage = HashedFiles(location=target)
    files = FileSystemStorage(location=source)
    names = [path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()]
    served: dict[str, Any] = {
        name: hashed for name, hashed, _ in storage.post_process({n: (files, n) for n in names})
    }
    texts = [name for name in names if name.endswith((".css", ".js"))]
    return {name: (target / served[name]).read_text(encoding="utf-8") for name in texts}


def test_a_script_is_served_without_what_only_engineers_read(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "js").mkdir(parents=True)
    script = '// Why.\n/** Say where. */\nfunction where() {\n  // Near.\n  return "http://x"; // Here.\n}\n'
    (source / "js" / "where.js").write_text(script, encoding="utf-8")
    served = collected(source, tmp_path / "served")["js/where.js"]
    assert served == 'function where() {\nreturn "http://x"; // Here.\n}\n'


def test_a_sheet_stands_in_the_place_and_the_medium_it_is_imported_for(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "fonts").mkdir(parents=True)
    (source / "fonts" / "slab.woff2").write_bytes(b"letters")
    (source / "css").mkdir()
    for name, rules in {
        "desk.css": '@import url("page.css");\n.desk { color: red; }\n',
        "page.css": '/* All. */\n@import url("words.css");\n@import url("ink.css") print;\n',
        "words.css": '/* Why. */\n@font-face { src: url("../fonts/slab.woff2"); }\n',
        "ink.css": "p { color: black; }\n",
    }.items():
        (source / "css" / name).write_text(rules, encoding="utf-8")
    sheet = collected(source, tmp_path / "served")["css/desk.css"]
    face, ink, own = re.split(r"(?<=\})\n(?=@media|\.desk)", sheet.strip())
    assert re.fullmatch(r'@font-face { src: url\("\.\./fonts/slab\.[0-9a-f]{12}\.woff2"\); }', face)
    assert ink == "@media print {\np { color: black; }\n}"
    assert own == ".desk { color: red; }"


@pytest.mark.parametrize(
    "template", [path for path in TEMPLATES.rglob("*.html") if "bundle-" in path.read_text()]
)
def test_a_frame_links_one_bundle_for_each_kind_of_page(template: Path) -> None:
    """A sheet beside a bundle in the frame would be waited for by every page."""
    linked = re.findall(r"""href="\{% static 'css/([\w-]+\.css)' %\}""", template.read_text())
    assert linked
    assert all(name.startswith("bundle-") and (STATIC / "css" / name).is_file() for name in linked)


def test_no_page_links_a_sheet_that_its_bundle_imports() -> None:
    """Linked again it would come later in the cascade than on its neighbours."""
    imported = {
        name
        for bundle in ("bundle-page.css", "bundle-workspace.css", "bundle-scoring.css")
        for name in re.findall(r'@import url\("([\w-]+\.css)"\)', (STATIC / "css" / bundle).read_text())
    }
    for template in TEMPLATES.rglob("*.html"):
        if template.name != "500.html":
            linked = re.findall(r"static 'css/([\w-]+\.css)'", template.read_text())
            assert not imported & {name for name in linked if not name.startswith("bundle-")}, template


def test_a_sheet_that_is_no_component_gives_its_reason_in_one_line() -> None:
    sheets = STATIC / "css"
    components = set(re.findall(r'@import url\("([^"]+)"\)', (sheets / "bundle-page.css").read_text()))
    own = [path for path in sheets.glob("*.css") if path.name not in components]
    heads = {path.name: path.read_text().partition("\n")[0] for path in own if "fonts" not in path.name}
    silent = [name for name, head in heads.items() if not re.fullmatch(r"/\* \S.{20,110}\S \*/", head)]
    assert [name for name in silent if not name.startswith(("bundle-", "paper", "tokens"))] == []
