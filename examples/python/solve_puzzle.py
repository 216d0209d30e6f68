"""What must be true at a table of Blood on the Clocktower, how likely the rest is, and why something cannot be.

    python solve_puzzle.py                     # the puzzle below
    python solve_puzzle.py my-puzzle.toml --why "Ann=Imp"
"""

from __future__ import annotations

import argparse
from pathlib import Path

import gaslamp

PUZZLE = """
id = "two-chefs"
hidden = ["Imp", "Poisoner", "Scarlet Woman"]
ends = "D2"
log = ["D1 executed: Dan", "N2 died: Eve"]

player = [
  { name = "Ann", claim = "Chef", says = ["N1 Chef: 0"] },
  { name = "Ben", claim = "Empath", says = ["N1 Empath: 1", "N2 Empath: 1"] },
  { name = "Cy", claim = "Soldier" },
  { name = "Dan", claim = "Chef", says = ["N1 Chef: 1"] },
  { name = "Eve", claim = "Ravenkeeper", says = ["N2 Ravenkeeper: Fay = Imp"] },
  { name = "Fay", claim = "Slayer" },
  { name = "Gus", claim = "Mayor" },
]
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("puzzle", nargs="?", type=Path, help="a puzzle file, as docs/puzzles.md explains it")
    parser.add_argument("--why", help="why this cannot be, such as Ann=Imp")
    parser.add_argument("--seconds", type=float, default=20.0)
    args = parser.parse_args()
    puzzle = args.puzzle or PUZZLE
    try:
        answer = gaslamp.solve(puzzle, seconds=args.seconds)
        because = gaslamp.solve(puzzle, why=args.why, seconds=args.seconds) if args.why else None
    except (gaslamp.GaslampError, OSError) as problem:
        raise SystemExit(str(problem)) from None
    print(f"{answer['worlds']} worlds")
    for fact in answer["certain"]:
        print("certain:", fact)
    for seat in answer["seats"]:
        roles = sorted(seat["roles"].items(), key=lambda role: -role[1])[:3]
        likely = ", ".join(f"{role} {100 * share:.0f} %" for role, share in roles)
        print(f"{seat['name']:<8} evil {100 * seat['evil']:3.0f} %  {likely}")
    if because and because["possible"]:
        print(f"{args.why} is possible: {', '.join(because['world']['start'])}")
    elif because:
        print(f"{args.why} is impossible, since these would all have to be true:", *because["because"], sep="\n  ")


if __name__ == "__main__":
    main()
