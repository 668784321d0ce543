"""The rule book of a season: match format and points scheme as data. Points are kept in halves."""

from dataclasses import replace

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from league.competition.season_rules.fields import ListOf, UnreadableRegulations, Whole, cannot_be
from league.competition.season_rules.rules import Regulations, from_data
from league.competition.tie_breaks import TIE_BREAK_LABELS
from league.shared.text import counted, listed, plural
from scoring import variants
from scoring.errors import ScoringError
from scoring.matches import AggregateTie, DecidedBy, MatchFormat
from scoring.possible_scores import most_hands
from scoring.rules import Rules

NO_WIN = "A fixed score wins the table: two figures, the higher one first, such as 7 and 2."

# Far more than any league has: pages and papers have a row for each.
MOST_TABLES, MOST_GAMES, MOST_A_SIDE, MOST_TARGET = 40, 99, 20, 250
MOST_ROWS = 1000
LIMITS = {
    "tables": Whole(1, MOST_TABLES),
    "players_a_side": Whole(1, MOST_A_SIDE),
    "games_at_each_table": ListOf(
        Whole(1, MOST_GAMES),
        MOST_TABLES,
        list,
        wanted="a number of games for each table, as in [7, 7, 8]",
    ),
    "target": Whole(1, MOST_TARGET),
}
"""How much a match may have, whichever way a rule book comes; one number of games is a list of one."""


