# A Python 3.11 or later and a package index are all that is needed. `make` prints what there is.
# On Windows it needs a shell such as that of Git for Windows.

VENV := .venv
ifeq ($(OS),Windows_NT)
PYTHON ?= python
BIN := $(VENV)/Scripts
else
PYTHON ?= python3
BIN := $(VENV)/bin
endif
SOURCES := src tests examples training web
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play terminal client types test ready cover check format bench golden lock clean

help: ## print this list
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

# The browser client is built anew when one of its files is newer than the page.
PAGE := src/qwixx/server/static/index.html
CLIENT := $(shell $(PYTHON) -c "from pathlib import Path; print(*(path.as_posix() for top in Path('web').iterdir() if top.name != 'node_modules' for path in (top, *top.rglob('*')) if path.is_file() and path.suffix != '.pyc'))")

$(PAGE): $(VENV)/play.stamp $(CLIENT)
	@$(BIN)/python web/build.py

client: $(PAGE) ## build the browser client

play: $(PAGE) ## open tables in the browser, here and for phones; ARGS="--port 9000" and so on
	@$(BIN)/qwixx serve $(ARGS) || test $$? -eq 130

terminal: $(VENV)/play.stamp ## play a game in the terminal; ARGS="--game cards" and so on
	@$(BIN)/qwixx play $(ARGS) || test $$? -eq 130

types: $(VENV)/play.stamp ## write anew what the client is told by Python: types of messages, and the rules' data
	$(BIN)/python -m qwixx.server.client.typescript web/src
	$(BIN)/python -m qwixx.server.client.lessons web/src/learn/lessons.json

# Two at a time: the checks keep one core busy while the client is built and the tests' code compiled on
# another, the nets before the rest since they take longest.
test: ## run every test and the checks
	@$(MAKE) --no-print-directory -j2 ready
	@$(BIN)/python -m tests.browser.chromium > /dev/null
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS)
	$(BIN)/qwixx conform tests/conformance/*.json
	@$(BIN)/python -c 'import torch' 2> /dev/null || echo "NOT RUN: tests/training, which needs PyTorch; see training/README.md"

ready: check client compile-nets cover compile-solver

compile-%: $(VENV)/play.stamp
	@$(BIN)/python -m tests.compiled_code $*

# The examples of the rules have to cover them. All other tests call them, too, and would take up to three
# times as long if every line was followed.
cover: $(VENV)/dev.stamp
	$(BIN)/coverage run -m pytest -q src/qwixx/rules tests/rules tests/conform --ignore=tests/rules/test_whole_games.py
	$(BIN)/coverage report --show-missing --skip-covered --fail-under=100

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

golden: $(VENV)/dev.stamp ## write the golden games anew; read the diff
	$(BIN)/python -m tests.golden.regenerate

lock: ## write the lock files anew; needs uv
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	    --custom-compile-command "make lock" --extra build -o requirements/play.txt pyproject.toml
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	    --custom-compile-command "make lock" --extra build --extra dev -o requirements/dev.txt pyproject.toml
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	    --custom-compile-command "make lock" --extra host -o requirements/host.txt pyproject.toml

clean: ## remove the environment and everything that was built
	rm -rf $(VENV) web/node_modules src/qwixx/server/static dist build htmlcov mutants .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache \
	    .hypothesis .import_linter_cache
	$(PYTHON) -c "import glob, shutil; [shutil.rmtree(folder) for root in ('src', 'tests') for folder in glob.glob(root + '/**/__pycache__', recursive=True)]"
