"""The characters: styles a player would name, probabilities that are the truth, and every poker game."""

from __future__ import annotations

from random import Random

import pytest
from tests.bots.styles import GAME, PFR, SIX, STACK, VPIP, deviation, lost_within, percent, session, style
from tests.contest.scripted import needs_speed

import croupier
from croupier import bots
from croupier.bots.characters import CHARACTERS, LEVELS, Character
from croupier.bots.characters.field import Field
from croupier.bots.characters.preflop import ORDER, place_of
from croupier.bots.characters.reading import Reading, quality_on
from croupier.cards import parse
from croupier.games.poker.rules import NAMES
from croupier.games.poker.rules import named as named_rules
from croupier.ranking.kernel import KINDS


@pytest.fixture(scope="module")
def table():
    """1,200 hands of six characters: enough to see a style, on a seed that nothing was tuned on."""
    played = session(list(SIX), 1200, seed=20261)
    return played, style(played)


def card_bytes(text: str) -> bytes:
    return bytes(int(card) for card in parse(text))


def hand_index(text: str) -> int:
    low, high = sorted(card_bytes(text))
    return high * (high - 1) // 2 + low


# -- styles ----------------------------------------------------------------------------------------------------------

@needs_speed
@pytest.mark.parametrize("name", SIX)
def test_style_figures_lie_in_the_bands_a_player_would_name(table, name):
    line = table[1][name]
    for count, band in ((line.vpip, VPIP[name]), (line.pfr, PFR[name])):
        low, high = percent(count, line.hands)
        assert band[0] <= high, f"{low:.1f}-{high:.1f} % below {band}"
        assert low <= band[1], f"{low:.1f}-{high:.1f} % above {band}"
        assert band[0] - 2 <= 100 * count / line.hands <= band[1] + 2


@needs_speed
def test_a_table_of_characters_plays_neither_dull_nor_wild(table):
    deviations = [deviation(table[1][name]) for name in SIX]
    assert 55 < sum(deviations) / len(SIX) < 130  # the soak counts it closely: 60 to 120


@needs_speed
def test_nobody_loses_a_hundred_big_blinds_at_once(table):
    for seat in range(len(SIX)):
        assert lost_within([hand.payoffs[seat] for hand in table[0].records]) <= 0.04  # the soak: 2 %


@needs_speed
@pytest.mark.parametrize("other", ["caller", "random"])
def test_normal_wins_from_simple_players(other):
    result = croupier.play(["normal", other], GAME, hands=1500, stack=STACK, seed=77, reset=True, record=False)
    assert result.bb_per_100[0].low > 0


# -- probabilities ---------------------------------------------------------------------------------------------------

def decisions(name: str, count: int, seed: int):
    """Views that a character meets at a table of others."""
    rng = Random(seed)
    while count:
        hand = GAME.deal([STACK] * 4, button=rng.randrange(4), seed=rng.getrandbits(30))
        while hand.actor is not None and count:
            view = hand.observe(hand.actor)
            yield view
            count -= 1
            hand.apply(rng.choice([action for action in view.legal.menu(4) if action.kind != "FOLD"] * 3
                                  + view.legal.menu(4)))


def poker_decisions(name: str, count: int, seed: int):
    """Views of bets, draws and bring-ins in any poker game, three players."""
    rng, rules = Random(seed), named_rules(name)
    game = croupier.game(name, **rules.stakes(50, 100))
    while count:
        hand = game.deal([STACK] * 3, button=rng.randrange(3), seed=rng.getrandbits(30))
        while hand.actor is not None and count:
            view = hand.observe(hand.actor)
            yield view
            count -= 1
            hand.apply(rng.choice([action for action in view.legal.menu(4) if action.kind != "FOLD"]))


@needs_speed
@pytest.mark.parametrize("game", NAMES)
def test_31_policies_of_every_poker_game_are_legal_sum_to_one_and_are_what_is_played(game):
    bot = Character("loose")
    for view in poker_decisions(game, 30, seed=8):
        chances = bot.policy(view)
        assert sum(chances.values()) == pytest.approx(1)
        assert all(chance >= 0 and view.legal.refusal(action) is None for action, chance in chances.items())
        assert bot.policy(view) == chances
        assert bot.act(view) in chances
    view = next(view for view in poker_decisions(game, 300, seed=9) if 0.2 < max(bot.policy(view).values()) < 0.8)
    chances, draws = bot.policy(view), 1000
    drawn = [bot.act(view) for _ in range(draws)]
    for action, chance in chances.items():
        assert abs(drawn.count(action) / draws - chance) < 0.07


