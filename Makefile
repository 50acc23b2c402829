# The two commands a newcomer needs are `make demo` and `make test`; both set everything up.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

.PHONY: demo test test-slow test-all attacks check format lock clean
.DEFAULT_GOAL := demo

$(VENV)/ready: pyproject.toml requirements.lock .ci/set-up
	@PYTHON=$(PYTHON) .ci/set-up $(VENV)
	@touch $@

demo: $(VENV)/ready
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/diceref demo $(ARGS); else $(BIN)/diceref demo --headless $(ARGS); fi

check: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: $(VENV)/ready check
	$(BIN)/pytest -n 2

test-slow: $(VENV)/ready
	$(BIN)/pytest -n 2 -m slow

test-all: test test-slow

# Everything that SECURITY.md promises, attacked; an hour or two, one figure per line.
attacks: $(VENV)/ready
	$(BIN)/python -m tests.attacks $(ARGS)

format: $(VENV)/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The newest versions that pyproject.toml allows, each file with its hash; then docs/dependencies.md.
lock: $(VENV)/ready
	$(BIN)/uv pip compile pyproject.toml --extra dev --extra desk --universal --python-version 3.11 --upgrade \
		--generate-hashes --no-header --no-annotate --quiet --output-file requirements.lock
	@PYTHON=$(PYTHON) .ci/set-up $(VENV)
	@touch $(VENV)/ready
	$(BIN)/python -m tests.bench.licences > docs/dependencies.md

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache runs
