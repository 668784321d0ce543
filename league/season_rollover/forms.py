"""Forms for next season: divisions, teams that move, leave or join, and players who go up."""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from django import forms

from league.models import Division, Season, Team
from league.season_rollover.proposals import (
    Change,
    Fills,
    Joins,
    Leaves,
    MovesPub,
    NextSeasonProposal,
    Placing,
    RolloverRules,
)
from league.season_rollover.selectors import NextDates, PlayedUp
from league.season_rollover.services import DivisionInput, NextTeam
from league.shared.fields import Number, PubDate
from league.shared.text import bare

MOST_DIVISIONS, MOST_MOVING = 8, 9
MOST_PLAYERS = 99
LONGEST_DIVISION, LONGEST_SEASON = 40, 40
AS_PROPOSED, OUT = "", "out"


@dataclass(slots=True, kw_only=True)
class NextSeasonTeamRow:
    """A team on the page: where it goes, why, and the two boxes in which that can be changed.

    `staying` is the box for how many of its `signed` players come along, where that decides something.
    `is_homeless`: its pub has closed, and no other is named yet.
    """

    placing: Placing
    division: int
    is_chosen: bool
    boxes: tuple[Any, Any] | None
    pub: str = ""
    staying: Any = None
    signed: int = 0
    is_homeless: bool = False


@dataclass(slots=True, kw_only=True)
class DivisionRow:
    """A division of next season on the page, with its boxes and its teams."""

    number: int
    boxes: tuple[Any, Any, Any]
    teams: list[NextSeasonTeamRow] = field(default_factory=list)


