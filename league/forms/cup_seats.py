"""Who played for the two sides of a tie, as the secretary ticks or types it."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.forms import BoundField

from league.models import Player
from league.selectors.cup_seats import SideOfTie
from league.selectors.rosters import Roster
from league.services.cup_seats import Named
from scoring.prose.words import listed

MOST_OTHERS = 40
LONGEST_NAME = Player._meta.get_field("name").max_length or 0
SIDES = ("home", "away")


class PlayedForm(forms.Form):
    """A tick for everybody of the squad, and a box for the names of others, side by side."""

    before = forms.CharField(required=False, max_length=2000, widget=forms.HiddenInput)
    new = forms.BooleanField(
        label="Names the league does not know are new players: make records for them", required=False
    )

    def __init__(self, *arguments: Any, sides: Sequence[SideOfTie], roster: Roster, **options: Any) -> None:
        before = " ".join(player.public_id for side in sides for player in side.played)
        super().__init__(*arguments, **{"initial": {"before": before}, **options})
        self._sides, self._roster = dict(zip(SIDES, sides, strict=False)), roster
        self.unknown = False
        for name, side in self._sides.items():
            is_pair = side.entry.team_id is None
            self.fields[name] = forms.MultipleChoiceField(
                label=side.entry.name,
                required=False,
                widget=forms.CheckboxSelectMultiple,
                choices=[(player.public_id, str(player)) for player in side.known],
                # A pair plays itself unless it is said otherwise.
                initial=[one.public_id for one in side.played or (side.squad if is_pair else ())],
                error_messages={"invalid_choice": "One of these is not on the list any more; look again."},
            )
            self.fields[f"{name}-others"] = forms.CharField(
                label="Others",
                required=False,
                max_length=2000,
                widget=forms.Textarea({"rows": 2}),
                help_text="Names that are not above, a comma or a new line between them.",
            )

    @property
    def rows(self) -> list[tuple[SideOfTie, BoundField, BoundField]]:
        return [(side, self[name], self[f"{name}-others"]) for name, side in self._sides.items()]

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        self._named = {
            side.entry.number: self._name(place, name, side, said)
            for place, (name, side) in enumerate(self._sides.items())
        }
        return said

    def _name(self, place: int, name: str, side: SideOfTie, said: dict[str, Any]) -> Named:
        by_id = {player.public_id: player.pk for player in side.known}
        players = [by_id[public_id] for public_id in said.get(name, ())]
        typed = [one for one in map(_spaced, re.split(r"[,\n]", said.get(f"{name}-others", ""))) if one]
        newcomers: list[str] = []
        unclear: list[str] = []
        for text in dict.fromkeys(typed):
            meant = self._roster.meant(text, place)
            if len(meant) == 1:
                players.append(meant[0].player)
            elif meant:
                unclear.append(
                    f"Several are called {text}: write {listed((one.label for one in meant), 'or')}."
                )
            else:
                newcomers.append(text)
        if len(typed) > MOST_OTHERS:
            unclear.append(f"{len(typed)} names are too many for one side; there is room for {MOST_OTHERS}.")
        unclear += [
            f"A name may have {LONGEST_NAME} letters; {one[:20]}… has {len(one)}."
            for one in newcomers
            if len(one) > LONGEST_NAME
        ]
        if newcomers and not said.get("new"):
            self.unknown = True
            unclear.append(
                f"The league knows nobody called {listed(newcomers[:MOST_OTHERS], 'or')}: put the spelling "
                "right, or tick below that they are new."
            )
        for sentence in unclear:
            self.add_error(f"{name}-others", sentence)
        return Named(players=tuple(dict.fromkeys(players)), newcomers=tuple(newcomers))

    @property
    def named(self) -> dict[int, Named]:
        """Who played, by the number of the entry."""
        return self._named

    @property
    def stood(self) -> tuple[str, ...]:
        """Who stood there when the page was opened, by public id."""
        return tuple(self.cleaned_data["before"].split())

    @property
    def asks_for_newcomers(self) -> bool:
        """Whether a name is typed that nobody has, or the tick is set: only then it is offered."""
        return self.unknown or bool(self["new"].value())


def _spaced(text: str) -> str:
    return " ".join(text.split())
