"""A board as a picture file: PNG in pixels, SVG in lines.

Needs a running ``QGuiApplication``, for Qt finds its fonts through it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from qtpy.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize
from qtpy.QtGui import QImage, QImageWriter, QPainter
from qtpy.QtSvg import QSvgGenerator

from wuzi.desktop.board.geometry import Geometry
from wuzi.desktop.board.marks import NO_MARKS, Marks
from wuzi.desktop.board.painter import BoardPainter
from wuzi.desktop.board.scene import Scene, draw_scene
from wuzi.desktop.board.themes import WOOD, Theme
from wuzi.rules import Board

_DOTS_PER_INCH: Final = 96
"""Browsers' idea of a pixel, so that an SVG is as large as a PNG of the same ``pixels``."""


def board_png(
    board: Board,
    marks: Marks = NO_MARKS,
    theme: Theme = WOOD,
    pixels: int = 800,
    *,
    coordinates: bool = True,
    numbers: bool = False,
) -> bytes:
    """The board as the bytes of a PNG file.

    Parameters
    ----------
    board : Board
    marks : Marks
    theme : Theme
    pixels : int
        Width and height.
    coordinates, numbers : bool
        Whether the edges and the stones are lettered.
    """
    place = Geometry.fit(board.size, pixels, pixels, coordinates=coordinates)
    scene = Scene(board, marks, theme, coordinates=coordinates, numbers=numbers)
    picture = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(0)
    painter = QPainter(picture)
    BoardPainter().paint(painter, place, scene)
    painter.end()
    written = QByteArray()
    buffer = QBuffer(written)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"png"))
    writer.write(picture)
    buffer.close()
    return bytes(written.data())


def board_svg(
    board: Board,
    marks: Marks = NO_MARKS,
    theme: Theme = WOOD,
    pixels: int = 800,
    *,
    coordinates: bool = True,
    numbers: bool = False,
) -> str:
    """The board as the text of an SVG file; parameters as in :func:`board_png`.

    Everything is drawn with lines and gradients, so that it stays sharp at any size; the
    veins of wood, which are a picture, are left out.
    """
    theme = replace(theme, grain=0.0)
    place = Geometry.fit(board.size, pixels, pixels, coordinates=coordinates)
    scene = Scene(board, marks, theme, coordinates=coordinates, numbers=numbers)
    written = QByteArray()
    buffer = QBuffer(written)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    drawing = QSvgGenerator()
    drawing.setOutputDevice(buffer)
    drawing.setSize(QSize(pixels, pixels))
    drawing.setResolution(_DOTS_PER_INCH)
    drawing.setTitle(repr(board)[1:-1])
    drawing.setDescription("")
    drawing.setViewBox(QRect(0, 0, pixels, pixels))
    painter = QPainter(drawing)
    draw_scene(painter, place, scene)
    painter.end()
    buffer.close()
    return bytes(written.data()).decode()
