# Rallyman Tutor. `make tutor` starts it, `make test` checks everything; both set up .venv first, when needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq
CODE := rallyman_tutor tests
TSC := $(BIN)/node $(VENV)/typescript/node_modules/typescript/bin/tsc
export PYTHONUTF8 := 1

.PHONY: help tutor test site docs wire golden missing notes fingerprint laws mutants bench crowd tables puzzles format pins clean
.DELETE_ON_ERROR:

help:
	@echo "make tutor    set up, then start the tutor"
	@echo "make test     set up, then run every check (WIDE=1: the wide runs too)"
	@echo "make site     write the tutor as plain files for any web server (OUT=folder LESSONS=folder ONLY=folder BASE=/path/)"
	@echo "make docs     write the documentation as a site, with the tutor in it (OUT=folder)"
	@echo "make wire     write anew what goes between page and browser, as types for the page's scripts"
	@echo "make golden   write anew what the tutor says of every example, to be read in the diff"
	@echo "make missing  tell what a rule still lacks: examples, words, a row, a line in the changelog"
	@echo "make notes    print what CHANGELOG.md says of a version: the notes of its release (VERSION=0.1.0)"
	@echo "make fingerprint  one hash a game over 400 random games, to be taken before and after (GAME=dirt MANY=20)"
	@echo "make laws     try what is true of every answer on generated cases (GAME=dirt LAW=4 SEED=7 MANY=20000)"
	@echo "make mutants  put mistakes into the code and see whether the tests notice (ROOM=games/classic SEED=1 MANY=200)"
	@echo "make bench    measure speed (ROUNDS=2: only to see that it runs)"
	@echo "make crowd    open a thousand pages, ten at once, on a busy machine (LOADS=100: fewer)"
	@echo "make tables   work out the tables of solved stages that no longer fit (STAGES=\"first short\": only these)"
	@echo "make puzzles  collect the puzzles of the games that are solved anew (GAME=dirt: only these)"
	@echo "make format   put the code in order"
	@echo "make pins     renew the pinned versions in binder/"
	@echo "make clean    remove what make has made"
	@echo "PYTHON=...    which Python to build on (3.11 or later), now: $(PYTHON)"

tutor: $(VENV)/product
	@$(BIN)/rallyman-tutor

# Three workers on two cores: a test of a page waits for its browser most of the time. They and a hundred servers, kernels and
# commands import the same modules, which Python compiles once, whatever this machine tells it. Tests are compiled before the
# workers are there: three that begin at once would each do it for themselves. Types and rooms are checked meanwhile; each of
# these checks tells all it has to say once it is through, and those that fail are named at the end.
BESIDE := types scripts rooms
.PHONY: $(BESIDE)
test: export PYTHONDONTWRITEBYTECODE :=
test: $(VENV)/tests $(VENV)/typescript $(VENV)/pyodide $(VENV)/chromium $(if $(WIDE),$(VENV)/hub $(VENV)/nginx $(VENV)/docs $(VENV)/release)
	@echo "== format: ruff format --check" && $(BIN)/ruff format --check $(CODE)
	@echo "== lint: ruff check" && $(BIN)/ruff check $(CODE)
	@failed=$$(mktemp); \
	for check in $(BESIDE); do said=$$($(MAKE) -s $$check 2>&1) || echo $$check >>$$failed; printf '\n%s\n' "$$said"; done & \
	$(BIN)/python -m pytest --collect-only -qq >/dev/null; \
	echo "== tests: pytest$(if $(WIDE), --wide)"; \
	$(BIN)/python -m pytest -n 3 --dist worksteal --benchmark-disable $(if $(WIDE),--wide) || echo tests >>$$failed; \
	wait; sed 's/^/== failed: /' $$failed >&2; test ! -s $$failed; passed=$$?; rm $$failed; exit $$passed

types: $(VENV)/tests
	@echo "== types: mypy" && $(BIN)/mypy

scripts: $(VENV)/typescript
	@echo "== types of the page's scripts: tsc" && $(TSC) -p rallyman_tutor/widgets/page

rooms: $(VENV)/tests
	@echo "== rooms: lint-imports" && $(BIN)/lint-imports

OUT ?= build/site
site: $(VENV)/tests $(VENV)/pyodide
	@$(BIN)/rallyman-tutor site $(OUT) --pyodide $(VENV)/pyodide/node_modules/pyodide \
	    $(if $(LESSONS),--lessons $(LESSONS)) $(if $(ONLY),--only $(ONLY)) $(if $(BASE),--base-path $(BASE))

