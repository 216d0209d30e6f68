"""The package as a whole: its examples, its names, its stubs."""

import ast
import doctest
import importlib.util
import inspect
import re

import pytest

import gaslamp
import gaslamp.dataset
import gaslamp.errors
from commands import ROOT

STUBS = ROOT / "crates/python/python/gaslamp/_gaslamp.pyi"


@pytest.mark.parametrize("module", [gaslamp, gaslamp.dataset, gaslamp.errors], ids=lambda module: module.__name__)
def test_examples_of_modules(module):
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
    public = {name for name in vars(gaslamp.Record) if not name.startswith("_")}
    assert public == {name for name in told["Record"] if not name.startswith("_")}
    for name in ["view", "tokens", "text", "diagram", "replay"]:
        assert told["Record"][name] == list(inspect.signature(getattr(gaslamp.Record, name)).parameters), name


def test_everything_is_explained():
    for name in gaslamp.__all__:
        if not name.startswith("__"):
            assert getattr(gaslamp, name).__doc__, name
            assert getattr(gaslamp, name).__module__.startswith("gaslamp"), name
