# `make run` and `make test` do all their own set-up; both are quick when it is done already.
VENV ?= .venv
BIN := $(VENV)/bin
PYTHON ?= python3
# tests that `make test` runs, and the number that decides their order
PARTS ?= tests
SEED ?= $(shell date +%Y%m%d)
# how many cases of one test are tried at most; or each; or whole, which is all that can be combined
SWEEPS ?= 4
# what depends on the version of Python: SQLite, threads, the command line, the server; the wheel is one file for all of them
PORTABLE := tests/lexicon tests/load tests/test_spelling.py tests/cli/test_stream.py tests/ledger/test_store.py tests/ledger/test_current.py \
	tests/web/test_server.py tests/web/test_workers.py
GOLD ?= tests/evaluation/words.tsv
SOURCES ?= ../shared/sources
PORT ?= 8000
CASES ?= 20000
MINUTES ?= 10
# where tests have their folders: in memory, where 4 GB of it are free for that (Linux); a PostgreSQL database is made ten times as fast there
ROOM := $(shell df --portability --block-size=1G /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 >= 4 { print "/dev/shm" }')
# how many processes run tests: one more than there are cores, since a test of a server waits for much of its time
WORKERS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
TESTS_AT ?= $(or $(ROOM),$(TMPDIR),/tmp)
# what running needs is installed, and what developing needs beside it
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev
TESTS = TMPDIR=$(TESTS_AT) SWEEPS=$(SWEEPS) $(BIN)/pytest --dist worksteal --randomly-seed=$(SEED) $(PARTS)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11.0 --generate-hashes --no-emit-index-url --no-header --group install
# what is compiled is kept, or each process of the tests would compile all of them again
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run table test test-unbuilt test-pythons test-clients test-sources setup lint format evaluate bench bench-http bench-ledger bench-growth bench-solve bench-pack bench-wiktionary reader soak fuzz trials trials-operate screenshots examples lighthouse lock clean

run: setup
	$(BIN)/adjudicator serve --port $(PORT)

# for people around one table: on the local network, with a code to scan; a ledger of an older version is brought up to date first
table: setup
	$(BIN)/adjudicator ledger migrate
	$(BIN)/adjudicator serve --table --port $(PORT)

# what takes seconds to make of the lexicon, and each process of the tests would make again, is made first, unless it is there
test: setup $(DEV_STAMP)
	@$(BIN)/adjudicator pack build >/dev/null
	@$(BIN)/python -c "from adjudicator.resources import lexicon_path as path; from adjudicator.runtime.current import keep_ready; keep_ready(path())"
	$(TESTS) -n $(WORKERS)

# PARTS that need no lexicon, in one process, while another builds
test-unbuilt: $(DEV_STAMP)
	$(TESTS) -n 1

# on every other promised Python that the machine has, in turn
test-pythons:
	.ci/pythons | tail -n +2 | while read -r version python; do \
	  echo "Python $$version"; \
	  $(MAKE) --no-print-directory test VENV=.venv-$$version PYTHON=$$python PARTS="$(PORTABLE)" || exit; \
	done

# generated clients and those that others wrote for dictionaryapi.dev, against a server; needs Node and Java, which it installs where it may
test-clients: setup $(DEV_STAMP)
	$(BIN)/python -m tests.clients

test-sources: setup $(DEV_STAMP)
	$(BIN)/python -m tests.sources "$(SOURCES)"

setup: $(STAMP)
	$(BIN)/python -m compileall -q -j 0 adjudicator scrapers
	$(BIN)/adjudicator build

$(STAMP): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or later is needed. Name one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq install -y python3-venv; } || { \
	  echo "Python's venv is missing. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements.lock
	$(BIN)/python -m pip uninstall -qq --yes adjudicator  # what this was called in older environments
	$(PIP) --no-deps --no-build-isolation -e .
	touch $@

# by uv, which takes a third of the time and comes first; by pip where that alone knows the way to an index
$(DEV_STAMP): $(STAMP) requirements-dev.lock
	sed -n '/^uv==/,/[^\\]$$/p' requirements-dev.lock | $(PIP) --require-hashes -r /dev/stdin
	$(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r requirements-dev.lock || $(PIP) --require-hashes -r requirements-dev.lock
	touch $@

lint: $(DEV_STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy docs/conf.py docs/_ext

format: $(DEV_STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

evaluate: setup $(DEV_STAMP)
	$(BIN)/python -m tests.evaluation $(GOLD)

bench: setup $(DEV_STAMP)
	$(BIN)/python -m tests.benchmarks.bench

bench-http: setup $(DEV_STAMP)
	$(BIN)/python -m tests.benchmarks.bench_http

soak: setup $(DEV_STAMP)
	$(BIN)/python -m tests.benchmarks.soak --minutes $(MINUTES)

bench-ledger: setup $(DEV_STAMP)
	$(BIN)/python -m tests.benchmarks.bench_ledger --postgresql

bench-growth: setup $(DEV_STAMP)
	$(BIN)/python -m tests.benchmarks.bench_growth

bench-solve: setup $(DEV_STAMP)
	$(BIN)/python -m tests.benchmarks.bench_solve

bench-pack: setup $(DEV_STAMP)
	$(BIN)/python -m tests.benchmarks.bench_pack

# what the page in one file has of the reader in TypeScript; it takes Node and npm
reader:
	cd adjudicator/packs/typescript && npm ci --no-audit --no-fund && npm run build
	cp adjudicator/packs/typescript/dist/pack.js adjudicator/packs/device/reader.js

bench-wiktionary: setup $(DEV_STAMP)
	$(BIN)/python -m tests.benchmarks.bench_wiktionary

trials: setup $(DEV_STAMP)
	$(MAKE) test SWEEPS=whole
	$(BIN)/python -m tests.ledger.races --processes 8 --edits 10000
	$(BIN)/python -m tests.ledger.races --processes 8 --edits 10000 --postgresql
	$(BIN)/python -m tests.ledger.crashes --times 100
	$(BIN)/python -m tests.ledger.crashes --times 100 --postgresql
	$(BIN)/python -m tests.ledger.halves --times 50
	$(BIN)/python -m tests.ledger.halves --times 50 --postgresql
	$(BIN)/python -m tests.ledger.holds
	$(BIN)/python -m tests.ledger.restarts --times 20
	$(BIN)/python -m tests.ledger.frozen --seconds 300
	$(BIN)/python -m tests.load.kills --times 100
	$(BIN)/python -m tests.load.threads --seconds 120
	$(BIN)/python -m tests.load.slow
	$(BIN)/python -m tests.load.hostile --minutes 60
	$(BIN)/python -m tests.lexicon.flips --flips 2000
	$(BIN)/python -m tests.load.worst --examples 300
	$(BIN)/python -m tests.load.stops
	$(BIN)/python -m tests.load.large
	$(BIN)/python -m tests.wordfiles.libreoffice

# the files for operators on systems of their own: the unit under systemd with nginx in front, the containers under podman; root on Debian
trials-operate: setup $(DEV_STAMP)
	$(BIN)/python -m tests.operate.unit
	$(BIN)/python -m tests.operate.containers

# strictly: every reference resolves, and a warning is an error
.PHONY: docs
docs: $(DEV_STAMP)
	$(BIN)/sphinx-build -n -W -q -b html docs build/docs

fuzz: setup $(DEV_STAMP)
	$(BIN)/python -m tests.benchmarks.fuzz --cases $(CASES)

# the answers that the OpenAPI document shows
examples: setup $(DEV_STAMP)
	@$(BIN)/adjudicator pack build >/dev/null
	SWEEPS=each EXAMPLES=write $(BIN)/pytest -q -p no:randomly tests/web/test_openapi.py -k test_examples_are_answered

screenshots: setup $(DEV_STAMP)
	$(BIN)/python -m tests.browser.screenshots
	$(BIN)/python -m tests.browser.screenshots --docs

# Lighthouse's scores of the pages; needs Node and npm, which fetches it
lighthouse: setup $(DEV_STAMP)
	$(BIN)/python -m tests.browser.lighthouse

# for the lowest Python that is promised, and for every system; what both locks have, they have in one version
lock: $(DEV_STAMP)
	$(COMPILE) -o requirements.lock pyproject.toml
	$(COMPILE) --extra dev --constraints requirements.lock -o requirements-dev.lock pyproject.toml
	for each in tests/clients/locks/*.in; do $(subst --group install,,$(COMPILE)) -o $${each%.in}.txt $$each || exit; done
	cd tests/clients && npm install --package-lock-only

clean:
	rm -rf .venv .venv-* build .mypy_cache .ruff_cache .pytest_cache
