"""Lines from a pipe, a file, a terminal, awaited beside other things."""

from __future__ import annotations

import asyncio
import io
import itertools
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wuzi.cli.play.keyboard import Keyboard


@settings(max_examples=30)
@given(st.lists(st.text(st.characters(exclude_characters="\r\n", codec="utf-8"))), st.data())
def test_lines_survive_any_cutting(lines: list[str], data: st.DataObject) -> None:
    raw = "".join(f"{line}\n" for line in lines).encode()
    cuts = data.draw(st.lists(st.integers(0, len(raw)), max_size=5).map(sorted))

    async def read() -> list[str | None]:
        read_end, write_end = os.pipe()
        with os.fdopen(read_end, encoding="utf-8") as stream:
            keyboard = Keyboard(stream)
            keyboard.start()
            for start, end in itertools.pairwise([0, *cuts, len(raw)]):
                os.write(write_end, raw[start:end])
                await asyncio.sleep(0)
            os.close(write_end)
            return [await keyboard.next() for _ in range(len(lines) + 1)]

    assert asyncio.run(read()) == [*lines, None]


async def test_a_pipe_is_read_while_the_loop_goes_on() -> None:
    read_end, write_end = os.pipe()
    with os.fdopen(read_end, encoding="utf-8") as stream:
        keyboard = Keyboard(stream)
        assert not keyboard.interactive
        keyboard.start()
        waiting = asyncio.create_task(keyboard.next())
        await asyncio.sleep(0.01)
        assert not waiting.done()
        os.write(write_end, "h8\r\n悔".encode())
        assert await waiting == "h8"
        os.write(write_end, "棋\n".encode())
        assert await keyboard.next() == "悔棋"
        os.close(write_end)
        assert await keyboard.next() is None
        assert await keyboard.next() is None


@pytest.mark.parametrize("text", ["h8\ni9", "h8\r\ni9\n"])
async def test_a_stream_in_memory_and_a_file(text: str, tmp_path) -> None:
    path = tmp_path / "moves"
    path.write_bytes(text.encode())
    with path.open(encoding="utf-8") as file:
        for stream in (io.StringIO(text), file):
            keyboard = Keyboard(stream)
            keyboard.start()
            assert [await keyboard.next() for _ in range(3)] == ["h8", "i9", None]


@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals are POSIX")
async def test_a_terminal() -> None:
    import pty  # noqa: PLC0415

    ours, theirs = pty.openpty()
    with os.fdopen(theirs, encoding="utf-8") as stream:
        keyboard = Keyboard(stream)
        assert keyboard.interactive
        keyboard.start()
        os.write(ours, b"h8\n")
        assert await keyboard.next() == "h8"
        os.write(ours, b"\x04")
        assert await keyboard.next() is None
    os.close(ours)
