"""Forms for players: signing on, leaving, renaming, merging, and names on cards that nobody has yet."""

import datetime
from typing import Any

from django import forms
from django.http import QueryDict

from league.models import League, Player, Season, Team
from league.registration.selectors import fees_of, players_called
from league.registration.services.registrations import NewPlayer
from league.registration.unregistered import WrittenName
from league.shared.fields import PubDate
from league.shared.text import listed, pounds

LONGEST_NAME, LONGEST_APART = 80, 40


class PlayerNameField(forms.CharField):
    """A name on one line."""

    def __init__(self, *, label: str, longest: int = LONGEST_NAME, **options: Any) -> None:
        super().__init__(
            label=label,
            max_length=longest,
            error_messages={
                "required": "Write a name.",
                "max_length": "There is room for %(limit_value)d letters; this has %(show_value)d.",
            },
            **options,
        )

    def clean(self, value: Any) -> str:
        return " ".join(str(super().clean(value)).split())


class SignOnForm(forms.Form):
    """Registers a player for a team: one of the league's, or a new one."""

    name = PlayerNameField(
        label="Player", widget=forms.TextInput({"list": "everybody", "autocomplete": "off"})
    )
    is_new = forms.BooleanField(
        label="Somebody new, whatever others are called",
        required=False,
    )
    told_apart_by = PlayerNameField(
        label="What tells two of one name apart",
        longest=LONGEST_APART,
        required=False,
        help_text="For example “junior”. Only for a new player.",
    )
    on = PubDate(label="From", required=True)
    on_the_night = forms.BooleanField(label="Signed at the table, before the match", required=False)
    stays_too = forms.BooleanField(
        label="Also stays with the other team",
        required=False,
        help_text="If not, this is a transfer and the other registration ends on that day.",
    )

    def __init__(self, *arguments: Any, season: Season, teams: list[Team], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._season = season
        self._teams = {team.slug: team for team in teams}
        if any(fees := fees_of(season)):
            fees_in_words = zip(fees, ("for a registration", "for a transfer"), strict=True)
            text = listed(f"{pounds(pence)} {what}" for pence, what in fees_in_words if pence)
            self.fields["charged"] = forms.BooleanField(
                label=f"Charge the pub: {text}", required=False, initial=True
            )
        self.fields["team"] = forms.ChoiceField(
            label="Team",
            choices=[("", "choose"), *((team.slug, team.name) for team in teams)],
            error_messages={"required": "Choose the team.", "invalid_choice": "Choose one of the list."},
        )

    def clean_on(self) -> datetime.date:
        day: datetime.date = self.cleaned_data["on"]
        if day > self._season.ends_on:
            ends = f"{self._season.ends_on:%d/%m/%Y}"
            raise forms.ValidationError(f"{day:%d/%m/%Y} is after the season, which ends on {ends}.")
        return day

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if cleaned.get("team"):
            cleaned["team"] = self._teams[cleaned["team"]]
        if name := cleaned.get("name"):
            cleaned["player"] = self._player(name, cleaned)
        return cleaned

    def _player(self, name: str, cleaned: dict[str, Any]) -> Player | NewPlayer | None:
        newcomer = NewPlayer(name=name, told_apart_by=cleaned.get("told_apart_by", ""))
        if cleaned.get("is_new"):
            return newcomer
        players = players_called(self._season.league, name)
        if len(players) > 1:
            self.add_error("name", _which(name, players))
            return None
        return players[0] if players else newcomer


class EndRegistrationForm(forms.Form):
    """The day a player leaves a team."""

    on = PubDate(label="Left on", required=True)


class DescribeForm(forms.Form):
    """What a player is called and how they are shown. `opened` carries what was saved when it was opened."""

    opened = forms.CharField(required=False, widget=forms.HiddenInput, max_length=2000)
    name = PlayerNameField(label="Name")
    told_apart_by = PlayerNameField(
        label="What tells two of one name apart",
        longest=LONGEST_APART,
        required=False,
        help_text="As “senior”, or “the joiner”.",
    )
    shown = forms.ChoiceField(
        label="Shown in public",
        choices=Player.Shown.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose one.", "invalid_choice": "Choose one of the list."},
    )
    born_on = PubDate(label="Born on", help_text="Not public. Saving it hides the name of anybody under 18.")


class SamePersonForm(forms.Form):
    """Another record of the same person."""

    other = PlayerNameField(
        label="The other record", widget=forms.TextInput({"list": "everybody", "autocomplete": "off"})
    )

    def __init__(self, *arguments: Any, player: Player, league: League, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._player, self._league = player, league

    def clean_other(self) -> Player:
        name = self.cleaned_data["other"]
        players = [player for player in players_called(self._league, name) if player.pk != self._player.pk]
        if not players:
            raise forms.ValidationError(f"The league has no other player called {name}.")
        if len(players) > 1:
            raise forms.ValidationError(_which(name, tuple(players)))
        return players[0]


def _which(name: str, players: tuple[Player, ...]) -> str:
    choice = " or ".join(
        f"{player} ({player.public_id})"
        if [str(other) for other in players].count(str(player)) > 1
        else str(player)
        for player in players
    )
    return f"{name} can be {choice}: write which."


NEW, NEW_UNSIGNED = "+", "-"
GONE = "That name has already been assigned by somebody else."


class WrittenNameForm(forms.Form):
    """The player that a written name means; the likely one is chosen at first."""

    other = forms.CharField(
        label="or by another name",
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"max_length": "A name has at most %(limit_value)d letters; this has %(show_value)d."},
    )

    def __init__(
        self, sent: QueryDict | None, *, written_name: WrittenName, league: League, prefix: str
    ) -> None:
        likely = written_name.likely
        super().__init__(sent, prefix=prefix, initial={"who": likely.player.public_id if likely else ""})
        self.written_name, self._league = written_name, league
        self._players = {proposal.player.public_id: proposal.player for proposal in written_name.proposals}
        self._players |= {player.public_id: player for player in written_name.squad}
        self.fields["who"] = forms.ChoiceField(
            label=f"{written_name.name} is",
            choices=self._choices(),
            required=False,
            error_messages={"invalid_choice": "Choose one of the list."},
        )

    def _choices(self) -> list[Any]:
        proposed = [
            (proposal.player.public_id, f"{proposal.player}, {proposal.team or 'no team'}: {proposal.why}")
            for proposal in self.written_name.proposals
        ]
        known = {value for value, _ in proposed}
        squad = [
            (player.public_id, str(player))
            for player in self.written_name.squad
            if player.public_id not in known
        ]
        new = [(NEW, f"a new player of {self.written_name.team}"), (NEW_UNSIGNED, "a new player of no team")]
        groups = [("Likely", proposed), (f"Of {self.written_name.team}", squad), ("Somebody new", new)]
        return [("", "choose"), *(group for group in groups if group[1])]

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        other, who = " ".join(cleaned.get("other", "").split()), cleaned.get("who", "")
        cleaned["is_new"], cleaned["signs_on"] = not other and who in (NEW, NEW_UNSIGNED), who == NEW
        cleaned["player"] = self._by_name(other) if other else self._players.get(who)
        if not self.errors and not cleaned["is_new"] and cleaned["player"] is None:
            self.add_error("who", f"Choose who {self.written_name.name} is, or leave the name as written.")
        return cleaned

    def _by_name(self, name: str) -> Player | None:
        players = players_called(self._league, name)
        if len(players) == 1:
            return players[0]
        which = " or ".join(map(str, players))
        text = (
            f"{name} can be {which}: write which." if players else f"The league has no player called {name}."
        )
        self.add_error("other", text)
        return None
