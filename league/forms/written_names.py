"""A name on the cards, and the player it is: proposed, chosen from the squad, by another name, or new."""

from typing import Any

from django import forms
from django.http import QueryDict

from league.forms.registrations import LONGEST_NAME
from league.models import League, Player
from league.selectors.registrations import players_called
from league.selectors.written_names import WrittenName

NEW, NEW_UNSIGNED = "+", "-"
GONE = "That name stands on no card any more: somebody has sorted it meanwhile."


class WrittenNameForm(forms.Form):
    """Who a name is. `who` begins with the likely player, so that one press takes him."""

    other = forms.CharField(
        label="or by another name",
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"max_length": "A name has at most %(limit_value)d letters; this has %(show_value)d."},
    )

    def __init__(self, sent: QueryDict | None, *, found: WrittenName, league: League, prefix: str) -> None:
        likely = found.likely
        super().__init__(sent, prefix=prefix, initial={"who": likely.player.public_id if likely else ""})
        self.found, self._league = found, league
        self._players = {one.player.public_id: one.player for one in found.proposals}
        self._players |= {one.public_id: one for one in found.squad}
        self.fields["who"] = forms.ChoiceField(
            label=f"{found.name} is",
            choices=self._choices(),
            required=False,
            error_messages={"invalid_choice": "Choose one of the list."},
        )

    def _choices(self) -> list[Any]:
        proposed = [
            (one.player.public_id, f"{one.player}, {one.team or 'no team'}: {one.why}")
            for one in self.found.proposals
        ]
        known = {value for value, _ in proposed}
        squad = [(one.public_id, str(one)) for one in self.found.squad if one.public_id not in known]
        new = [(NEW, f"a new player of {self.found.team}"), (NEW_UNSIGNED, "a new player of no team")]
        groups = [("Likely", proposed), (f"Of {self.found.team}", squad), ("Somebody new", new)]
        return [("", "choose"), *(group for group in groups if group[1])]

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        other, who = " ".join(said.get("other", "").split()), said.get("who", "")
        said["is_new"], said["signs_on"] = not other and who in (NEW, NEW_UNSIGNED), who == NEW
        said["player"] = self._by_name(other) if other else self._players.get(who)
        if not self.errors and not said["is_new"] and said["player"] is None:
            self.add_error("who", f"Choose who {self.found.name} is, or leave it as it is written.")
        return said

    def _by_name(self, name: str) -> Player | None:
        players = players_called(self._league, name)
        if len(players) == 1:
            return players[0]
        which = " or ".join(map(str, players))
        said = (
            f"{name} can be {which}: write which." if players else f"The league has no player called {name}."
        )
        self.add_error("other", said)
        return None
