# `make run` and `make test` do all their own set-up; both are quick when it is done already.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
GOLD ?= tests/gold/words.tsv
PORT ?= 8000
CASES ?= 20000
MINUTES ?= 10
STAMP := $(VENV)/.installed

.PHONY: run test setup lint format evaluate bench bench-http bench-ledger bench-solve bench-wiktionary soak fuzz trials screenshots lock clean

run: setup
	$(BIN)/adjudicator serve --port $(PORT)

test: setup
	$(BIN)/pytest -n auto

setup: $(STAMP)
	$(BIN)/python -m compileall -q adjudicator scrapers
	$(BIN)/adjudicator build

$(STAMP): pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

evaluate: setup
	$(BIN)/python -m tests.evaluate $(GOLD)

bench: setup
	$(BIN)/python -m tests.bench

bench-http: setup
	$(BIN)/python -m tests.bench_http

soak: setup
	$(BIN)/python -m tests.soak --minutes $(MINUTES)

bench-ledger: setup
	$(BIN)/python -m tests.bench_ledger --postgresql

bench-solve: setup
	$(BIN)/python -m tests.bench_solve

bench-wiktionary: setup
	$(BIN)/python -m tests.bench_wiktionary

trials: setup
	$(BIN)/python -m tests.ledger.races --processes 8 --edits 10000
	$(BIN)/python -m tests.ledger.races --processes 8 --edits 10000 --postgresql
	$(BIN)/python -m tests.ledger.crashes --times 100
	$(BIN)/python -m tests.ledger.crashes --times 100 --postgresql
	$(BIN)/python -m tests.ledger.restarts --times 20

fuzz: setup
	$(BIN)/python -m tests.fuzz --cases $(CASES)

screenshots: setup
	$(BIN)/python -m tests.browser.screenshots

lock:
	$(BIN)/pip-compile --quiet --extra dev --generate-hashes --allow-unsafe --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-header --strip-extras -o requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
