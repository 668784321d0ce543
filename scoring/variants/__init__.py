"""The register of the family. A new game is one value in the file of its relatives, and in the list there."""

from collections.abc import Mapping
from dataclasses import replace

from ..errors import Fault, UnknownVariant
from ..rules import Variant
from . import caribbean, classic, don, northern, pitch, victorian

__all__ = ["ALL", "derive", "get", "names", "register"]

ALL: tuple[Variant, ...] = (
    *northern.VARIANTS,
    *caribbean.VARIANTS,
    *classic.VARIANTS,
    *victorian.VARIANTS,
    *pitch.VARIANTS,
    *don.VARIANTS,
)

_BY_NAME: dict[str, Variant] = {variant.name: variant for variant in ALL}


def names() -> tuple[str, ...]:
    """Return the public names of all variants, in the order of the register."""
    return tuple(_BY_NAME)


def get(name: str) -> Variant:
    """Return the variant of that name, title or alias, which only one game may have: "Old Sledge".

    UnknownVariant says which there are, or which of them are called so.
    """
    if name in _BY_NAME:
        return _BY_NAME[name]
    called = _called(name)
    if len(called) == 1:
        return called[0]
    known = called or tuple(_BY_NAME.values())
    params = {"received": name, "known": ", ".join(variant.name for variant in known)}
    raise UnknownVariant(Fault("ambiguous_variant" if called else "unknown_variant", params))


def _called(name: str) -> tuple[Variant, ...]:
    """Return the games so called: by name or title before an alias, whatever the case and the dashes."""
    sought = _plain(name)
    every = _BY_NAME.values()
    titled = tuple(variant for variant in every if sought in map(_plain, (variant.name, variant.title)))
    return titled or tuple(variant for variant in every if sought in map(_plain, variant.aliases))


def _plain(name: str) -> str:
    return name.casefold().replace("_", " ").replace("-", " ").strip()


def derive(name: str, base: str, options: Mapping[str, object]) -> Variant:
    """Return a game made of another by house options, as values or as they are typed, and not yet registered.

    UnknownVariant, UnknownOption or BadOption for what nobody knows.
    """
    parent = get(base)
    rules = parent.rules
    for option, value in options.items():
        written = isinstance(value, str)
        rules = rules.with_written(option, str(value)) if written else rules.with_options({option: value})
    return replace(
        parent,
        name=name,
        title=name.replace("_", " ").title(),
        aliases=(),
        grew_from=parent.name,
        rules=rules,
        chosen=parent.chosen | frozenset(options),
    )


def register(variant: Variant) -> Variant:
    """Add a game made at run time, known from then on to the notation and to questions; return it.

    UnknownVariant for a name that is another game's.
    """
    global ALL
    if _BY_NAME.setdefault(variant.name, variant) != variant:
        raise UnknownVariant(Fault("variant_taken", {"received": variant.name}))
    ALL = tuple(_BY_NAME.values())
    return variant