# Sphinx stands in an environment of its own: it makes pages of text, and asks nothing of the tutor.
docs: OUT = build/docs
docs: $(VENV)/tests $(VENV)/pyodide $(VENV)/docs
	@$(BIN)/rallyman-tutor site $(OUT)/tutor --pyodide $(VENV)/pyodide/node_modules/pyodide
	@$(BIN)/python -m rallyman_tutor.pages.docs build/docs-pages
	@$(VENV)/docs/bin/sphinx-build -q -W --keep-going -d build/docs-read build/docs-pages $(OUT)
	@echo "The documentation is in $(OUT). To see it: python3 -m http.server -d $(OUT)"

wire: $(VENV)/tests
	@$(BIN)/python -m tests.page.typescript

tables: $(VENV)/tests
	@$(BIN)/python -m tests.coach.solver.ship $(STAGES)

puzzles: $(VENV)/tests
	@$(BIN)/python -m tests.coach.collect $(GAME)

golden: $(VENV)/tests
	@$(BIN)/python -m tests.golden.golden && git --no-pager diff --stat tests/golden

missing: $(VENV)/tests
	@$(BIN)/python -m tests.games.missing

VERSION ?= $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' rallyman_tutor/__init__.py)
notes:
	@awk -v name='[$(VERSION)]' '/^## / {here = $$2 == name; found += here; next} here; END {exit !found}' CHANGELOG.md

fingerprint: $(VENV)/tests
	@$(BIN)/python -m tests.games.fingerprint $(GAME) $(if $(MANY),--many $(MANY))

laws: $(VENV)/tests
	@$(BIN)/python -m tests.laws.run $(GAME) $(if $(LAW),--law $(LAW)) $(if $(SEED),--seed $(SEED)) $(if $(MANY),--many $(MANY))

mutants: $(VENV)/mutants
	@$(BIN)/python -m tests.mutants.run $(if $(ROOM),--room $(ROOM)) $(if $(SEED),--seed $(SEED)) $(if $(MANY),--many $(MANY)) $(if $(LIMIT),--limit $(LIMIT))

bench: $(VENV)/bench $(VENV)/pyodide $(VENV)/chromium $(VENV)/nginx
	@$(BIN)/python -m pytest tests/bench -o "python_files=bench_*.py"

crowd: $(VENV)/tests $(VENV)/chromium
	@$(BIN)/python -m tests.bench.crowd $(if $(LOADS),--loads $(LOADS))

format: $(VENV)/tests
	@$(BIN)/ruff check --select I --fix $(CODE)
	@$(BIN)/ruff format $(CODE)

# Run it with the oldest Python we support (3.11.2 is a common one), so that every version fits them all.
PINS := $(VENV)/pins/bin/pip
pins: $(VENV)/tests
	@rm -rf $(VENV)/pins && $(PYTHON) -m venv $(VENV)/pins && $(PINS) install -qq --upgrade pip
	@$(PINS) install -qq . && $(PINS) freeze --exclude rallyman-tutor > binder/requirements.txt
	@$(PINS) install -qq --group test && $(PINS) freeze --exclude rallyman-tutor \
	    | grep -vxFf binder/requirements.txt > binder/requirements-test.txt
	@$(PINS) install -qq --group bench && $(PINS) freeze --exclude rallyman-tutor \
	    | grep -vxFf binder/requirements.txt | grep -vxFf binder/requirements-test.txt > binder/requirements-bench.txt
	@$(PINS) install -qq --group mutants && $(PINS) freeze --exclude rallyman-tutor \
	    | grep -vxFf binder/requirements.txt | grep -vxFf binder/requirements-test.txt \
	    | grep -vxFf binder/requirements-bench.txt > binder/requirements-mutants.txt
	@$(PINS) install -qq --group hub && $(PINS) freeze --exclude rallyman-tutor \
	    | grep -vxFf binder/requirements.txt | grep -vxFf binder/requirements-test.txt \
	    | grep -vxFf binder/requirements-bench.txt | grep -vxFf binder/requirements-mutants.txt > binder/requirements-hub.txt
	@rm -rf $(VENV)/pins && $(PYTHON) -m venv $(VENV)/pins && $(PINS) install -qq --upgrade pip
	@$(PINS) install -qq --group docs && $(PINS) freeze > binder/docs/requirements.txt
	@rm -rf $(VENV)/pins && $(PYTHON) -m venv $(VENV)/pins && $(PINS) install -qq --upgrade pip
	@$(PINS) install -qq --group release && $(PINS) freeze > binder/release/requirements.txt
	@cd binder/typescript && $(CURDIR)/$(BIN)/npm install --silent --save-dev --save-exact --package-lock-only \
	    --omit-lockfile-registry-resolved typescript@6
	@rm -rf $(VENV)/pins && wc -l binder/requirements*.txt

clean:
	rm -rf $(VENV) dist build .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

