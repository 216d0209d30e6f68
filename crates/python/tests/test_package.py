"""The package as a whole: its examples, its names, its stubs."""

import ast
import doctest
import importlib
import importlib.util
import inspect
import re
import subprocess
import sys

import pytest

import gaslamp
import gaslamp.dataset
import gaslamp.errors
from gaslamp import _gaslamp
import gaslamp.ray
import gaslamp.simulation
from commands import ROOT

STUBS = ROOT / "crates/python/python/gaslamp/_gaslamp.pyi"


MODULES = [
    "gaslamp",
    "gaslamp.dataset",
    "gaslamp.errors",
    "gaslamp._state",
    "gaslamp.botc",
    "gaslamp.gymnasium",
    "gaslamp.lorcana",
    "gaslamp.mafia",
    "gaslamp.pettingzoo",
    "gaslamp.pettingzoo.botc_v0",
    "gaslamp.pettingzoo.lorcana_v0",
    "gaslamp.pettingzoo.mafia_v0",
    "gaslamp.ray",
    "gaslamp.simulation",
]


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_modules(module):
    module = importlib.import_module(module)
    tests = doctest.DocTestFinder(exclude_empty=True).find(module, extraglobs={"gaslamp": gaslamp})
    run(tests)


def test_examples_of_functions():
    finder = doctest.DocTestFinder()
    functions = [gaslamp.beliefs, gaslamp.check, gaslamp.render, gaslamp.solve, gaslamp.Record]
    tests = [test for function in functions for test in finder.find(function, function.__name__, module=False, globs={"gaslamp": gaslamp})]
    assert sum(len(test.examples) for test in tests) >= 10
    run(tests)


def test_examples_of_the_page(monkeypatch):
    monkeypatch.chdir(ROOT)
    page = (ROOT / "crates/python/README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, "README.md", "README.md", 0)
    assert test.examples
    run([test])


def run(tests):
    runner = doctest.DocTestRunner()
    for test in tests:
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize(
    ("missing", "names"),
    [("numpy", "gaslamp"), ("gymnasium", "gaslamp.mafia"), ("pettingzoo", "gaslamp.gymnasium")],
)
def test_nothing_is_imported_that_is_not_needed(missing, names):
    """Extras are extras."""
    code = f"import sys; sys.modules[{missing!r}] = None; import {names}"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_version_is_that_of_the_workspace():
    workspace = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    assert f'version = "{gaslamp.__version__}"' in workspace
    assert importlib.util.find_spec("gaslamp").loader is not None


def test_stubs_name_what_there_is():
    def arguments(function):
        arguments = function.args
        return [argument.arg for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]]

    told = {}
    for node in ast.parse(STUBS.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            told[node.name] = arguments(node)
        if isinstance(node, ast.ClassDef):
            told[node.name] = {method.name: arguments(method) for method in node.body}
    functions = ["beliefs", "check", "render", "solve"]
    for name in functions:
        assert told[name] == list(inspect.signature(getattr(gaslamp, name)).parameters), name
    for name in ["Batch", "Kind", "Table"]:
        public = {method for method in vars(getattr(_gaslamp, name)) if not method.startswith("_")}
        assert public == {method for method in told[name] if not method.startswith("_")}, name
        for method in public:
            function = getattr(getattr(_gaslamp, name), method)
            if callable(function):
                assert told[name][method] == list(inspect.signature(function).parameters), method
    for name in ["restore_table", "setup_fields"]:
        assert told[name] == list(inspect.signature(getattr(_gaslamp, name)).parameters), name
    public = {name for name in vars(gaslamp.Record) if not name.startswith("_")}
    assert public == {name for name in told["Record"] if not name.startswith("_")}
    for name in ["view", "tokens", "text", "diagram", "replay"]:
        assert told["Record"][name] == list(inspect.signature(getattr(gaslamp.Record, name)).parameters), name


def test_everything_is_explained():
    for name in gaslamp.__all__:
        if not name.startswith("__"):
            shown = getattr(gaslamp, name)
            assert shown.__doc__, name
            where = shown.__name__ if inspect.ismodule(shown) else shown.__module__
            assert where.startswith("gaslamp"), name
