"""The examples run, in a small form."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples" / "python"

# Each with its arguments, what it needs beside the tests' own packages, and something that it prints.
SMALL = {
    "random_play.py": (["--games", "8", "--steps", "40"], None, "games of lorcana together"),
    "dataset.py": (["--games", "4"], "pyarrow", "4 games played now"),
    "solve_puzzle.py": (["--why", "Cy=Imp"], None, "certain: Ann is evil"),
    "maskable_ppo.py": (["--steps", "4096", "--games", "10"], "sb3_contrib", "learned"),
}


# Run where Ray runs already: test_ray.py.
ELSEWHERE = {"ray_sweep.py"}


def test_every_example_is_run():
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(SMALL) | ELSEWHERE


@pytest.mark.parametrize("name", SMALL)
def test_example(name, tmp_path):
    arguments, needs, said = SMALL[name]
    if needs and importlib.util.find_spec(needs) is None:
        pytest.skip(f"{needs} is not installed")
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
