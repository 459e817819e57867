"""Write the hand-made evaluation weights of every rule: ``python tools/make_weights.py``."""

from pathlib import Path

from wuzi.engine.weights import hand_made
from wuzi.rules import RULES

if __name__ == "__main__":
    folder = Path(__file__).parents[1] / "src" / "wuzi" / "engine" / "data"
    folder.mkdir(exist_ok=True)
    for rule in RULES.values():
        (folder / f"weights_{rule.name}.json").write_text(hand_made(rule).to_json() + "\n")