# Set-up. Each stamp under .venv is as old as the last installation of what it names.

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "Rallyman Tutor needs Python 3.11 or later, and '$(PYTHON)' is not; say which to take: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    package=python$$($(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv; \
	    if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	        echo "== set-up: apt-get install $$package"; \
	        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$package; } </dev/null; \
	    else \
	        echo "'$(PYTHON)' cannot make virtual environments: install the system package $$package, then run make again." >&2; exit 1; \
	    fi; }
	@echo "== set-up: $(VENV), from $$($(PYTHON) --version)"
	@$(PYTHON) -m venv --clear $(VENV) && touch $@

$(VENV)/product: binder/requirements.txt pyproject.toml $(VENV)/python
	@echo "== set-up: what the tutor needs, as pinned in binder/requirements.txt"
	@$(PIP) -r binder/requirements.txt && $(PIP) --no-deps --editable . && touch $@

$(VENV)/tests: binder/requirements-test.txt $(VENV)/product
	@echo "== set-up: what the tests need, as pinned in binder/requirements-test.txt"
	@$(PIP) -r binder/requirements.txt -r binder/requirements-test.txt && touch $@

$(VENV)/typescript: binder/typescript/package.json binder/typescript/package-lock.json $(VENV)/tests
	@echo "== set-up: what checks the page's scripts, as pinned in binder/typescript"
	@rm -rf $@ && mkdir -p $@ && cp binder/typescript/*.json $@
	@$(BIN)/npm ci --silent --no-audit --no-fund --prefix $@ && touch $@

$(VENV)/pyodide: binder/pyodide/package.json binder/pyodide/package-lock.json $(VENV)/tests
	@echo "== set-up: Python for the browser, as pinned in binder/pyodide"
	@rm -rf $@ && mkdir -p $@ && cp binder/pyodide/*.json $@
	@$(BIN)/npm ci --silent --no-audit --no-fund --prefix $@ && touch $@

# First of all Chromium without its window, where the system has a package of it: no buttons and menus are drawn for nobody.
$(VENV)/chromium: $(VENV)/python
	@command -v chromium-headless-shell >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || { \
	    echo "== set-up: apt-get install chromium-headless-shell"; export DEBIAN_FRONTEND=noninteractive; apt-get update -qq; \
	    apt-get install -y -qq chromium-headless-shell || command -v chromium || apt-get install -y -qq chromium || true; } </dev/null
	@for name in chromium-headless-shell chromium chromium-browser google-chrome; do command -v $$name >/dev/null && exit; done; \
	    echo "Pages are tested in a browser: install the system package chromium, then run make again." >&2; exit 1
	@touch $@

$(VENV)/nginx: $(VENV)/python
	@PATH="$$PATH:/usr/sbin" command -v nginx >/dev/null || { \
	    if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	        echo "== set-up: apt-get install nginx-light"; \
	        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq nginx-light; } </dev/null; \
	    else \
	        echo "The static edition is tested behind nginx: install the system package nginx, then run make again." >&2; exit 1; \
	    fi; }
	@touch $@

$(VENV)/bench: binder/requirements-bench.txt $(VENV)/tests
	@echo "== set-up: engines to compare speed with, as pinned in binder/requirements-bench.txt"
	@$(PIP) -r binder/requirements.txt -r binder/requirements-bench.txt && touch $@

$(VENV)/mutants: binder/requirements-mutants.txt $(VENV)/tests
	@echo "== set-up: what makes mistakes, as pinned in binder/requirements-mutants.txt"
	@$(PIP) -r binder/requirements.txt -r binder/requirements-test.txt -r binder/requirements-mutants.txt && touch $@

$(VENV)/docs: binder/docs/requirements.txt $(VENV)/python
	@echo "== set-up: what makes the documentation, as pinned in binder/docs/requirements.txt"
	@$(PYTHON) -m venv --clear $@ && $@/bin/python -m pip --disable-pip-version-check install -qq -r binder/docs/requirements.txt && touch $@

$(VENV)/release: binder/release/requirements.txt $(VENV)/python
	@echo "== set-up: what a release is built and looked at with, as pinned in binder/release/requirements.txt"
	@$(PYTHON) -m venv --clear $@ && $@/bin/python -m pip --disable-pip-version-check install -qq -r binder/release/requirements.txt && touch $@

$(VENV)/hub: binder/requirements-hub.txt binder/package.json $(VENV)/tests
	@command -v npm >/dev/null || { \
	    echo "JupyterHub's proxy is a program of Node's: install the system packages nodejs (20 or later) and npm, then run make again." >&2; exit 1; }
	@echo "== set-up: JupyterHub with its proxy, Notebook 7, marimo and Dask, as pinned in binder/"
	@$(PIP) -r binder/requirements.txt -r binder/requirements-hub.txt \
	    -c binder/requirements-mutants.txt  # they share some
	@mkdir -p $@ && cp binder/package.json $@ && npm install --silent --no-audit --no-fund --prefix $@ && touch $@
