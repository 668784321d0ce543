"""What counts in a division: its rule book as the standings read it."""

from league.models import Division, RuleBook
from league.outcomes import pair_of
from league.standings import AwardKind, Scheme, WalkoverAward


def scheme_of(division: Division) -> Scheme:
    """What counts in the division's season, from its rule book."""
    book = division.season.rule_book
    fixed = pair_of(book.walkover_for, book.walkover_against)
    award = WalkoverAward(
        kind=AwardKind(book.walkover_award),
        score=fixed if book.walkover_award == RuleBook.WalkoverAward.FIXED else None,
        points=book.walkover_points,
        in_aggregate=book.walkover_in_aggregate,
    )
    return Scheme.of(book.match_format(), tie_breaks=book.tie_breaks, award=award)
