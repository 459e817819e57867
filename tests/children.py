"""The child processes of this one, as a test sees them that shares it with others."""

import psutil


def children() -> set[psutil.Process]:
    """All that live; what has ended and waits to be looked at by another test is not among them."""
    return {
        child
        for child in psutil.Process().children(recursive=True)
        if child.is_running() and child.status() != psutil.STATUS_ZOMBIE
    }
