"""Name evolved games with two words derived from their rules, so that the same rules have the same name everywhere."""

from __future__ import annotations

from croupier.games.genome.files import rules_key
from croupier.games.genome.values import GameGenome

_FIRST = ("amber", "bitter", "blind", "bold", "brass", "broken", "crooked", "dusty", "fallen", "feral", "gilded",
          "grand", "grey", "hollow", "hungry", "idle", "iron", "jagged", "last", "lucky", "lunar", "mad",
          "narrow", "northern", "old", "pale", "quiet", "ragged", "red", "restless", "royal", "rusty",
          "scarlet", "secret", "seven", "sharp", "silent", "silver", "sly", "solemn", "stolen", "sudden",
          "tall", "tin", "twin", "velvet", "wicked", "winter")
_SECOND = ("anchor", "arrow", "badger", "bargain", "baron", "bishop", "bridge", "cellar", "chapel", "corsair", "crow",
           "dagger", "dealer", "duke", "ember", "envoy", "falcon", "ferry", "fiddle", "fox", "gambit",
           "ghost", "harbour", "heron", "hound", "jester", "kettle", "ladder", "lantern", "magpie", "margin",
           "market", "miller", "mirror", "needle", "orchard", "otter", "parson", "pilot", "pistol", "raven",
           "river", "saddle", "sailor", "sparrow", "tailor", "thief", "tower", "wager", "weasel", "whistle",
           "wolf")


def name_of(genome: GameGenome) -> str:
    """Return a name such as `quiet-magpie-3f`."""
    number = int(rules_key(genome), 16)
    first, number = _FIRST[number % len(_FIRST)], number // len(_FIRST)
    second, number = _SECOND[number % len(_SECOND)], number // len(_SECOND)
    return f"{first}-{second}-{number % 256:02x}"
