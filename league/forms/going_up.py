"""Players who belong to a higher team by now: gone up with the new season, or otherwise decided."""

from collections.abc import Iterable
from typing import Any

from django import forms

from league.selectors.turning import PlayedUp

GOES_UP, STAYS, SIGNS = "", "stays", "signs"


class GoingUpForm(forms.Form):
    """A choice a player. The rule's answer comes first; the league has the last word."""

    def __init__(self, sent: Any, *, players: Iterable[PlayedUp]) -> None:
        super().__init__(sent)
        self.players = {f"up-{one.player.public_id}": one for one in players}
        for name, one in self.players.items():
            self.fields[name] = forms.ChoiceField(
                label=str(one.player),
                required=False,
                choices=[
                    (GOES_UP, f"goes on for {one.higher.name}"),
                    (STAYS, f"stays with {one.own}"),
                    (SIGNS, "signs on again"),
                ],
                widget=forms.Select(attrs={"aria-label": f"{one.player}: next season"}),
                error_messages={"invalid_choice": f"{one.player}: choose one of the list."},
            )

    def _said(self, answer: str) -> tuple[PlayedUp, ...]:
        said = self.cleaned_data if self.is_bound else {}
        return tuple(one for name, one in self.players.items() if said.get(name, GOES_UP) == answer)

    @property
    def up(self) -> tuple[PlayedUp, ...]:
        """Those who are not to stay where they were: they go up, or sign on again."""
        stays = self._said(STAYS)
        return tuple(one for one in self.players.values() if one not in stays)

    @property
    def signing(self) -> frozenset[tuple[int, int]]:
        """Player and team of those who sign on again all the same."""
        return frozenset((one.player.pk, one.own.pk) for one in self._said(SIGNS))

    @property
    def rows(self) -> list[tuple[PlayedUp, Any]]:
        """Each of them with his box."""
        return [(one, self[name]) for name, one in self.players.items()]
