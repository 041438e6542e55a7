"""Boards as pictures to take away: PNG of a drawing, and a whole game as a moving GIF."""

from __future__ import annotations

import io
from functools import lru_cache

import resvg_py
from PIL import Image

KEPT = 200
"""Pictures in memory, some ten kilobytes each."""

GROUNDS = {"light": "#f1ece2", "dark": "#15191d"}
"""The table of ``tokens.css``, for what a style sheet does not reach: pictures, bars of devices."""

FRAME, LAST_FRAME = 700, 3000
"""Milliseconds that a board of a GIF stays, and its last one."""


@lru_cache(maxsize=KEPT)
def png(svg: str, width: int) -> bytes:
    """The picture of a drawing, so many pixels wide."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


def gif(drawings: list[str], width: int) -> bytes:
    """One picture after the other, over and over."""
    frames = [Image.open(io.BytesIO(_frame(svg, width))).convert("RGB") for svg in drawings]
    palette = frames[-1].quantize(128)
    indexed = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    out = io.BytesIO()
    times = [FRAME] * (len(indexed) - 1) + [LAST_FRAME]
    first, *rest = indexed
    first.save(out, "GIF", save_all=True, append_images=rest, duration=times, loop=0)
    return out.getvalue()


def _frame(svg: str, width: int) -> bytes:
    """A board on plain ground, as a GIF cannot be half transparent."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, background=GROUNDS["light"]))
