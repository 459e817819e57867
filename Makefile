# make play    the window; without a display, a game in the terminal
# make test    the tests, in two processes; those of the window with both bindings of Qt
#              (about seven minutes)
# Each does all its own set-up: a virtual environment in the tree, dependencies by name.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: play test check format locale measure clean

play: $(VENV)/.wuzi
	@$(BIN)/wuzi

test: $(VENV)/.dev
	QT_API=pyside6 PYTEST_QT_API=pyside6 $(BIN)/python -m pytest -n 2 --dist worksteal
	QT_API=pyqt5 PYTEST_QT_API=pyqt5 $(BIN)/python -m pytest -n 2 tests/desktop

check: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/catalogue.py check

format: $(VENV)/.dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

locale: $(VENV)/.dev
	$(BIN)/python tools/catalogue.py update
	$(BIN)/python tools/catalogue.py compile

# What is slow: big truth sets, benchmarks. Every figure in the docs is printed here.
measure: $(VENV)/.dev
	$(BIN)/python -m pytest -m slow --timeout 3600 -s
	$(BIN)/python -m pytest -m "" --benchmark-only
	for script in benchmarks/*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

$(VENV)/.wuzi: pyproject.toml tools/compile_locale.py $(wildcard src/wuzi/locale/*/LC_MESSAGES/*.po)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "Wuzi needs Python 3.11 or newer with venv: install python3-venv, or name one with make PYTHON=..." >&2; exit 1; }
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Wuzi needs Python 3.11 or newer: make PYTHON=python3.11 (after rm -r $(VENV))" >&2; exit 1; }
	@echo "Setting up $(VENV) ..."
	@$(PIP) --editable '.[desktop,lab]'
	@touch $@

$(VENV)/.dev: $(VENV)/.wuzi
	@$(PIP) --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .hypothesis .benchmarks .import_linter_cache