class NextSeasonForm(forms.Form):
    """The season's name and days, the rules for the divisions, and a division and a pub for every team."""

    name = forms.CharField(
        label="Name", max_length=LONGEST_SEASON, error_messages={"required": "Type its name."}
    )
    starts_on = PubDate(label="First day", required=True)
    ends_on = PubDate(label="Last day", required=True)
    divisions = forms.IntegerField(
        label="Divisions",
        min_value=1,
        max_value=MOST_DIVISIONS,
        widget=forms.NumberInput(attrs={"class": "figures"}),
        error_messages={
            "required": "Say how many divisions.",
            "invalid": f"That is no number of divisions; it is from 1 to {MOST_DIVISIONS}.",
        },
    )
    fills = forms.ChoiceField(
        label="A free place goes to",
        choices=[
            (Fills.NEXT_BEST, "the next in the table below"),
            (Fills.REPRIEVED, "the best of those who would go down"),
        ],
        initial=Fills.NEXT_BEST,
    )
    level = forms.BooleanField(label="Make the divisions as even as they can be", required=False)
    to_bottom = forms.BooleanField(
        label="A team that moves pub starts at the bottom, unless its pub has closed …", required=False
    )
    en_bloc = Number(
        label="… or at least so many of its players come along",
        least=1,
        most=MOST_PLAYERS,
        help_text="For example five. With so many players a team moves en bloc and keeps its place. "
        "Empty: never.",
    )
    everybody = forms.BooleanField(label="Every player signs on again", required=False)
    joining = forms.CharField(
        label="Teams that join",
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text="One a line: the team; its pub, if that is called otherwise; its division, if not the "
        "last. As in “The Barge B; The Barge; 2”.",
    )

    def __init__(
        self,
        sent: Any,
        *,
        season: Season,
        before: Sequence[Division],
        teams: Mapping[int, Team],
        others: Mapping[int, Team],
        dates: NextDates,
        signed: Mapping[int, int],
    ) -> None:
        first = {
            "name": dates.name,
            "starts_on": dates.starts_on,
            "ends_on": dates.ends_on,
            "divisions": len(before),
        }
        super().__init__(sent, initial=first)
        self.season, self.before, self.teams, self.others = season, before, teams, others
        for number in range(1, self._division_count(sent) + 1):
            self._add_division(number)
        for team in teams.values():
            self._add_team(team)
        self.signed = signed
        self.joins: tuple[Joining, ...] = ()

    def _division_count(self, sent: Any) -> int:
        """Return how many divisions were requested, to have boxes for that many."""
        text = sent.get("divisions", "").strip() if sent else str(len(self.before))
        is_number = text.isascii() and text.isdigit() and len(text) < len("100")
        return min(int(text), MOST_DIVISIONS) if is_number else len(self.before)

    def _add_division(self, number: int) -> None:
        was = self.before[number - 1] if number <= len(self.before) else None
        numbers = {"min_value": 0, "max_value": MOST_MOVING, "required": False}
        for name, words, now in (("up", "go up from", "promoted"), ("down", "go down from", "relegated")):
            self.fields[f"d{number}-{name}"] = forms.IntegerField(
                initial=getattr(was, now) if was else 0,
                widget=forms.NumberInput(
                    attrs={"class": "figures", "aria-label": f"How many {words} division {number}"}
                ),
                **numbers,  # type: ignore[arg-type]
            )
        self.fields[f"d{number}-name"] = forms.CharField(
            initial=was.name if was else f"Division {number}",
            max_length=LONGEST_DIVISION,
            widget=forms.TextInput(attrs={"aria-label": f"Name of division {number}"}),
            error_messages={"required": f"Say what division {number} is called."},
        )

    def _add_team(self, team: Team) -> None:
        self.fields[f"{team.slug}-division"] = forms.ChoiceField(
            required=False,
            widget=forms.Select(attrs={"aria-label": f"{team}: division"}),
            error_messages={"invalid_choice": f"{team}: there is no such division next season."},
        )
        self.fields[f"{team.slug}-pub"] = forms.CharField(
            required=False,
            initial=team.pub.name,
            max_length=LONGEST_NAME,
            widget=forms.TextInput(attrs={"aria-label": f"{team}: plays at", "list": "pubs"}),
        )
        self.fields[f"{team.slug}-staying"] = Number(
            label=f"{team}: players who come along", most=MOST_PLAYERS
        )
        names = [(str(number), f"Division {number}") for number in range(1, MOST_DIVISIONS + 1)]
        choices = [(AS_PROPOSED, "as proposed"), *names[: self._boxes], (OUT, "does not enter")]
        cast(forms.ChoiceField, self.fields[f"{team.slug}-division"]).choices = choices

    @property
    def _boxes(self) -> int:
        return sum(name.endswith("-name") for name in self.fields)

    def clean_joining(self) -> str:
        text: str = self.cleaned_data["joining"]
        self.joins = read_joining(text, playing=self.teams.values(), others=self.others.values())
        return text

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", "The season ends before it starts.")
        return cleaned

    def _typed(self, name: str) -> Any:
        """Return the cleaned value of a field; in an unbound form its initial value."""
        return self.cleaned_data.get(name) if self.is_bound else self.fields[name].initial

    @property
    def changes(self) -> tuple[Change, ...]:
        """Return the teams that leave, move pub or join."""
        changes: list[Change] = []
        for key, team in self.teams.items():
            if self._typed(f"{team.slug}-division") == OUT:
                changes.append(Leaves(team=key))
            elif self._moves(team):
                changes.append(
                    MovesPub(
                        team=key,
                        to=self.pub_of(team),
                        pub_closed=team.pub.closed_on is not None,
                        players_staying=self._typed(f"{team.slug}-staying"),
                    )
                )
        for join in self.joins:
            changes.append(
                Joins(name=join.name, team=join.team.pk if join.team else None, division=join.division)
            )
        return tuple(changes)

    @property
    def rules(self) -> RolloverRules:
        return RolloverRules(
            divisions=self._typed("divisions"),
            fills=Fills(self._typed("fills") or Fills.NEXT_BEST),
            level=bool(self._typed("level")),
            moving_to_bottom=bool(self._typed("to_bottom")),
            en_bloc=self._typed("en_bloc"),
        )

    def pub_of(self, team: Team) -> str:
        """Return the pub a team will play at, by name."""
        return " ".join((self._typed(f"{team.slug}-pub") or team.pub.name).split())

    def _moves(self, team: Team) -> bool:
        return bare(self.pub_of(team)) != bare(team.pub.name)

    def rows(self, proposal: NextSeasonProposal) -> list[DivisionRow]:
        """Return the rows of next season's divisions; a division chosen by hand overrides the proposal."""
        rows = [
            DivisionRow(number=n, boxes=(self[f"d{n}-name"], self[f"d{n}-up"], self[f"d{n}-down"]))
            for n in range(1, self._boxes + 1)
        ]
        for placing in proposal.placings:
            row = self._row(placing)
            rows[min(row.division, len(rows)) - 1].teams.append(row)
        return rows

    def gone(self, proposal: NextSeasonProposal) -> list[NextSeasonTeamRow]:
        """Return the teams that will not play."""
        return [self._row(placing) for placing in proposal.gone]

    def _row(self, placing: Placing) -> NextSeasonTeamRow:
        team = self.teams.get(placing.team or 0)
        if team is None:
            joining = next((join for join in self.joins if join.name == placing.name), None)
            pub = joining.pub if joining else ""
            return NextSeasonTeamRow(
                placing=placing, division=placing.division, is_chosen=False, boxes=None, pub=pub
            )
        chosen = self._typed(f"{team.slug}-division") or ""
        is_chosen = chosen.isdigit() and bool(chosen)
        return NextSeasonTeamRow(
            placing=placing,
            division=int(chosen) if is_chosen else placing.division,
            is_chosen=is_chosen,
            boxes=(self[f"{team.slug}-division"], self[f"{team.slug}-pub"]),
            pub=self.pub_of(team),
            staying=self[f"{team.slug}-staying"] if self._depends_on_players(team) else None,
            signed=self.signed.get(team.pk, 0),
            is_homeless=team.pub.closed_on is not None and not self._moves(team),
        )

    def _depends_on_players(self, team: Team) -> bool:
        """Return whether a team keeps its place only if enough of its players come along."""
        by_rule = self.rules.moving_to_bottom and self.rules.en_bloc is not None
        return by_rule and team.pub.closed_on is None and self._moves(team)

    def undecided(self, proposal: NextSeasonProposal) -> list[Placing]:
        """Return the teams that share a place across a line and have no division chosen yet."""
        return [placing for placing in proposal.undecided if not self._row(placing).is_chosen]

    @property
    def division_inputs(self) -> list[DivisionInput]:
        return [
            DivisionInput(
                name=self.cleaned_data[f"d{number}-name"],
                promoted=self.cleaned_data[f"d{number}-up"] or 0,
                relegated=self.cleaned_data[f"d{number}-down"] or 0,
            )
            for number in range(1, self.cleaned_data["divisions"] + 1)
        ]

    def next_teams(self, proposal: NextSeasonProposal) -> list[NextTeam]:
        back = {join.name: join.team for join in self.joins}
        return [
            NextTeam(
                division=row.division,
                name=row.placing.name,
                pub=row.pub,
                team=self.teams.get(row.placing.team or 0) or back.get(row.placing.name),
            )
            for division in self.rows(proposal)
            for row in division.teams
        ]

    @property
    def days(self) -> tuple[datetime.date, datetime.date]:
        return self.cleaned_data["starts_on"], self.cleaned_data["ends_on"]


