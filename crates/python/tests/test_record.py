"""Records, of all games."""

import copy
import pickle
from pathlib import Path

import pytest

import gaslamp
from commands import ROOT

FILES = {
    "mafia": ROOT / "examples/mafia.txt",
    "botc": ROOT / "data/games/two-chefs.txt",
    "lorcana": Path(__file__).parent / "data/lorcana.txt",
}
FORMS = ["line", "rich", "table", "tokens", "ascii", "mermaid", "plantuml"]


@pytest.fixture(params=FILES, name="record")
def _record(request):
    return gaslamp.Record.load(FILES[request.param])


def test_the_first_line_says_which_game_it_is():
    for game, path in FILES.items():
        record = gaslamp.Record.load(path)
        assert record.game == game
        assert record == gaslamp.Record.parse(path.read_text(encoding="utf-8")) == gaslamp.Record.load(str(path))
    assert gaslamp.Record.parse("<SETUP> st!deals->P0:don,P1:mafia,P8:mafia,P2:sheriff", game="mafia").steps == 1


def test_a_record_is_what_it_says(record):
    assert repr(record).startswith(f"<gaslamp.Record of {record.game}: {record.steps} actions, ")
    for form in ("line", "rich"):
        again = gaslamp.Record.parse(record.text(form))
        assert again.to_json()["state"] == record.to_json()["state"]
    assert gaslamp.Record.parse(record.text()) == record
    assert record.steps == record.to_json()["steps"]


def test_a_part_is_a_record(record):
    part = record.replay(2)
    assert (part.steps, part.result) == (2, "unfinished")
    assert part != record
    assert record.replay(record.steps) == record
    for seat in record.names:
        assert part.view(seat) == record.view(seat, at=2)
        assert part.tokens(seat) == record.tokens(seat, at=2) == record.view(seat, at=2)["observation"]["tokens"]
        assert part.text(seat=seat) == record.text(seat=seat, at=2)


def test_every_form_is_a_text(record):
    for form in FORMS:
        for seat in (None, record.names[0]):
            assert record.text(form, seat=seat).strip(), (form, seat)
    assert record.diagram("mermaid") == record.text("mermaid")


def test_a_seat_is_a_name_or_a_number(record):
    number = 1 if record.game == "mafia" else 2
    assert record.view(record.names[1]) == record.view(number) == record.view(str(number))


def test_records_are_copied_and_pickled(record):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(record, protocol))
        assert again == record
        assert hash(again) == hash(record)
    assert copy.deepcopy(record) == copy.copy(record) == record
    assert record != record.text()
    assert len({record, copy.copy(record)}) == 1


def test_notebooks_show_a_picture_or_the_text(record):
    svg, html = record._repr_svg_(), record._repr_html_()
    if record.game == "mafia":
        assert svg is None
        assert html.startswith("<pre>game mafia 1\n")
        assert "<SETUP>" not in html
    else:
        assert html is None
        assert svg.startswith("<svg")
        assert svg == gaslamp.render(record, "svg")


def test_pictures_of_a_seat():
    duel = gaslamp.Record.load(FILES["lorcana"])
    assert gaslamp.render(duel, "svg", seat="p1") != gaslamp.render(duel, "svg", seat="p2")
    game = gaslamp.Record.load(FILES["botc"])
    assert gaslamp.render(game, "line", seat="Ann", at=3) == gaslamp.render(FILES["botc"], "line", seat="Ann", at=3)
