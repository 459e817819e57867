"""Games to keep, made in a line."""

from wuzi.rules import BLACK, EMPTY, WHITE, Game, Outcome, Player, Reason, parse_moves

WON = "h8a1i8b1j8c1k8d1l8"


def a_game(moves="h8i9", black=("Ann", "human"), white=("Level 1", "level:1"), outcome=None):
    """A game; `outcome` is a result such as "1-0", or an Outcome."""
    game = Game()
    game.black, game.white = Player(*black), Player(*white)
    game.extend(parse_moves(moves))
    if isinstance(outcome, str):
        winner = {"1-0": BLACK, "0-1": WHITE, "1/2-1/2": EMPTY}[outcome]
        outcome = Outcome(winner, Reason.RESIGNATION if winner else Reason.AGREEMENT)
    game.outcome = outcome
    return game
