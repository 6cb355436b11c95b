# Python 3.11 or later and a package index are all that is needed. Run `make` for the list of targets.
# On Windows it needs a shell such as that of Git for Windows.

VENV := .venv
ifeq ($(OS),Windows_NT)
PYTHON ?= python
BIN := $(VENV)/Scripts
else
PYTHON ?= python3
BIN := $(VENV)/bin
endif
SOURCES := src tests examples training web docsite
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play site terminal client types test quick engines ready cover check format docs bench golden lock clean

help: ## list all targets
	@echo "qwixx: make TARGET"
	@$(PYTHON) -c "import re; [print('  %-10s%s' % found) for found in re.findall('(?m)^([a-z]+):.*?## (.*)', open('Makefile').read())]"

# The locks hold hashes and no address of any index; what they install is recorded by a stamp.
$(VENV)/play.stamp: requirements/play.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("qwixx needs Python 3.11 or later, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@test -d $(BIN) || $(PYTHON) -m venv $(VENV)
	@echo "installing qwixx into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/play.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt $(VENV)/play.stamp
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements/dev.txt
	@touch $@

# The browser client is rebuilt when one of its files is newer than the page.
PAGE := src/qwixx/server/static/index.html
# Games on a device have the packages of web/device/packages.txt in them, too.
CLIENT := requirements/device.txt
CLIENT += $(shell $(PYTHON) -c "from pathlib import Path; web = [top for top in Path('web').iterdir() if top.name not in ('node_modules', 'codegen')]; ours = [Path('src/qwixx', name) for name in Path('web/device/packages.txt').read_text().split()]; print(*(path.as_posix() for tops, pattern in ((web, '*'), (ours, '*.py')) for top in tops for path in (top, *top.rglob(pattern)) if path.is_file() and path.suffix != '.pyc'))")

$(PAGE): $(VENV)/play.stamp $(CLIENT)
	@$(BIN)/python web/build.py

client: $(PAGE) ## build the browser client

play: $(PAGE) ## open tables in the browser, here and for phones; ARGS="--port 9000" and so on
	@$(BIN)/qwixx serve $(ARGS) || test $$? -eq 130

SITE ?= build/site
site: $(VENV)/play.stamp ## write a site of files that needs no server: bots, lessons, score pad, replays; SITE=FOLDER
	@$(BIN)/python web/build.py --site $(SITE)

terminal: $(VENV)/play.stamp ## play a game in the terminal; ARGS="--game cards" and so on
	@$(BIN)/qwixx play $(ARGS) || test $$? -eq 130

types: $(VENV)/play.stamp ## generate what the client takes from Python: types of messages, pages, the rules' data
	$(BIN)/python -m web.codegen

# What failed beside other tests runs once more, alone: docs/decisions.md says why. Both results are printed.
ALONE = { echo "RUNNING AGAIN what failed, alone:"; $(BIN)/python -m pytest --last-failed --last-failed-no-failures none; }

# Two at a time: the checks keep one core busy while the client is built and the tests' code compiled on
# another, the nets before the rest since they take longest.
test: ## run all checks and tests
	@$(MAKE) --no-print-directory -j2 ready
	@$(BIN)/python -m tests.engines
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS) || $(ALONE)
	$(BIN)/qwixx conform tests/conformance/*.json
	@$(BIN)/python -c 'import torch' 2> /dev/null || echo "NOT RUN: tests/training, which needs PyTorch; see training/README.md"
	@$(BIN)/python -m tests.engines --report

engines: $(VENV)/dev.stamp $(PAGE) ## visit every screen in WebKit and Firefox at every size in both themes; ARGS="FOLDER" for the pictures
	@$(BIN)/python -m tests.engines.matrix $(ARGS)

ready: check client compile-nets cover compile-solver

compile-%: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.compiled_code $*

# The examples of the rules have to cover them. All other tests call them, too, and would take up to three
# times as long if every line was followed.
cover: $(VENV)/dev.stamp
	$(BIN)/coverage run -m pytest -q src/qwixx/rules tests/rules tests/conform --ignore=tests/rules/test_whole_games.py
	$(BIN)/coverage report --show-missing --skip-covered --fail-under=100

quick: $(VENV)/dev.stamp ## run what a change needs, in under a minute; FILES="…", or all that differs from the last commit
	@$(BIN)/python -m tests.quick $(FILES)

check: $(VENV)/dev.stamp ## lint, types and the direction of imports
	$(BIN)/ruff format --check --quiet $(SOURCES)
	$(BIN)/ruff check --quiet $(SOURCES)
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/windows src
	$(BIN)/lint-imports --no-logo
	$(BIN)/python web/check.py

format: $(VENV)/dev.stamp ## format the code
	$(BIN)/ruff format $(SOURCES)
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/python web/check.py --write

docs: $(VENV)/dev.stamp ## build the documentation site in build/docs; a broken link or a page without a place fails
	@$(BIN)/python -m docsite

bench: $(VENV)/dev.stamp $(PAGE) ## measure the speed of rules, simulator, solver, environments, server and client
	$(BIN)/python -m tests.bench.rules
	$(BIN)/python -m tests.bench.sim
	$(BIN)/python -m tests.bench.solver
	$(BIN)/python -m tests.bench.envs
	$(BIN)/python -m tests.bench.server
	$(BIN)/python -m tests.bench.floods
	$(BIN)/python -m tests.bench.memory
	$(BIN)/python -m tests.bench.first_visit
	$(BIN)/python -m tests.bench.frames
	$(BIN)/python -m tests.bench.lost_connection
	$(BIN)/python -m tests.bench.device

golden: $(VENV)/dev.stamp ## regenerate the golden games; read the diff
	$(BIN)/python -m tests.golden.regenerate

LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade --custom-compile-command "make lock"
lock: ## update the lock files; needs uv
	$(LOCK) --extra serve --group build -o requirements/play.txt pyproject.toml
	$(LOCK) --extra all --extra cluster --group dev -o requirements/dev.txt pyproject.toml
	$(LOCK) --extra host -o requirements/host.txt pyproject.toml

clean: ## remove the environment and everything that was built
	rm -rf $(VENV) web/node_modules src/qwixx/server/static dist build htmlcov mutants .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache \
	    .hypothesis .import_linter_cache
	$(PYTHON) -c "import glob, shutil; [shutil.rmtree(folder) for root in ('src', 'tests', 'web') for folder in glob.glob(root + '/**/__pycache__', recursive=True)]"
