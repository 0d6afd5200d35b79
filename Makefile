# `make` alone tells what there is to make.
.DEFAULT_GOAL := help
.PHONY: help venv client test lint types check bench eval calibrate docs demo record install uninstall lock

PYTHON ?= python3
EVAL ?= ../shared/eval
BIN := .venv/bin
STAMP := .venv/.stamp
CLIENT_VERSION := 2.1.332
CLIENT := @anthropic-ai/claude-code
COMPILE := $(BIN)/uv pip compile --quiet --no-header --universal --generate-hashes --python-version 3.10 pyproject.toml

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

venv: $(STAMP) ## make .venv with the locked development packages

$(STAMP): requirements-dev.txt
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

client: ## fetch the Claude Code client that the end-to-end tests start
	@grep -qs '"version": "$(CLIENT_VERSION)"' .cache/client/node_modules/$(CLIENT)/package.json \
	  || npm install --no-save --no-audit --no-fund --prefix .cache/client $(CLIENT)@$(CLIENT_VERSION)

test: venv ## run all tests
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory client \
	  || echo 'No client could be fetched: tests that start it cannot run.' >&2; fi
	$(BIN)/python -m pytest -q -n 2 --dist worksteal

lint: venv ## check the code's form
	$(BIN)/ruff check .

types: venv ## check the code's types
	$(BIN)/mypy

check: lint types test ## all of the above: what has to pass before a change goes in

bench: venv ## measure the hooks against their budget
	@PYTHONPATH=scripts $(BIN)/python tests/bench/bench.py

eval: venv ## measure the quality of extraction and recall
	@PYTHONPATH=scripts:tests $(BIN)/python tests/eval/eval.py $(EVAL) $(ONLY)

calibrate: venv ## show what recall's two floors cost and bring, to choose them by
	@PYTHONPATH=scripts:tests $(BIN)/python tests/eval/calibrate.py $(SET)

docs: venv ## write docs/commands.md anew from the help
	@PYTHONPATH=scripts:tests $(BIN)/python tests/commands_doc.py

demo: venv ## show a memory being made and used, without touching your own
	$(BIN)/python scripts demo

record: venv client ## make docs/recording.md and its pictures anew, from a real terminal
	@PYTHONPATH=scripts:tests $(BIN)/python tests/record.py

install: ## install Reverie for your user in Claude Code
	@$(PYTHON) -S scripts install

uninstall: ## take Reverie away; memories stay
	@$(PYTHON) -S scripts uninstall

lock: venv ## resolve requirements.txt and requirements-dev.txt anew from pyproject.toml
	$(call locked,requirements.txt,)
	$(call locked,requirements-dev.txt,--extra dev --constraint requirements.txt)

define locked
@printf '# Locked from pyproject.toml with every hash; `make lock` writes this file anew.\n' > $(1).new
$(COMPILE) $(2) >> $(1).new
@mv $(1).new $(1)
endef
