# `make run` and `make test` do all their own set-up; both are quick when it is done already.
VENV ?= .venv
BIN := $(VENV)/bin
PYTHON ?= python3
# tests that `make test` runs, and the number that decides their order
PARTS ?= tests
SEED ?= $(shell date +%Y%m%d)
# what depends on the version of Python: SQLite, threads, the command line, the server; the wheel is one file for all of them
PORTABLE := tests/lexicon tests/load tests/test_spelling.py tests/cli/test_stream.py tests/ledger/test_store.py tests/ledger/test_current.py \
	tests/web/test_server.py tests/web/test_workers.py
GOLD ?= tests/evaluation/words.tsv
SOURCES ?= ../shared/sources
PORT ?= 8000
CASES ?= 20000
MINUTES ?= 10
STAMP := $(VENV)/.installed
# what is compiled is kept, or each process of the tests would compile all of them again
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-pythons test-sources setup lint format evaluate bench bench-http bench-ledger bench-growth bench-solve bench-wiktionary soak fuzz trials screenshots lock clean

run: setup
	$(BIN)/adjudicator serve --port $(PORT)

test: setup
	$(BIN)/pytest -n auto --dist worksteal --randomly-seed=$(SEED) $(PARTS)

# on every other promised Python that the machine has, in turn
test-pythons:
	.ci/pythons | tail -n +2 | while read -r version python; do \
	  echo "Python $$version"; \
	  $(MAKE) --no-print-directory test VENV=.venv-$$version PYTHON=$$python PARTS="$(PORTABLE)" || exit; \
	done

test-sources: setup
	$(BIN)/python -m tests.sources "$(SOURCES)"

setup: $(STAMP)
	$(BIN)/python -m compileall -q adjudicator scrapers
	$(BIN)/adjudicator build

$(STAMP): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or later is needed. Name one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq install -y python3-venv; } || { \
	  echo "Python's venv is missing. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
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
	$(BIN)/python -m tests.evaluation $(GOLD)

bench: setup
	$(BIN)/python -m tests.benchmarks.bench

bench-http: setup
	$(BIN)/python -m tests.benchmarks.bench_http

soak: setup
	$(BIN)/python -m tests.benchmarks.soak --minutes $(MINUTES)

bench-ledger: setup
	$(BIN)/python -m tests.benchmarks.bench_ledger --postgresql

bench-growth: setup
	$(BIN)/python -m tests.benchmarks.bench_growth

bench-solve: setup
	$(BIN)/python -m tests.benchmarks.bench_solve

bench-wiktionary: setup
	$(BIN)/python -m tests.benchmarks.bench_wiktionary

trials: setup
	$(BIN)/python -m tests.ledger.races --processes 8 --edits 10000
	$(BIN)/python -m tests.ledger.races --processes 8 --edits 10000 --postgresql
	$(BIN)/python -m tests.ledger.crashes --times 100
	$(BIN)/python -m tests.ledger.crashes --times 100 --postgresql
	$(BIN)/python -m tests.ledger.halves --times 50
	$(BIN)/python -m tests.ledger.halves --times 50 --postgresql
	$(BIN)/python -m tests.ledger.holds
	$(BIN)/python -m tests.ledger.restarts --times 20
	$(BIN)/python -m tests.ledger.frozen --seconds 300
	$(BIN)/python -m tests.load.killed --times 100
	$(BIN)/python -m tests.load.slow
	$(BIN)/python -m tests.load.hostile --minutes 60
	$(BIN)/python -m tests.lexicon.flips --flips 2000
	$(BIN)/python -m tests.load.worst --examples 300
	$(BIN)/python -m tests.load.stops
	$(BIN)/python -m tests.load.large

fuzz: setup
	$(BIN)/python -m tests.benchmarks.fuzz --cases $(CASES)

screenshots: setup
	$(BIN)/python -m tests.browser.screenshots

# for the lowest Python that is promised, and for every system
lock:
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11.0 --extra dev --generate-hashes --no-emit-index-url --no-header -o requirements.lock pyproject.toml

clean:
	rm -rf .venv .venv-* build .mypy_cache .ruff_cache .pytest_cache
