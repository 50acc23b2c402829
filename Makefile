# The two commands a newcomer needs are `make demo` and `make test`; both set everything up.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

.PHONY: demo test test-slow test-all check format clean
.DEFAULT_GOAL := demo

$(VENV)/ready: pyproject.toml .ci/set-up
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

format: $(VENV)/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache runs
