"""Every test may have a home of its own; the compiled engine they all share."""

from __future__ import annotations

import os

from wuzi.settings import cache_dir

# Found before any test moves WUZI_HOME: compiling takes long, and is done once.
os.environ.setdefault("WUZI_KERNELS", str(cache_dir() / "kernels"))
