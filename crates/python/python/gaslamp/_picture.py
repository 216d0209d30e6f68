"""Pictures of tables: what records draw of themselves, and else their text."""

from __future__ import annotations

from html import escape

from gaslamp._gaslamp import Record, Table

__all__ = ["picture", "picture_html"]

LINE = 18
LETTER = 8.5
MARGIN = 12


def drawn(table: Table) -> str | None:
    """The grimoire or the board, if the game has such a picture and there is something to draw."""
    record = table.record()
    return None if record is None else Record.parse(record)._repr_svg_()


def picture(table: Table) -> str:
    """The table as SVG."""
    return drawn(table) or text_picture(table.text())


def picture_html(table: Table) -> str:
    """The table for notebooks."""
    return drawn(table) or f"<pre>{escape(table.text())}</pre>"


def text_picture(text: str) -> str:
    """A text as SVG."""
    lines = text.rstrip("\n").split("\n")
    width = MARGIN * 2 + LETTER * max(map(len, lines))
    height = MARGIN * 2 + LINE * len(lines)
    rows = "".join(
        f'<tspan x="{MARGIN}" dy="{LINE}">{escape(line) or " "}</tspan>' for line in lines
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:g} {height:g}">'
        f'<rect width="100%" height="100%" fill="white"/>'
        f'<text y="{MARGIN}" font-family="monospace" font-size="14" xml:space="preserve">{rows}</text></svg>'
    )
