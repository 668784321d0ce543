"""A second scorer, deliberately naive: it reads a record from the top and shares nothing with the engine.

A record is text: tricks hold (seat, cards, thrown in), words and turn-ups are listed as they came. Everything
is worked out from lists with loops, and each rule is written out where it is needed.
"""

RANKS = "23456789TJQKA"
WORTH = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
PIPS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9}


def score(record, rules, sides, scores):
    """(status, board, pegged, winner, awards) of a finished hand; an award is None where nobody took it."""
    deals, words, trump = before_the_play(record, rules, sides, scores)
    events = [("penalty", side, points) for side, points in record["penalties"]] + deals
    if words in ("hand_over", "redeal", "won"):
        return words, *board(events, rules, scores), None
    bidder, contract, sale = auction(record, rules)
    if rules["trump"] == "auction" and contract == 0:
        return "redeal", *board(events, rules, scores), None
    if sale:
        events.append(("bid", sides[0], contract))
    if trump is None:
        trump = record["tricks"][0][0][1][0][1]
    held, won = {}, {}
    for trick in record["tricks"]:
        taker = best(trick, trump)
        for seat, cards, _ in trick:
            for card in cards:
                held[card], won[card] = sides[seat], sides[taker]
        events += honours(trick, trump, rules, sides, taker)
    awards, hung, points = the_four(held, won, trump, rules, sides, max(sides) + 1)
    values = [rules["high_points"], rules["low_points"], rules["jack_points"], rules["game_points"]]
    if hung:
        values[2] = rules["hang_jack"]
    for place, name in enumerate(("high", "low", "jack", "game")):
        if name not in rules["awards"]:
            awards = (*awards[:place], None, *awards[place + 1 :])
    earned = [0] * (max(sides) + 1)
    for side, value in zip(awards, values, strict=True):
        if side is not None:
            earned[side] += value
    failed = None
    if contract and earned[sides[bidder]] < contract:
        failed = sides[bidder]
        events.append(("setback", failed, -contract))
    counted = list(zip(("high", "low", "jack", "game"), awards, values, strict=True))
    if contract and rules["bidder_first"]:
        ours = [each for each in counted if each[1] == sides[bidder]]
        counted = ours + [each for each in counted if each not in ours]
    for what, side, value in counted:
        if side is not None and side != failed:
            events.append((what, side, value))
    if contract == 4 and failed is None and rules["smudge_points"]:
        events.append(("smudge", sides[bidder], rules["smudge_points"]))
    return "play", *board(events, rules, scores), (awards, points)


def before_the_play(record, rules, sides, scores):
    """The points of the deal in order, whether the hand ended there, and trumps if turned or drawn."""
    if rules["trump"] == "random_draw":
        return [], "play", record["trump"]
    if rules["trump"] != "turnup":
        return [], "play", None
    dealer, events, words = sides[-1], [], list(record["words"])
    turned = list(record["turnups"])
    refused = []
    values = rules["turnup_scores"]
    card = turned.pop(0)
    if rules["turnup_when_run"] != "final_only" and card[0] in values:
        events.append(("turnup", dealer, values[card[0]]))
    while True:
        word = words.pop(0) if words else "stand"
        if word == "bunch":
            return events, "redeal", None
        if word == "play_on":
            continue
        if word == "beg":
            word = words.pop(0)
        if word in ("stand", "give"):
            if rules["turnup_when_run"] == "final_only" and card[0] in values:
                events.append(("turnup", dealer, values[card[0]]))
            if word == "give":
                gainers = []
                for side in sides:
                    if side != dealer and side not in gainers:
                        gainers.append(side)
                if rules["gift_to"] == "eldest":
                    gainers = [sides[0]]
                events += [("gift", side, 1) for side in gainers]
                if rules["gift_then"] == "end_hand":
                    return events, "won" if is_won(events, record, rules, scores) else "hand_over", None
            return events, "play", card[1]
        refused.append(card[1])
        while True:
            if not turned:
                return events, "redeal", None
            card = turned.pop(0)
            scores_now = rules["turnup_when_run"] == "all" or (
                rules["turnup_when_run"] == "not_repeat_suit" and card[1] != refused[-1]
            )
            if scores_now and card[0] in values:
                events.append(("turnup", dealer, values[card[0]]))
            if is_won(events, record, rules, scores):
                return events, "won", None
            if card[1] != refused[-1]:
                break


def is_won(events, record, rules, scores):
    """Whether a point made in the deal has won the game."""
    penalties = [("penalty", side, points) for side, points in record["penalties"]]
    return board(penalties + events, rules, scores)[2] is not None


