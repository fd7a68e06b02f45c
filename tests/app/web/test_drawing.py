"""What draws pictures: their letters, and the few colours that they are sent in."""

import struct
import zlib

import numpy as np
import pytest

from app.core.folders import PARTS
from app.web.drawing import drawing, unpack
from app.web.palette import with_palette

Pixel = tuple[int, int, int]
RED, GREEN, BLUE, WHITE = (200, 30, 20), (20, 160, 40), (10, 40, 220), (255, 255, 255)


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def guess(kind: int, left: int, above: int, corner: int) -> int:
    """Return what a filter of the PNG standard takes off a byte."""
    near = left + above - corner
    paeth = min((left, above, corner), key=lambda each: abs(near - each))
    return (0, left, above, (left + above) // 2, paeth)[kind]


def true_colours(rows: list[list[Pixel]], filters: list[int]) -> bytes:
    """Write pixels as PNG in true colours, each line with a filter of its own."""
    width, data, above = len(rows[0]), bytearray(), bytes(4 * len(rows[0]))
    for row, kind in zip(rows, filters, strict=True):
        line = b"".join(bytes((*pixel, 255)) for pixel in row)
        data.append(kind)
        for at, byte in enumerate(line):
            left, corner = (line[at - 4], above[at - 4]) if at >= 4 else (0, 0)
            data.append((byte - guess(kind, left, above[at], corner)) % 256)
        above = line
    packed = zlib.compress(bytes(data))
    head = struct.pack(">IIBBBBB", width, len(rows), 8, 6, 0, 0, 0)
    # The data may come in several parts.
    parts = chunk(b"IDAT", packed[:9]) + chunk(b"IDAT", packed[9:])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + parts + chunk(b"IEND", b"")


def pixels(png: bytes) -> list[list[Pixel]]:
    """Read a picture with sixteen colours."""
    found, at = {}, 8
    while at < len(png):
        size, kind = struct.unpack_from(">I4s", png, at)
        found[kind] = png[at + 8 : at + 8 + size]
        assert png[at + 8 + size : at + 12 + size] == struct.pack(">I", zlib.crc32(kind + found[kind]))
        at += 12 + size
    width, height, depth, colour_type = struct.unpack(">IIBB", found[b"IHDR"][:10])
    assert (depth, colour_type) == (4, 3)
    palette = [tuple(found[b"PLTE"][at : at + 3]) for at in range(0, len(found[b"PLTE"]), 3)]
    lines = np.frombuffer(zlib.decompress(found[b"IDAT"]), np.uint8).reshape(height, -1)
    assert not lines[:, 0].any()
    halves = np.stack([lines[:, 1:] >> 4, lines[:, 1:] & 15], axis=2).reshape(height, -1)
    return [[palette[place] for place in row[:width]] for row in halves.tolist()]


@pytest.mark.parametrize("width", [1, 6, 7])
def test_a_picture_of_few_colours_keeps_each_pixel_whatever_its_lines_were_filtered_by(width: int) -> None:
    colours = [RED, GREEN, BLUE, WHITE]
    rows = [[colours[(3 * x + y * y) % 4] for x in range(width)] for y in range(10)]
    assert pixels(with_palette(true_colours(rows, [0, 1, 2, 3, 4] * 2))) == rows


def test_of_many_colours_the_most_frequent_stay_and_the_others_become_the_nearest() -> None:
    frequent = [(40 * at % 256, 90 * at % 256, 16 * at) for at in range(16)]
    rare = (frequent[5][0] + 3, frequent[5][1], frequent[5][2] - 2)
    rows = [[*frequent, *frequent], [*frequent, *frequent[1:], rare]]
    assert pixels(with_palette(true_colours(rows, [4, 1]))) == [rows[0], [*rows[1][:-1], frequent[5]]]


def drawn(words: str, family: str) -> list[list[Pixel]]:
    text = f'<text x="2" y="16" font-size="18" font-family="{family}">{words}</text>'
    return pixels(drawing(f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">{PAPER}{text}</svg>'))


PAPER = '<rect width="40" height="20" fill="#fff"/>'


def test_pictures_have_letters_of_both_weights() -> None:
    plain, bold = light(drawn("Wall", "Crimson Pro")), light(drawn("Wall", "Crimson Pro SemiBold"))
    assert bold < plain < light(drawn("", "Crimson Pro"))


def light(rows: list[list[Pixel]]) -> int:
    return sum(sum(pixel) for row in rows for pixel in row)


def test_a_face_is_unpacked_table_by_table() -> None:
    (woff,) = PARTS.glob("static/vendor/crimson-pro-*/*-400-normal.woff")
    face = unpack(woff.read_bytes())
    assert len(face) == struct.unpack_from(">I", woff.read_bytes(), 16)[0]
    count = struct.unpack_from(">H", face, 4)[0]
    tables = {face[at : at + 4]: struct.unpack_from(">2I", face, at + 8) for at in range(12, 12 + 16 * count, 16)}
    place, size = tables[b"name"]
    assert "Crimson Pro".encode("utf-16-be") in face[place : place + size]
    with pytest.raises(ValueError, match="no WOFF"):
        unpack(face)
