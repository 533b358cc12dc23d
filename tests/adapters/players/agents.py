"""Agents for RLCard and OpenSpiel, made by functions as their adapters want them."""


def cautious(env):
    """Return an agent of RLCard that checks, calls and folds, never raises."""
    class Cautious:
        use_raw = False

        def eval_step(self, state):
            return (1 if env.name == "no-limit-holdem" else min(state["legal_actions"])), {}

    return Cautious()


def confused(env):
    class Confused:
        use_raw = True

        def eval_step(self, state):
            return "jump", {}

    return Confused()


def uniform(game, player):
    """Return OpenSpiel's uniform policy."""
    from open_spiel.python.policy import UniformRandomPolicy

    return UniformRandomPolicy(game)
