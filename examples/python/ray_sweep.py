"""How well every kind of Mafia player does against every other, on all machines that Ray has.

    python examples/python/ray_sweep.py --games 10000

plays on this machine. On a cluster, run it where Ray runs. Stopped and started again with the same --checkpoint, it goes on.
"""

import argparse

import gaslamp.ray

AGENTS = ["random", "heuristic", "reasoning"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="games of each pair")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--checkpoint", help="a directory of finished units")
    args = parser.parse_args()

    def tell(state):
        print(f"\r{state.done} of {state.games} games, {state.cpus} processors", end="", flush=True)

    try:
        rows = gaslamp.ray.sweep(
            {"game": "mafia", "red": AGENTS, "black": AGENTS},
            args.games,
            seed=args.seed,
            checkpoint=args.checkpoint,
            progress=tell,
        )
    except gaslamp.Interrupted as stop:
        rows = stop.answer["results"]

    print("\n\nred        black      red wins")
    for row in rows:
        who, red = row["who"], row["red"]
        print(f"{who['red']:<10} {who['black']:<10} {red['rate']:6.1%} ({red['low']:.1%} to {red['high']:.1%})")


if __name__ == "__main__":
    main()