@needs_speed
@pytest.mark.parametrize("game", NAMES)
def test_31_everybody_says_probabilities_in_every_poker_game(game):
    views = list(poker_decisions(game, 12, seed=10))
    for name in [*CHARACTERS, *LEVELS, *(f"{each}:{level}" for each in CHARACTERS for level in LEVELS)]:
        bot = bots.named(name)
        for view in views:
            chances = bot.policy(view)
            assert sum(chances.values()) == pytest.approx(1)
            assert all(chance > 0 and view.legal.refusal(action) is None for action, chance in chances.items())
            assert bot.act(view) in chances


@pytest.mark.parametrize("name", CHARACTERS)
def test_policies_are_legal_and_sum_to_one(name):
    bot = Character(name)
    for view in decisions(name, 25, seed=3):
        chances = bot.policy(view)
        assert sum(chances.values()) == pytest.approx(1)
        assert all(chance >= 0 and view.legal.refusal(action) is None for action, chance in chances.items())
        assert bot.act(view) in chances
        assert bot.policy(view) == chances  # neither asking nor acting changes the bot


def test_actions_are_as_likely_as_the_policy_says():
    bot = Character("tricky")
    view = next(view for view in decisions("tricky", 200, seed=5) if max(bot.policy(view).values()) < 0.7)
    chances, draws = bot.policy(view), 2000
    drawn = [bot.act(view) for _ in range(draws)]
    for action, chance in chances.items():
        assert abs(drawn.count(action) / draws - chance) < 0.05


@pytest.mark.parametrize("game", NAMES)
def test_characters_play_every_poker_game(game):
    rules = croupier.game(game, **croupier.games.poker.rules.named(game).stakes(10, 20))
    croupier.play(["tight", "aggressive:easy", "station"], rules, hands=3, seed=4, strict=True)


@pytest.mark.parametrize("game", ["leduc-poker", "simple-poker"])
def test_characters_play_games_of_the_lab(game):
    croupier.play(["loose", "tricky"], croupier.lab.load(game).game(), hands=5, seed=4, strict=True)


@needs_speed
@pytest.mark.parametrize("game", ["omaha", "stud", "razz", "omaha8", "short-deck", "triple-draw", "badugi"])
def test_31_characters_win_from_simple_players_in_other_games(game):
    rules = croupier.game(game, **named_rules(game).stakes(50, 100))
    hands = 1000 if game == "short-deck" else 300  # luck counts for more where the limit is none
    for other in ("caller", "random"):
        result = croupier.match(["aggressive", other], rules, hands=hands, seed=20263, adjust="none")
        assert result.payoffs[0] > 0


# -- what they know --------------------------------------------------------------------------------------------------

def test_aces_are_never_folded_before_the_flop():
    hand = GAME.deal([STACK] * 3, button=0, deck="Ah2c3cAd", seed=1)
    while hand.actor != 1:
        hand.raise_to(250) if hand.legal().max_raise_to else hand.call()
    assert str(hand.hole(1)) == "AhAd"
    for name in CHARACTERS:
        assert croupier.Action("FOLD") not in Character(name).policy(hand.observe(1))


def test_the_order_of_hands_holds_every_kind_once():
    assert len(ORDER) == len(set(ORDER)) == 169
    assert place_of(*card_bytes("AhAd")) == 0
    assert place_of(*card_bytes("7h2d")) > 0.9


def test_quality_places_hands_on_a_board():
    quality = quality_on(card_bytes("Ah7d2h"))
    order = [quality[hand_index(text)] for text in ("AsAc", "AdKd", "KhQh", "KsQc", "6c5d")]
    assert order == sorted(order, reverse=True)
    assert quality[hand_index("KhQh")] > quality[hand_index("KsQs")] + 20  # the flush draw
    assert quality_on(card_bytes("Ah7d2h9h3s"))[hand_index("KsQs")] < 128


def test_a_narrow_range_costs_equity():
    reading = Reading()
    board, mine = card_bytes("Ah7d2s"), card_bytes("KcKd")
    reading.begin(1)
    reading.see(quality_on(board))
    wide = reading.sample(mine, board, [], 4000, 1)[0]
    reading.narrow(0, 0.85, 2.0, 1.0, 0.0)
    narrow = reading.sample(mine, board, [], 4000, 1)[0]
    assert wide > 0.75
    assert narrow < 0.45


def test_it_remembers_who_folds():
    bot = Character("aggressive")
    for seed in range(60):
        hand = GAME.deal([STACK] * 2, button=0, seed=seed)
        hand.call(), hand.check()
        hand.check(), hand.bet(150), hand.fold()
        bot.on_hand_end(hand.observe(0))
    assert bot.memory.of(1).folding > 1.5
    assert Character("aggressive").memory.of(1).folding == 1


