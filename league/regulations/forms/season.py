"""The form for a season's regulations: the boxes of every field as its description has them.

What is left empty is not regulated.
"""

from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.forms import BoundField
from django.http import QueryDict

from league.competition.season_rules.fields import settings_of
from league.competition.season_rules.rules import SECTIONS, Regulations
from league.regulations.forms.boxes import Place, SanctionRow, draw, typed


@dataclass(slots=True, kw_only=True)
class Block:
    """Boxes that stand together; a further one of a list is in sight when it is used."""

    legend: str = ""
    hint: str = ""
    number: int = 1
    is_used: bool = True
    boxes: list[BoundField] = field(default_factory=list)
    caption: str = ""
    rows: list[SanctionRow] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        return self.is_used or any(box.errors for box in self.boxes) or any(row.errors for row in self.rows)


class RegulationsForm(forms.Form):
    """All of a season's regulations under one button, in sections of blocks of boxes."""

    def __init__(self, sent: QueryDict | None, *, regulations: Regulations) -> None:
        super().__init__(sent)
        self.refusals: list[str] = []
        self.regulations = regulations
        self.sections: list[tuple[str, list[Block]]] = []
        for title, names in SECTIONS.items():
            self.sections.append((title, []))
            for name in names:
                each = settings_of(Regulations)[name]
                self.begin(legend=each.legend, hint=each.note)
                draw(each.kind, self, Place.on_top(name, each), each, getattr(regulations, name))

    def begin(self, **block: Any) -> None:
        """Begin a block, into which boxes are drawn from here on."""
        self.sections[-1][1].append(Block(**block))

    @property
    def block(self) -> Block:
        return self.sections[-1][1][-1]

    def add(self, name: str, box: forms.Field) -> None:
        """Draw a box into the block."""
        self.fields[name] = box
        self.block.boxes.append(self[name])

    def refuse(self, name: str, sentence: str) -> None:
        """Add a fault to a box that has none yet."""
        if name not in self.errors:
            self.add_error(name, sentence)

    def clean(self) -> dict[str, Any]:
        described = settings_of(Regulations)
        values = {
            name: typed(each.kind, self, Place.on_top(name, each), each) for name, each in described.items()
        }
        if not self.errors:
            self.regulations = Regulations(
                **{name: value for name, value in values.items() if value is not None}
            )
        return self.cleaned_data

    @property
    def is_refused(self) -> bool:
        return bool(self.refusals or self.errors)
