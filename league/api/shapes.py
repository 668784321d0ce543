"""What the API's shapes have in common: the text under a field describes it."""

import ast
import functools
import inspect
import sys
import threading
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from ninja import Schema
from pydantic import GetJsonSchemaHandler

# In Python 3.11 `ast.parse` fails in one of two threads that call it at once.
_one_reads = threading.Lock()


class Shape(Schema):
    """Base of what is read and sent.

    The texts are read once the API is described: pydantic's own use_attribute_docstrings searches all modules
    for each class, more than a second in all before the first answer.
    """

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        schema = handler(core_schema)
        properties = handler.resolve_ref_schema(schema)["properties"]
        for shape in cls.__mro__:
            with _one_reads:
                texts = _texts_under_fields(shape.__module__)
            for field, text in texts.get(shape.__name__, {}).items():
                properties[cls.model_fields[field].alias or field].setdefault("description", text)
        return schema


@functools.cache
def _texts_under_fields(module: str) -> dict[str, dict[str, str]]:
    """Return the text under each field of a module's classes, by class and field; of our modules only."""
    if not module.startswith("league."):
        return {}
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {part.name: dict(_fields_with_text(part)) for part in tree.body if isinstance(part, ast.ClassDef)}


def _fields_with_text(shape: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, text in pairwise(shape.body):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(said))):
                yield name, inspect.cleandoc(said)