def test_31_it_remembers_in_every_poker_game_who_folds():
    stud = croupier.game("stud", **named_rules("stud").stakes(50, 100))
    bot = Character("aggressive")
    for seed in range(40):
        hand = stud.deal([STACK] * 2, button=0, seed=seed)
        hand.bring_in(), hand.call()
        hand.bet(100)
        folder = hand.actor
        hand.fold()
        bot.on_hand_end(hand.observe(1 - folder))
    assert bot.memory.of(1).folding > 1.3


def test_31_expert_does_a_bounded_piece_of_work_for_each_decision(monkeypatch):
    """The clock is 15 seconds: this is how much is done, however slow the machine; the soak takes the time."""
    done = []

    class Counted:
        """Counts the deals of each question."""

        def __init__(self, real):
            self.real = real

        def __getattr__(self, name):
            def call(*words):
                done.append(words[-2] if name == "deal" else words[3] if name == "sample" and len(words) == 5 else 0)
                return getattr(self.real, name)(*words)
            return call

        count = 9

    bot = Character("expert")
    bot._reading, bot._field = Counted(bot._reading), Counted(bot._field)
    for game in NAMES:
        for view in poker_decisions(game, 15, seed=12):
            done.clear()
            bot.policy(view)
            assert sum(done) <= 400
    asked = []
    monkeypatch.setattr("croupier.bots.mcts.Mcts.act", lambda mcts, view: asked.append(mcts.iterations))
    bot.act(croupier.lab.load("leduc-poker").game().start(2, seed=1).observe(0))
    assert asked == [2000]


# -- deals of other games --------------------------------------------------------------------------------------------

def field_of(mine: str, shown: str) -> Field:
    """The deals of a stud hand on third street against one opponent."""
    own, open_cards = card_bytes(mine), card_bytes(shown)
    unseen = bytes(card for card in range(52) if card not in own + open_cards)
    field = Field()
    assert field.deal(own, b"", [open_cards], unseen, (7, 0), (KINDS["high"], 0), (0, False, [-1]), 250, 1) == 1
    return field


def test_31_open_cards_of_an_opponent_count():
    weak, strong = (field_of("KhKd2c", shown).sample([[]])[0] for shown in ("3s", "As"))
    assert weak > strong
    assert field_of("KhKd2c3c4c", "AsAdAh").sample([[]])[0] < 0.35


def test_31_an_action_narrows_what_an_opponent_may_hold():
    field = field_of("9h9d2c", "Ks")
    wide = field.sample([[0.4]])
    field.narrow(0, 0.8, 2.0, 1.0, 0.05)
    narrow = field.sample([[0.4]])
    assert wide[0] > narrow[0] + 0.15
    assert wide[1][0] == pytest.approx(0.4, abs=0.05)  # it folds as often as was said


@pytest.mark.parametrize(("mine", "to_come"), [("2c3d4h7s9c", 1), ("2c3d4hTsJc", 0)])
def test_31_a_hand_that_drew_nothing_is_taken_for_a_made_one(mine, to_come):
    """Before the last draw it is an eight or better, after it a ten or better."""
    own = card_bytes(mine)
    unseen = bytes(card for card in range(52) if card not in own)
    shares = []
    for kept in (5, 2):
        field = Field()
        field.deal(own, b"", [b""], unseen, (5, 0), (KINDS["deuce_to_seven"], 0), (to_come, False, [kept]), 250, 1)
        shares.append(field.sample([[]])[0])
    assert shares[0] < 0.1
    assert shares[1] > shares[0] + 0.2


def test_31_a_full_table_has_no_more_cards_than_the_deck():
    own = card_bytes("2c3d4h7s9c")
    unseen = bytes(card for card in range(52) if card not in own)
    field = Field()
    many = field.deal(own, b"", [b""] * 9, unseen, (7, 0), (KINDS["high"], 0), (0, False, [-1] * 9), 50, 1)
    assert many == 6  # seven cards each, and two to come


# -- names -----------------------------------------------------------------------------------------------------------

def test_names_are_usable_wherever_a_house_bot_is():
    assert {*CHARACTERS, *LEVELS} <= set(bots.names())
    assert bots.named("tight:easy").name == "tight:easy"
    assert bots.named("tight:easy").traits.reads < bots.named("tight").traits.reads
    assert croupier.bots.Character is Character


@pytest.mark.parametrize("name", ["tight:", "tight:simple", "easy:tight:easy"])
def test_unknown_levels_are_refused(name):
    with pytest.raises(croupier.BadBot):
        bots.named(name)


@pytest.mark.parametrize("level", LEVELS)
def test_a_line_up_names_bots_of_its_level(level):
    assert [bots.named(name).name for name in bots.line_up(level, 7)] == bots.line_up(level, 7)
    with pytest.raises(croupier.BadBot, match="easy, normal, hard, expert"):
        bots.line_up("impossible", 2)