GOES_UP, STAYS, SIGNS = "", "stays", "signs"


class GoingUpForm(forms.Form):
    """A choice for each player who has played up; what the rule says is chosen at first."""

    def __init__(self, sent: Any, *, players: Iterable[PlayedUp]) -> None:
        super().__init__(sent)
        self.players = {f"up-{player.player.public_id}": player for player in players}
        for name, played_up in self.players.items():
            self.fields[name] = forms.ChoiceField(
                label=str(played_up.player),
                required=False,
                choices=[
                    (GOES_UP, f"goes on for {played_up.higher.name}"),
                    (STAYS, f"stays with {played_up.own}"),
                    (SIGNS, "signs on again"),
                ],
                widget=forms.Select(attrs={"aria-label": f"{played_up.player}: next season"}),
                error_messages={"invalid_choice": f"{played_up.player}: choose one of the list."},
            )

    def _who_chose(self, answer: str) -> tuple[PlayedUp, ...]:
        cleaned = self.cleaned_data if self.is_bound else {}
        return tuple(
            played_up for name, played_up in self.players.items() if cleaned.get(name, GOES_UP) == answer
        )

    @property
    def up(self) -> tuple[PlayedUp, ...]:
        """Return the players who do not stay: they go up, or sign on again."""
        stays = self._who_chose(STAYS)
        return tuple(player for player in self.players.values() if player not in stays)

    @property
    def signing(self) -> frozenset[tuple[int, int]]:
        """Return player and team of those who sign on again although they could go up."""
        return frozenset((played_up.player.pk, played_up.own.pk) for played_up in self._who_chose(SIGNS))

    @property
    def rows(self) -> list[tuple[PlayedUp, Any]]:
        """Return each player with their field."""
        return [(played_up, self[name]) for name, played_up in self.players.items()]


MOST_JOINING, LONGEST_NAME = 40, 80
CELLS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Joining:
    """A team that joins: its name, its pub, the division chosen for it."""

    name: str
    pub: str
    division: int | None
    team: Team | None = None


def read_joining(text: str, *, playing: Collection[Team], others: Collection[Team]) -> tuple[Joining, ...]:
    """Return the teams that join, beside those that play and `others` that can come back.

    Raises ValidationError for a line that cannot be parsed.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_JOINING:
        raise forms.ValidationError(f"{MOST_JOINING} new teams at once are the most.")
    return tuple(_joining(line, playing, others) for line in lines)


def _joining(line: str, playing: Collection[Team], others: Collection[Team]) -> Joining:
    cells = [" ".join(cell.split()) for cell in line.replace("\t", ";").split(";")]
    name, pub, division = ([*cells, "", ""])[:CELLS]
    if not name or len(name) > LONGEST_NAME or len(pub) > LONGEST_NAME or len(cells) > CELLS:
        raise forms.ValidationError(
            f"“{line.strip()[:40]}” is no team that joins; one would be: The Barge B; The Barge; 2"
        )
    if division and not (division.isascii() and division.isdigit() and len(division) == 1):
        raise forms.ValidationError(f"“{division[:20]}” is no number of a division; 1 is the top.")
    if bare(name) in {bare(team.name) for team in playing}:
        raise forms.ValidationError(f"{name} play this season already; their line is below.")
    back = next((team for team in others if bare(team.name) == bare(name)), None)
    home = pub or (back.pub.name if back else name)
    return Joining(name=name, pub=home, division=int(division) if division else None, team=back)


class ProposalsForm(forms.Form):
    """The proposals to the general meeting, in the secretary's words."""

    proposals = forms.CharField(
        label="Proposals to the general meeting",
        required=False,
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text="Printed at the end of the report. An empty line begins a new paragraph.",
        error_messages={"max_length": "There is room for 5,000 letters here; this has %(show_value)d."},
    )
