# The two commands a newcomer needs are `make demo` and `make test`; both set everything up.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
LOCK := $(BIN)/uv pip compile --universal --python-version 3.11 --upgrade --generate-hashes \
	--no-header --no-annotate --quiet

CATALOGUES := $(patsubst %.po,%.mo,$(wildcard words/locale/*/LC_MESSAGES/*.po))

.PHONY: words demo test test-slow test-all test-arm attacks event check format lock clean
.DEFAULT_GOAL := demo

# What playing needs, then what testing needs as well, then what the attacks do.
$(VENV)/playing: pyproject.toml requirements.lock .ci/set-up
	@PYTHON=$(PYTHON) .ci/set-up $(VENV) requirements.lock
	@touch $@

$(VENV)/ready: $(VENV)/playing requirements-dev.lock
	@PYTHON=$(PYTHON) .ci/set-up $(VENV) requirements-dev.lock
	@touch $@

$(VENV)/attacking: $(VENV)/ready requirements-attacks.lock
	@PYTHON=$(PYTHON) .ci/set-up $(VENV) requirements-attacks.lock
	@touch $@

demo: $(VENV)/playing $(CATALOGUES)
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/diceref demo $(ARGS); else $(BIN)/diceref demo --headless $(ARGS); fi

check: $(VENV)/ready $(CATALOGUES)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: $(VENV)/ready check
	$(BIN)/pytest -n 2

test-slow: $(VENV)/ready
	$(BIN)/pytest -n 2 -m slow

test-all: test test-slow

# A Raspberry Pi without one: arm64 by emulation, libcamera with a camera in software. The first time it
# fetches 2 GB and builds libcamera; then 15 minutes.
test-arm: $(VENV)/ready
	@command -v mmdebstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq mmdebstrap; } >/dev/null
	nice $(BIN)/pytest -m pi tests/pi

# Everything that SECURITY.md promises, attacked; an hour or two, one figure per line.
attacks: $(VENV)/attacking
	$(BIN)/python -m tests.attacks $(ARGS)

# A tournament plays itself on this machine: 16 players, 8 tables, the hub killed twice.
event: $(VENV)/ready
	$(BIN)/python -m tests.bench.event $(ARGS)

# Catalogues are read by the program, words files are written by people.
%.mo: %.po $(VENV)/playing
	@$(BIN)/python -m words.compiling
	@touch $@

# After a sentence was added or changed: into the words files, and says what lacks a translation.
words: $(VENV)/ready
	@$(BIN)/python -m tests.bench.words

format: $(VENV)/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The newest versions that pyproject.toml allows, each file with its hash; then docs/dependencies.md.
lock: $(VENV)/ready
	$(LOCK) pyproject.toml --group checkout --output-file requirements.lock
	$(LOCK) pyproject.toml --extra desk --group checkout --group dev --constraint requirements.lock \
		--output-file requirements-dev.lock
	$(LOCK) --group attacks --constraint requirements.lock --constraint requirements-dev.lock \
		--output-file requirements-attacks.lock
	@PYTHON=$(PYTHON) .ci/set-up $(VENV) requirements.lock requirements-dev.lock requirements-attacks.lock
	@touch $(VENV)/playing $(VENV)/ready $(VENV)/attacking
	$(BIN)/python -m tests.bench.licences > docs/dependencies.md

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache runs
