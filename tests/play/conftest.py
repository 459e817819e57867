"""No test may leave a task behind, and none may hang."""

import asyncio

import pytest
import pytest_asyncio

LONGEST = 30.0


@pytest_asyncio.fixture(autouse=True)
async def no_task_is_left():
    before = asyncio.all_tasks()
    yield
    left = asyncio.all_tasks() - before - {asyncio.current_task()}
    assert not left


def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/play" in item.path.as_posix() and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(LONGEST))
