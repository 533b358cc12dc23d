# Everything runs in a virtual environment of its own; a fresh machine needs Python 3.11+, pip and a C compiler.
VENV ?= .venv
PYTHON ?= python3
BIN = $(VENV)/bin
STAMP = $(VENV)/.installed

help:  ## list the commands
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

.PHONY: help pages release install demo tour check lint docs pictures types rooms chromium test test-extras coverage mutation soak bench clean

install: $(STAMP)  ## install into .venv, with all development tools

$(STAMP): pyproject.toml setup.py $(shell find src -type f -not -name '*.so' -not -name '*.c' -not -path '*__pycache__*' -not -path '*.egg-info*')
	@echo "Installing croupier: its core is compiled, which takes about a minute and a half on two processors."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check ".[dev]"
	touch $@

# An arena with house bots, and a page to watch it: the address is printed. Ctrl-C ends it after the hand in play.
demo: install  ## open an arena with house bots and a page
	@echo "Opening an arena with house bots: watch it in a browser at the address below."
	$(BIN)/croupier arena

tour: install  ## equities, a million hands, a match of bots
	$(BIN)/croupier --version
	$(BIN)/croupier equity AhKh "QQ+, AKs"
	$(BIN)/croupier sim --policy strength,random,caller,folder,random,strength
	$(BIN)/croupier match strength maniac caller random --hands 2000 --seed 1

check: lint types rooms test  ## everything a change must pass: linters, types, import rules, tests

lint: install  ## ruff, codespell, plain English
	$(BIN)/ruff check .
	$(BIN)/codespell src docs tests tools bench examples README.md CHANGELOG.md
	$(BIN)/python -m tools.prose

pages: install  ## write the generated parts of the documents again
	PYTHONPATH=src $(BIN)/python -m tools.rules_page
	PYTHONPATH=src $(BIN)/python -m tools.api_page
	PYTHONPATH=src $(BIN)/python -m tools.design_page
	PYTHONPATH=src $(BIN)/python -m tools.protocol_page
	PYTHONPATH=src $(BIN)/python -m tools.evidence_page

docs: install  ## build the documentation site into build/docs; warnings are errors
	$(BIN)/pip install --quiet --disable-pip-version-check ".[docs]"
	$(BIN)/sphinx-build -q -W --keep-going -b html docs build/docs
	@echo "Open build/docs/index.html"

release: install  ## build a source distribution and a wheel into dist/, and check both
	$(BIN)/pip install --quiet --disable-pip-version-check ".[release]"
	$(BIN)/python -m tools.release

# Pictures of the real page, at three sizes, into docs/pictures.
pictures: install chromium  ## take pictures of the real page
	$(BIN)/python -m tools.pictures

types: install  ## mypy
	$(BIN)/mypy

rooms: install  ## check who imports whom
	$(BIN)/lint-imports

# The page is tested in Debian's Chromium: installed where that is allowed, else its tests say why they are skipped.
chromium:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && [ -f /etc/debian_version ] && \
	  { apt-get install -qq -y chromium >/dev/null 2>&1 || \
	    { apt-get update -qq && apt-get install -qq -y chromium; } >/dev/null 2>&1; }; } || \
	  echo "no chromium here: the page's tests will be skipped"

# Ten minutes at most on two cores; passes on a machine that is slow, busy or throttled (tests/patience.py).
test: install chromium  ## run the test suite: about ten minutes on two processors
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m "not extras"
	CROUPIER_EXAMPLES=fixed PYTHONPATH=src $(BIN)/python -m pytest tests/rules tests/reference/test_engine_trees.py \
	  tests/reference/test_step_trees.py tests/properties tests/sting tests/genome \
	  --ignore tests/genome/test_hidden_order.py -n 2

# What needs a heavy package (marked `extras`): each test is skipped, with the reason, where its package cannot be installed.
EXTRAS = ray lab envs openspiel rlcard data notebook docs proof
test-extras: install  ## run the tests that need heavy packages
	for extra in $(EXTRAS); do $(BIN)/pip install --quiet --disable-pip-version-check "croupier[$$extra]" || true; done
	$(BIN)/python -m pytest -m extras
	PYTHONPATH=src $(BIN)/python -m pytest tests/adapters/test_vector.py tests/adapters/test_frame.py  # interpreted

coverage: install  ## measure how much of each room its own tests reach; interpreted, takes long
	$(BIN)/pip install --quiet --disable-pip-version-check ".[proof]"
	$(BIN)/python -m tools.coverage_rooms

mutation: install  ## change the code in small ways and see whether the tests notice; takes hours, can be resumed
	$(BIN)/pip install --quiet --disable-pip-version-check ".[proof]"
	for room in betting showdown table notation arena-core; do $(BIN)/python -m tests.mutation $$room; done

soak: install  ## run the long checks; they can be stopped and resumed
	$(BIN)/python -m tests.soak

bench: install  ## measure speed beside other libraries
	$(BIN)/pip install --quiet --disable-pip-version-check ".[bench]"
	$(BIN)/python -m bench

clean:  ## remove everything that was built
	rm -rf build dist $(VENV) src/*.egg-info