class RuleBook(models.Model):
    """What a match consists of and what it gives, frozen with its season.

    The defaults are the Heckmondwike league's: eight players, four tables two against two, each
    one game to 15; two match points a table and two more for the higher total of game points.
    Every figure that is a number of points is kept in halves, because some leagues give half points.
    """

    class Entered(models.TextChoices):
        HANDS = "hands", "hands of the game, or final scores"
        SCORES = "scores", "final scores only"

    class AggregateTie(models.TextChoices):
        ONE_EACH = "one_each", "shared between the two"
        NONE = "none", "to nobody"
        TWO_EACH = "two_each", "in full to both"

    class LineUpOrder(models.TextChoices):
        FREE = "free", "in any order"
        HOME_FIRST = "home_first", "by the home side first"
        AWAY_FIRST = "away_first", "by the away side first"
        BLIND = "blind", "by both without seeing the other's"
        DRAWN = "drawn", "by both, and it is drawn who meets whom"

    class Decider(models.TextChoices):
        MATCH_POINTS = "match_points", "match points"
        TABLES = "tables", "tables won"
        GAMES = "games", "games won"
        AGGREGATE = "aggregate", "the total of game points"

    class WalkoverAward(models.TextChoices):
        TARGET_TO_NIL = "target_to_nil", "the target to nil"
        TABLE_ONLY = "table_only", "the table, no game points"
        FIXED = "fixed", "a fixed score"
        AVERAGE = "average", "the division's average score"

    class WithdrawalEffect(models.TextChoices):
        ALL_VOID = "all_void", "all its results are void"
        SECOND_HALF_VOID = "second_half_void", "its results of the second half are void"
        REST_AWARDED = "rest_awarded", "its results stand, the rest is awarded to the others"
        REST_FREE = "rest_free", "its results stand, the others are free in the rest"
        TEAM_TO_NOTHING = "team_to_nothing", "it is set to nothing, the others keep their results against it"

    variant = models.CharField(max_length=40, default="heckmondwike", help_text="Which All Fours is played.")
    entered = models.CharField(
        "what is entered",
        max_length=6,
        choices=Entered,
        default=Entered.HANDS,
        help_text="Final scores only: sheets and phones ask for no hands.",
    )
    options = models.JSONField(default=dict, blank=True, help_text="House options of the game, by name.")
    target = models.PositiveSmallIntegerField(
        null=True, blank=True, default=15, help_text="A game is played to this."
    )
    tables = models.PositiveSmallIntegerField(default=4)
    players_a_side = models.PositiveSmallIntegerField("players a side at a table", default=2)
    games_a_table = models.PositiveSmallIntegerField(default=1)

    games_at_each_table = models.JSONField(
        default=list,
        blank=True,
        help_text="Only if the tables differ: the number of games of each, as [7, 7, 8].",
    )
    stops_when_decided = models.BooleanField(
        "a table stops when it is decided", default=False, help_text="Then it need not play all its games."
    )

    race_to = models.PositiveSmallIntegerField(
        "the match is a race to", null=True, blank=True, help_text="Play ends at this many games won."
    )

    table_won = models.PositiveSmallIntegerField("halves for a table won", default=4)
    table_drawn = models.PositiveSmallIntegerField("halves for a table drawn", default=0)
    game_won = models.PositiveSmallIntegerField("halves for a game won", default=0)
    aggregate = models.PositiveSmallIntegerField("halves for the higher total of game points", default=4)
    aggregate_tie = models.CharField(
        "if the totals are level", max_length=10, choices=AggregateTie, default=AggregateTie.ONE_EACH
    )
    match_won = models.PositiveSmallIntegerField("halves for the match won", default=0)
    match_won_away = models.PositiveSmallIntegerField(
        "halves for the match won away", null=True, blank=True, help_text="Empty: as at home."
    )
    match_drawn = models.PositiveSmallIntegerField("halves for the match drawn", default=0)
    match_lost = models.PositiveSmallIntegerField("halves for the match lost", default=0)
    close_loss = models.PositiveSmallIntegerField("halves for a narrow defeat", default=0)
    close_loss_by = models.PositiveSmallIntegerField("a defeat is narrow by up to", default=0)
    decided_by = models.CharField(
        "the match is won on", max_length=12, choices=Decider, default=Decider.MATCH_POINTS
    )

    walkover_award = models.CharField(
        max_length=16, choices=WalkoverAward, default=WalkoverAward.TARGET_TO_NIL
    )
    walkover_in_aggregate = models.BooleanField(
        "a walkover counts in the total of game points", default=False
    )
    walkover_for = models.PositiveSmallIntegerField(
        "fixed score of a table given: for", null=True, blank=True
    )
    walkover_against = models.PositiveSmallIntegerField(
        "fixed score of a table given: against", null=True, blank=True
    )
    walkover_points = models.PositiveSmallIntegerField(
        "halves for a whole match given",
        null=True,
        blank=True,
        help_text="Empty: everything the match could have given.",
    )
    line_up_order = models.CharField(
        "line-ups are given", max_length=12, choices=LineUpOrder, default=LineUpOrder.FREE
    )
    withdrawal = models.CharField(
        "when a team withdraws", max_length=16, choices=WithdrawalEffect, default=WithdrawalEffect.ALL_VOID
    )
    tie_breaks = models.JSONField(
        default=list, blank=True, help_text="Criteria for level teams, in order, after match points."
    )
    regulations = models.JSONField(
        default=dict, blank=True, help_text="Deadlines, notice, short teams, and what a breach costs."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(tables__gte=1) & Q(games_a_table__gte=1) & Q(players_a_side__gte=1),
                name="rule_book_has_games",
                violation_error_message="A match has at least one table, one game and one player a side.",
            ),
            models.CheckConstraint(
                condition=Q(target=None) | Q(target__gte=1),
                name="rule_book_target",
                violation_error_message="A game is played to at least 1 point, or has no target.",
            ),
        ]

    def __str__(self) -> str:
        played = variants.get(self.variant).title if self.variant in variants.names() else self.variant
        if self.entered == self.Entered.SCORES:
            played = "Final scores"
        each = f" of {self.games_in_words}" if self.games_at_each_table else f", {self.games_in_words}"
        to = f"to {self.target}" if self.target else "without a target"
        return f"{played}: {plural(self.tables, self.table_word)}{each} {to}"

    @property
    def has_hands(self) -> bool:
        """Whether hands can be entered, by awards or marks: only where something says how long a game is."""
        rules = self.rules()
        is_counted = len(rules.awards) > 1 or bool(rules.honours)
        return self.entered == self.Entered.HANDS and is_counted and bool(rules.target or rules.fixed_hands)

    @property
    def won_away(self) -> int | None:
        """What a match won away gives, in halves, where that differs from one won at home."""
        return None if self.match_won_away == self.match_won else self.match_won_away

    @property
    def has_several_games(self) -> bool:
        """Whether a table plays more than one game."""
        return any(games > 1 for games in self.games_at_each_table or [self.games_a_table])

    @property
    def games_in_words(self) -> str:
        """The games of the tables: one game each; 7, 7 and 8 games."""
        if self.games_at_each_table:
            return f"{listed(map(str, self.games_at_each_table))} games"
        return f"{counted(self.games_a_table, self.game_word)} each"

    @property
    def table_word(self) -> str:
        """What a table is called: "rink", if the match is counted in rinks."""
        return (not self.has_several_games and self.regulations.get("unit")) or "table"

    @property
    def game_word(self) -> str:
        """What a game is called: "leg", if the match is counted in legs."""
        return (self.has_several_games and self.regulations.get("unit")) or "game"

    def place(self, table: int, game: int = 0) -> str:
        """Return a place in words: “Rink 3”; “Table 2, leg 1” where a game is said."""
        return f"{self.table_word.capitalize()} {table}" + (f", {self.game_word} {game}" if game else "")

    def clean(self) -> None:
        self._verify_limits()
        if self.aggregate_tie == self.AggregateTie.ONE_EACH and self.aggregate % 2:
            raise ValidationError(
                {"aggregate": f"{self.aggregate / 2:g} points cannot be shared between two."}
            )
        if strange := [key for key in self.tie_breaks if key not in TIE_BREAK_LABELS]:
            known = ", ".join(TIE_BREAK_LABELS)
            raise ValidationError({"tie_breaks": f"“{strange[0]}” separates nobody; these do: {known}."})
        try:
            from_data(self.regulations)
        except UnreadableRegulations as fault:
            raise ValidationError({"regulations": str(fault)}) from fault
        if self.walkover_award == self.WalkoverAward.FIXED:
            won, lost = self.walkover_for, self.walkover_against
            if won is None or lost is None or won <= lost:
                raise ValidationError({"walkover_for": NO_WIN})
        try:
            games = self.match_format().frames
        except ScoringError as fault:
            raise ValidationError(str(fault)) from fault
        hands = self.hands_drawn(self.rules())
        if games * max(hands, 1) > MOST_ROWS:
            rows = plural(games * hands, "hand") if hands else plural(games, self.game_word)
            raise ValidationError(f"A match could have {rows}; a sheet has room for {MOST_ROWS:,}.")

    def _verify_limits(self) -> None:
        faults, words = {}, {field.name: str(field.verbose_name) for field in self._meta.fields}
        each = self.games_at_each_table or [self.games_a_table]
        for name, kind in LIMITS.items():
            value = each if name == "games_at_each_table" else getattr(self, name)
            try:
                if value is not None:
                    kind.read(value, name)
            except UnreadableRegulations as fault:
                faults[name] = cannot_be(words[name].capitalize(), fault.received, fault.expected)
        if faults:
            raise ValidationError(faults)
        if self.games_at_each_table and len(each) != self.tables:
            sentence = (
                f"{len(each)} numbers for {plural(self.tables, 'table')}: one for all, or one for each."
            )
            raise ValidationError({"games_at_each_table": sentence})
        most = sum(self.games_at_each_table) or self.games_a_table * self.tables
        if self.race_to is not None and not 0 < self.race_to <= most:
            raise ValidationError(
                {"race_to": f"Nobody can win {self.race_to} of {most} games: at most {most}."}
            )

    def hands_drawn(self, rules: Rules) -> int:
        """Return the rows a sheet has for the hands of a game: the most it can have; none without hands."""
        if not self.has_hands:
            return 0
        drawn = rules.fixed_hands or most_hands(rules.target or 0, rules)
        # The longest game of honours is far longer than any played: half of the marks fall in a hand.
        marks = sum(rules.honours)
        return min(drawn, 4 * (rules.target or 0) // marks + 1) if marks else drawn

    def rules(self) -> Rules:
        """Return the rules of the game as played here: the variant's, with the house options and the
        target.
        """
        return replace(
            variants.get(self.variant).rules.with_options(self.options), target=self.target, target_with=()
        )

    def match_format(self) -> MatchFormat:
        """Return what a match consists of and gives, in halves of a point."""
        return MatchFormat(
            tables=self.tables,
            players_a_side=self.players_a_side,
            games_per_table=tuple(self.games_at_each_table) or self.games_a_table,
            stop_when_decided=self.stops_when_decided,
            race_to=self.race_to,
            target=self.target,
            overshoot=self.rules().overshoot,
            table_won=self.table_won,
            table_drawn=self.table_drawn,
            game_won=self.game_won,
            aggregate=self.aggregate,
            aggregate_tie=AggregateTie(self.aggregate_tie),
            match_win=self.match_won,
            match_win_away=self.match_won_away,
            match_draw=self.match_drawn,
            match_loss=self.match_lost,
            decided_by=DecidedBy(self.decided_by),
            close_loss=self.close_loss,
            close_loss_by=self.close_loss_by,
            walkover_award=self.walkover_score(),
            walkover_in_aggregate=self.walkover_in_aggregate
            and self.walkover_award in (self.WalkoverAward.TARGET_TO_NIL, self.WalkoverAward.FIXED),
        )

    def season_regulations(self) -> Regulations:
        """Return deadlines, notice and short teams, and what a breach of them costs."""
        return from_data(self.regulations)

    def walkover_score(self) -> tuple[int, int]:
        """Return the score of a table given without play, the side it is given to first; 1 to nil if only
        won.
        """
        if self.walkover_award == self.WalkoverAward.FIXED:
            return self.walkover_for or 0, self.walkover_against or 0
        if self.walkover_award == self.WalkoverAward.TARGET_TO_NIL and self.target is not None:
            return self.target, 0
        return 1, 0
