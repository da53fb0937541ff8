# Everything is installed into .venv, from the hashed requirement files, and only when those change.

PYTHON ?= python3
ARGS ?=
BIN ?= $(HOME)/.local/bin
# Tests run on one process more than there are cores, because a third of the time they wait for a browser, a database or
# another program. For a few tests JOBS=0 is quicker.
JOBS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

venv := .venv
bin := $(venv)/bin
# A stamp says that what it names is installed. The development tools are a superset of the base.
base := $(venv)/.installed-base
dev := $(venv)/.installed-dev
# Tests call make too: what was given to this one is not for those, nor from a make around it.
alone := env -u MAKEFLAGS -u MAKELEVEL -u MAKEOVERRIDES -u MFLAGS
pip := $(bin)/python -m pip --require-virtualenv --disable-pip-version-check -q -q

# How many inputs are spoiled, and which.
INPUTS ?= 1000000
FIRST ?= 0
FAULTS ?= 1000000
SEED ?= $(shell date +%Y%m%d)

# Without UPGRADE=--upgrade only what changed in pyproject.toml moves.
UPGRADE ?=
compile := $(bin)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --custom-compile-command "make lock" --group build
# Every file is a part of all.txt, so any of them can be installed beside any other.
part := $(compile) --no-annotate -c requirements/all.txt

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run play install test quick nightly check docs site web release fuzz faults kills simulate coverage mutants hunt routes lock clean

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s  %s\n", $$1, $$2 }' Makefile

run: $(base) ## open the tables in the browser (make run ARGS="show wa/spanish-21" runs a command)
	@$(bin)/pitboss $(or $(ARGS),serve)

play: $(base) ## open the lobby in the terminal
	@$(bin)/pitboss

install: $(base) ## link the program pitboss into ~/.local/bin (make install BIN=/some/where)
	@mkdir -p "$(BIN)"
	@ln -sf "$(CURDIR)/$(bin)/pitboss" "$(BIN)/pitboss"
	@echo "$(BIN)/pitboss runs Pitboss now."
	@case ":$$PATH:" in *":$(BIN):"*) ;; *) echo "Put $(BIN) on your PATH to run it as pitboss." ;; esac

# A file stays with one process, which keeps what its tests share; the longest files come first.
test: $(dev) ## run the tests (make test ARGS="tests/cards")
	@$(alone) $(bin)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder $(ARGS)

# Cards, patterns, the rule book and the engine: every clause, and no browser, database or compiler.
quick: $(dev) ## run the tests of rules and rounds alone, in under a minute
	@$(bin)/python -m pytest -q -n $(JOBS) --dist loadfile @tests/quick.txt $(ARGS)

nightly: $(dev) ## run every long proof that is not done yet (ARGS="tests/exact fuzz/3" runs parts)
	@$(alone) $(bin)/python -m tools.nightly --jobs $(JOBS) $(ARGS)

check: $(dev) ## lint, format, types, layers: what must hold before a commit
	$(bin)/ruff check
	$(bin)/ruff format --check
	$(bin)/mypy
	$(bin)/lint-imports --no-logo

docs: $(dev) ## write the generated pages of docs/ and the golden files of the tests again
	@$(bin)/python -m tools.generate $(ARGS)

web: $(dev) ## build the page of web/ into the package (needs Node)
	@$(bin)/python -m tools.web

OUT ?= build/site
site: $(dev) ## build the documentation into the package, and the lab without a server into a folder (OUT=build/site)
	@$(bin)/python -m tools.site
	@rm -rf "$(OUT)"
	@$(bin)/pitboss site --out "$(OUT)"

release: $(dev) ## build dist/, look into it, and try the wheel in an empty environment
	@$(bin)/python -m tools.release

fuzz: $(dev) ## spoil a million inputs of every kind (INPUTS=1000 SEED=7)
	@$(bin)/python -m tools.fuzz --first $(FIRST) --inputs $(INPUTS) --seed $(SEED)