def auction(record, rules):
    """Who must make how much, and whether eldest sold."""
    bidder, contract = 0, 0
    for seat, points in record["bids"]:
        if points and points >= contract:
            bidder, contract = seat, points
    if rules["trump"] == "commercial" and contract:
        if "refuse" in record["words"]:
            return 0, contract, False
        return bidder, contract, True
    return bidder, contract, False


def best(trick, trump):
    """The seat of the highest trump, else of the highest card of the suit led; hands thrown in never win."""
    seat, (card,), _ = trick[0]
    for other, cards, thrown in trick[1:]:
        if thrown:
            continue
        (challenger,) = cards
        if challenger[1] == card[1]:
            if RANKS.index(challenger[0]) > RANKS.index(card[0]):
                seat, card = other, challenger
        elif challenger[1] == trump:
            seat, card = other, challenger
    return seat


def may_play(card, hand, laid, trump, rules):
    """Whether a card of a hand may be played to the cards laid, suits as letters; nothing else is asked."""
    if not laid or card not in allowed(hand, laid, trump, rules):
        return not laid
    trumped = [other for other in laid if other[1] == trump]
    if not rules["no_undertrump"] or laid[0][1] == trump or not trumped or card[1] != trump:
        return True
    best = max(RANKS.index(other[0]) for other in trumped)
    if RANKS.index(card[0]) > best:
        return True
    # A lower trump only where there is nothing else.
    for other in allowed(hand, laid, trump, rules):
        if other[1] != trump or RANKS.index(other[0]) > best:
            return False
    return True


def allowed(hand, laid, trump, rules):
    """What follows, trumps where they may be played, or anything; without a look at lower trumps."""
    led = laid[0][1]
    following = [card for card in hand if card[1] == led]
    trumps = [card for card in hand if card[1] == trump]
    if following and rules["no_trumping_in"]:
        return following
    if following:
        return following + trumps
    return trumps if trumps and rules["must_trump_when_void"] else hand


def may_throw_in(hand, laid, trump, rules):
    """Whether a whole hand may be laid on the trick: no trump, no card above a nine, none that would win."""
    if not rules["throw_in"] or rules["draw"] != "none" or not laid or not hand:
        return False
    for card in hand:
        if card[1] == trump or card[0] in "TJQKA":
            return False
        plays = [(0, [other], False) for other in laid] + [(1, [card], False)]
        if best(plays, trump) == 1:
            return False
    return True


def honours(trick, trump, rules, sides, taker):
    events = []
    for seat, cards, _ in trick:
        for card in cards:
            marked = rules["trump_honours"] if card[1] == trump else rules["plain_honours"]
            if card[0] in marked:
                side = sides[taker]
                if rules["honours_to"] != "trick_winner" and card[0] not in "JT5":
                    side = sides[seat]
                events.append((f"honour:{card}", side, marked[card[0]]))
    return events


def the_four(held, won, trump, rules, sides, count):
    trumps = sorted((card for card in held if card[1] == trump), key=lambda card: RANKS.index(card[0]))
    high = held[trumps[-1]] if trumps else None
    low = None
    if trumps:
        low = (won if rules["low_to"] == "winner" else held)[trumps[0]]
    jack = won.get("J" + trump)
    hung = jack is not None and held["J" + trump] != jack
    points = [0] * count
    for card, side in won.items():
        points[side] += WORTH.get(card[0], 0)
        if rules["pips_count"]:
            points[side] += PIPS.get(card[0], 0)
        elif rules["five_counts"] and card == "5" + trump:
            points[side] += 5
    game = None
    leaders = [side for side in range(count) if points[side] == max(points)]
    if len(leaders) == 1:
        game = leaders[0]
    elif rules["game_tie"] == "elder":
        for side in sides:
            if side in leaders:
                game = side
                break
    elif rules["game_tie"] == "foster" and len(leaders) == 2 and sides[-1] in leaders:
        game = leaders[0] if leaders[1] == sides[-1] else leaders[1]
    return (high, low, jack, game), hung, points


def board(events, rules, scores):
    """Peg one by one; the first to the target wins and the rest is not pegged."""
    now, done = list(scores), []
    for what, side, points in events:
        if rules["target"] is not None and rules["cap_at_target"] and now[side] + points > rules["target"]:
            points = rules["target"] - now[side]
        now[side] += points
        done.append((what, side, points))
        if rules["target"] is not None and now[side] >= rules["target"]:
            return now, done, side
    return now, done, None
