# Everything runs in a virtual environment of its own; a fresh machine needs Python 3.11+, pip and a C compiler.
VENV ?= .venv
PYTHON ?= python3
BIN = $(VENV)/bin
STAMP = $(VENV)/.installed

.PHONY: install demo tour check lint types rooms test soak bench clean

install: $(STAMP)

$(STAMP): pyproject.toml setup.py $(shell find src -name '*.py' -o -name '*.pxd')
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check ".[dev]"
	touch $@

# An arena with house bots, and a page to watch it: the address is printed. Ctrl-C ends it after the hand in play.
demo: install
	$(BIN)/croupier arena

tour: install
	$(BIN)/croupier --version
	$(BIN)/croupier equity AhKh "QQ+, AKs"
	$(BIN)/croupier sim --policy strength,random,caller,folder,random,strength
	$(BIN)/croupier match strength aggressive caller random --hands 2000 --seed 1

check: lint types rooms test

lint: install
	$(BIN)/ruff check .

types: install
	$(BIN)/mypy

rooms: install
	$(BIN)/lint-imports

test: install
	$(BIN)/python -m pytest -n 2
	PYTHONPATH=src $(BIN)/python -m pytest tests/rules tests/reference tests/properties tests/sting tests/genome -n 2

soak: install
	$(BIN)/python -m tests.soak

bench: install
	$(BIN)/pip install --quiet --disable-pip-version-check ".[bench]"
	$(BIN)/python -m bench

clean:
	rm -rf build dist $(VENV) src/*.egg-info