faults: $(dev) ## let a store fail a million times under play, and audit the books (FAULTS=1000 SEED=7)
	@$(bin)/python -m tools.faults --faults $(FAULTS) --seed $(SEED)

KILLS ?= 500
kills: $(dev) ## kill a floor of 64 busy tables at random, and audit its books (KILLS=500 SEED=7)
	@$(bin)/python -m tools.kills --kills $(KILLS) --seed $(SEED)

NIGHT ?=
simulate: $(dev) ## simulate the whole floor: one seed (SEED=7), or many (NIGHT=600 seconds, ARGS=--all)
	@PYTHONHASHSEED=0 $(bin)/python -m tests.simulation $(if $(NIGHT),--seconds $(NIGHT),--seed $(SEED)) $(ARGS)

coverage: $(dev) ## show which branches the tests of the money packages run (PACKAGE=ledger)
	@$(bin)/python -m tools.coverage_table $(PACKAGE)

mutants: $(dev) ## change the money packages: a test must fail each time (PACKAGE=ledger ARGS=--again)
	@$(bin)/python -m tools.mutants $(PACKAGE) $(ARGS)

SECONDS ?= 60
hunt: $(dev) ## let Atheris look for inputs that break a reader (SECONDS=60 SEED=7 ARGS=record)
	@$(bin)/python -m tools.hunt --seconds $(SECONDS) --seed $(SEED) $(ARGS)

routes: $(dev) ## call every route of /openapi.json with random values (SECONDS=60 SEED=7)
	@$(bin)/python -m tools.call_routes --seconds $(SECONDS) --seed $(SEED)

lock: $(dev) ## compile requirements/*.txt from pyproject.toml (UPGRADE=--upgrade takes newer releases)
	$(compile) $(UPGRADE) --group dev --all-extras -o requirements/all.txt
	$(part) -o requirements/base.txt
	$(part) --group dev -o requirements/dev.txt
	$(part) --group site -o requirements/site.txt
	$(part) --extra fast -o requirements/fast.txt
	$(part) --extra gpu -o requirements/gpu.txt
	$(part) --extra cluster -o requirements/cluster.txt
	$(part) --extra data -o requirements/data.txt
	$(part) --extra gym -o requirements/gym.txt
	$(part) --extra mcp -o requirements/mcp.txt
	$(part) --extra pettingzoo -o requirements/pettingzoo.txt
	$(part) --extra postgres -o requirements/postgres.txt
	$(part) --extra report -o requirements/report.txt
	$(part) --extra postgres --extra fast --extra report -o requirements/server.txt

clean: ## remove .venv, caches and builds
	rm -rf $(venv) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} + 2> /dev/null || true

$(bin)/python:
	@command -v $(PYTHON) > /dev/null || { \
		echo "Pitboss needs Python 3.11 or newer, and there is no $(PYTHON) here: name one with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Pitboss needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) -V 2>&1): name another with PYTHON=python3.12." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { \
		echo "$(PYTHON) cannot make a virtual environment: install its venv package (on Debian and Ubuntu, python3-venv)." >&2; exit 1; }
	@$(PYTHON) -m venv $(venv) || { rm -rf $(venv); exit 1; }

$(base): requirements/base.txt pyproject.toml | $(bin)/python
	@echo "Setting up Pitboss in $(venv) ..."
	@$(bin)/python tools/set_up.py requirements/base.txt
	@$(pip) install --no-deps --no-build-isolation -e .
	@echo "Pitboss is set up. To run it as 'pitboss' anywhere: make install"
	@touch $@

$(dev): requirements/dev.txt requirements/base.txt pyproject.toml | $(bin)/python
	@echo "Setting up Pitboss and its development tools in $(venv) ..."
	@$(bin)/python tools/set_up.py requirements/dev.txt
	@$(pip) install --no-deps --no-build-isolation -e .
	@touch $(base) $@
