"""A script and the modules it imports as one file, so that a phone asks once and not forty times.

Understands what our own modules use: `import { a, b as c } from "./x.js"`, `import * as x from "./x.js"`,
`export` before a function, a class or a constant, and `export { a, b }`. Anything else is refused when static
files are collected. Each module becomes a function, called once, before the modules that import it.
"""

import re
from collections.abc import Callable
from posixpath import dirname, join, normpath

IMPORT = re.compile(r"""^import (?:\* as (\w+)|\{([^}]*)\}) from ["'](\.[^"']+)["'];\n""", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
EXPORTED = re.compile(r"^export \{([\w\s,]*)\};\n", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export|await)\b.*", re.MULTILINE)

Read = Callable[[str], str]


def imports_of(path: str, text: str) -> list[str]:
    """Return the paths of the modules a script imports by itself."""
    return [normpath(join(dirname(path), module)) for _, _, module in IMPORT.findall(text)]


def whole_script(path: str, read: Read) -> str:
    """Return a script with everything it imports before it. `read` returns the text of a path.

    Raises ValueError for modules that import each other, and for a line that is not understood.
    """
    modules: dict[str, str] = {}
    _add_imported(path, read, modules, ())
    return "".join(modules.values()) + _with_constants(path, read(path), modules)


def _add_imported(path: str, read: Read, modules: dict[str, str], importers: tuple[str, ...]) -> None:
    if path in importers:
        raise ValueError(f"{path} imports itself through {', '.join(importers)}.")
    for imported in imports_of(path, read(path)):
        if imported not in modules:
            _add_imported(imported, read, modules, (*importers, path))
            modules[imported] = _as_constant(imported, read(imported), modules)


def _as_constant(path: str, text: str, modules: dict[str, str]) -> str:
    """Return a module as a constant with what it exports."""
    names = EXPORT.findall(text)
    for more in EXPORTED.findall(text):
        names += [name.strip() for name in more.split(",") if name.strip()]
    body = _with_constants(path, EXPORTED.sub("", EXPORT.sub("", text)), modules)
    if left := LEFT.search(body):
        raise ValueError(f"{path} cannot be put into one file with others: {left[0]}")
    return f"const ${len(modules)} = (() => {{\n{body}return {{ {', '.join(names)} }};\n}})();\n"


def _with_constants(path: str, text: str, modules: dict[str, str]) -> str:
    """Return the text with the constants of modules in place of its imports."""
    numbers = {module: number for number, module in enumerate(modules)}

    def constant(line: re.Match[str]) -> str:
        everything, names, module = line.groups()
        number = numbers[normpath(join(dirname(path), module))]
        return f"const {everything or '{' + names.replace(' as ', ': ') + '}'} = ${number};\n"

    return IMPORT.sub(constant, text)
