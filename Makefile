# Sekijun from its checkout. Needs git, make and Python 3.11-3.13 with venv; everything else is fetched or brought along.
#   make run    web server, worker, beat and broker, with a demo club     ARGS="--port 9000" for options
#   make test   linters, then every test on SQLite and on PostgreSQL      ARGS="tests/league -k merge" for a part

FITS := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PYTHON ?= $(or $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c '$(FITS)' 2>/dev/null && echo $$p && break; done),python3)
BIN := .venv/bin
TEMPLATES := $(wildcard templates)

# Our own modules are compiled once, and browsers are never fetched by a package.
unexport PYTHONDONTWRITEBYTECODE
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: run test lint fmt bench soak lock venv venv-dev browser

run: venv
	@$(BIN)/python manage.py up $(ARGS)

test: venv-dev browser lint
	@$(BIN)/python -m tests.services --database both $(ARGS)

soak: venv-dev
	@$(BIN)/python -m tests.services --database both -m soak $(ARGS)

bench: venv-dev
	@$(BIN)/python -m benchmarks $(ARGS)

lint: venv-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(if $(TEMPLATES),$(BIN)/djlint --quiet --check --lint $(TEMPLATES))
	$(BIN)/lint-imports
	$(BIN)/mypy
	DJANGO_SETTINGS_MODULE=config.settings.test $(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m tools.check_deploy

fmt: venv-dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(if $(TEMPLATES),$(BIN)/djlint --quiet --reformat $(TEMPLATES))

COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

lock: venv-dev
	$(BIN)/$(COMPILE) requirements.in -o requirements.txt
	$(BIN)/$(COMPILE) requirements-dev.in -o requirements-dev.txt

venv:
	@$(PYTHON) tools/bootstrap.py requirements.txt

venv-dev:
	@$(PYTHON) tools/bootstrap.py requirements-dev.txt

browser:
	@$(BIN)/python -m tools.browser
