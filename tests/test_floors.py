"""The one drawing of the building: which module stands on which floor, and what may be imported where."""
from __future__ import annotations

import ast
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[1] / "scripts"
PACKAGE = SCRIPTS / "reverie"

FLOORS: tuple[tuple[str, str], ...] = (
    ("words", "errors places event record whole lock settings options configfile money lexicon lexicon.stopwords"
              " lexicon.stems lexicon.hangul tokens likeness lexicon.spellings lexicon.glossary lexicon.phrases"
              " framing journal freshness prompt wire head glance memory_text"),
    ("nouns", "session news pause layers agents agents.naming excerpt readonly migrate asks query lookup shelf usage"
              " recalls tombstones lessons lessons.learned portage.imported team team.trust dreams rehouse"
              " rehouse.identity agents.runs synced fired ledger proposals native clientdream pathnames checkout"
              " origins project summaries spool wake index catalog library archive secrets secrets.shapes"
              " secrets.contexts secrets.suspicion secrets.values secrets.redaction hosts hosts.claude transcripts"
              " transcripts.claude transcripts.deeds models models.reply models.child models.headless"
              " models.scripted models.command models.anthropic models.claude models.fork"
              " models.offline.english_words models.offline.guards models.offline.language models.offline.days"
              " models.offline.english_cues models.offline.english_days models.offline.french_days"
              " models.offline.german_days models.offline.japanese_days models.offline.korean_days"
              " models.offline.linking models.offline.sentences models.offline.spanish_days models.offline.tools"
              " models.offline.chinese_hints models.offline.chinese models.offline.english_hints"
              " models.offline.english models.offline.french_cues models.offline.french models.offline.german_cues"
              " models.offline.german models.offline.japanese models.offline.korean models.offline.spanish_cues"
              " models.offline.spanish models.offline.wording models.offline.rules models.offline.facts"
              " models.offline installing installing.venv installing.copies installing.receipt"
              " installing.clientsettings installing.registration installing.clientskills conversations"
              " conversations.passages conversations.search conversations.snippet conversations.files team.files"
              " team.git team.branch team.send history history.revision history.gitbook history.copybook"
              " history.storefiles history.rebook history.log history.spans listing house agents.stores"
              " rehouse.repository local_store portage portage.item portage.folder portage.outgoing portage.parcel"
              " portage.claude portage.qwen portage.gemini portage.codex portage.claude_mem"),
    ("judgement", "history.merge relist sync sync.side sync.pairing sync.burials sync.texts sync.merging sync.guard"
                  " dream dream.draft dream.tokens dream.rows dream.merging dream.duplicates dream.day_words"
                  " dream.dates dream.heads dream.succession dream.links dream.mechanical dream.measures"
                  " dream.moments dream.tongue dream.saying dream.denials dream.parts dream.facts dream.source"
                  " dream.losses dream.inventions dream.intrusion dream.naming dream.rewritten dream.ops dream.plan"
                  " dream.ask dream.decay team.marks team.shareable gates gate burial judge scope recall telling"
                  " offers portage.twins weigh lessons.account lessons.digest lessons.retold lessons.repeated uses"),
    ("jobs", "history.commits newsdesk reconcile team.layer team.review team.share keep portage.admission"
             " portage.intake extract choose lessons.summary conversations.consent conversations.job tally ordering"
             " team.sync enact due propose consolidate lessons.job agents.work lessons.procedures traces forget"
             " history.undo history.restore sync.git sync.repo sync.remote sync.naming sync.local sync.apply"
             " sync.job rehouse.files rehouse.rows rehouse.folders rehouse.past rehouse.job rehouse.relocate bundle"
             " bundle.form bundle.rows bundle.wanted bundle.past bundle.place bundle.plan bundle.part bundle.job"
             " moving editing errands installing.install demo report report.figures report.kept report.growth"
             " report.runs report.changes report.links report.gather report.charts report.tables report.page stats"
             " why"),
    ("families", "tables on on.session_start on.prompt on.pre_tool on.tool on.turn_end on.subagent_start commands"
                 " commands.completion commands.list commands.recall commands.remember commands.move commands.show"
                 " commands.sync commands.setup commands.demo commands.extract commands.pause commands.review"
                 " commands.search commands.cite commands.dream commands.log commands.diff commands.undo"
                 " commands.restore commands.forget commands.skills commands.port commands.share commands.team"
                 " commands.agents commands.bundle commands.relocate commands.report commands.stats commands.why"
                 " commands.config checks checks.hooks checks.versions checks.interpreter checks.packages"
                 " checks.home checks.disk checks.settings checks.spool checks.marker checks.fired checks.store"
                 " checks.index checks.catalog checks.ledger checks.history checks.leftovers checks.backend"
                 " checks.money checks.native checks.clock checks.log doctor commands.doctor stock health standing"
                 " commands.status commands.add commands.edit commands.pin"),
    ("doors", "desk hook worker prepare setup cli enter"),
)
"""From the ground up; within a floor a module may import those before it."""
ORDER = [name for _, names in FLOORS for name in names.split()]

HEAVY = {"typing", "dataclasses", "logging", "subprocess", "pathlib", "tempfile", "importlib.resources"}
"""Standard modules that cost a hook more than it has: two to eleven milliseconds each."""
FOREIGN = {"tables": {"click"}, "head": {"frontmatter", "yaml"}, "cli": {"click"}, "models.anthropic": {"anthropic"},
           "report.charts": {"pygal"}, "report.page": {"jinja2"}}
"""Who may import what is not Python's own; each of `commands` may import click."""


def _modules() -> dict[str, Path]:
    return {_name(path): path for path in sorted(PACKAGE.rglob("*.py")) if path != PACKAGE / "__init__.py"}


def _name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")


MODULES = _modules()
TREES = {name: ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 10)) for name, path in MODULES.items()}


def _inside(target: str, names: list[str]) -> Iterator[str]:
    """The modules of ours behind `from target import names`."""
    for name in names:
        yield f"{target}.{name}" if f"{target}.{name}".removeprefix("reverie.") in MODULES else target


def _imports(node: ast.AST) -> Iterator[str]:
    """Full names of all modules that the import statements below `node` name."""
    for each in ast.walk(node):
        if isinstance(each, ast.Import):
            yield from (alias.name for alias in each.names)
        elif isinstance(each, ast.ImportFrom):
            assert not each.level and each.module, "imports are absolute"
            yield from _inside(each.module, [alias.name for alias in each.names])


def _at_run_time(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements of a module that run, without those under `if TYPE_CHECKING`."""
    for node in tree.body:
        if not (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            yield node


def _ours(names: Iterator[str]) -> set[str]:
    return {name.removeprefix("reverie.") for name in names if name.startswith("reverie.")}


def _named(tree: ast.Module) -> set[str]:
    """Modules of ours that stand in the module as text, to be imported through a table."""
    said = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {name for name in MODULES if f"reverie.{name}" in said}


def _hot() -> set[str]:
    """All that a hook may load: what `hook` imports, or names in a table, and so on down."""
    found, todo = set(), ["hook"]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            reached = {each for node in _at_run_time(TREES[name]) for each in _ours(_imports(node))}
            todo += [*reached, *_named(TREES[name]), *([name.rpartition(".")[0]] if "." in name else [])]
    return found


def test_every_module_stands_on_one_floor() -> None:
    """The list names each module once, and names none that is not there."""
    assert sorted(ORDER) == sorted(set(ORDER))
    assert set(ORDER) == set(MODULES)


def test_imports_go_down() -> None:
    """A module imports only from the floors below or what stands before it on its own: so there are no circles."""
    above = {name: [each for each in _ours(_imports(tree)) if ORDER.index(each) >= ORDER.index(name)]
             for name, tree in TREES.items()}
    assert not {name: imported for name, imported in above.items() if imported}


def test_a_hook_reaches_what_it_must() -> None:
    """The closure below the hooks' door is the real one: it follows the tables to every event's module."""
    assert {"desk", "hosts.claude", "on.prompt", "on.tool", "on.turn_end", "lookup", "project"} <= _hot()
    assert not {"worker", "record", "head", "library", "house", "extract", "venv"} & _hot()


def test_a_hook_loads_only_light_parts_of_the_standard_library() -> None:
    """Every prompt and every tool call waits for these modules: no packages, and none of the slow standard ones."""
    foreign = {(name, each) for name in _hot() for node in _at_run_time(TREES[name]) for each in _imports(node)
               if not each.startswith("reverie")}
    assert not {(name, each) for name, each in foreign
                if each.partition(".")[0] not in sys.stdlib_module_names or each in HEAVY}


def test_packages_stand_where_they_are_expected() -> None:
    """What is not Python's own is imported by the few modules named for it, and by nobody else."""
    strange = {(name, each.partition(".")[0]) for name, tree in TREES.items() for each in _imports(tree)}
    assert not {(name, each) for name, each in strange if each not in sys.stdlib_module_names | {"reverie"}
                and each not in ({"click"} if name.partition(".")[0] == "commands" else FOREIGN.get(name, set()))}


def test_imports_stand_at_the_top() -> None:
    """No function imports anything: the walls are between modules, and a table loads what is not always needed."""
    functions = [(name, node) for name, tree in TREES.items() for node in ast.walk(tree)
                 if isinstance(node, (ast.FunctionDef, ast.Lambda))]
    assert not [(name, each) for name, function in functions for each in _imports(function)]


def test_every_module_says_what_it_is() -> None:
    """Each begins with a docstring: what it is, and the rule it keeps."""
    assert not [name for name, tree in TREES.items() if not ast.get_docstring(tree)]


def test_two_places_catch_everything() -> None:
    """Only the hooks' door and the worker's loop go on after any error; tidying up and raising again is no catch."""
    found = []
    for name, tree in TREES.items():
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            for handler in (node for node in ast.walk(function) if isinstance(node, ast.ExceptHandler)):
                if _broad(handler) and not (isinstance(handler.body[-1], ast.Raise) and handler.body[-1].exc is None):
                    found.append(f"{name}.{function.name}")
    assert sorted(found) == ["hook.main", "worker._work"]


def _broad(handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or isinstance(kind, ast.Name) and kind.id in ("Exception", "BaseException")
               for kind in kinds)


def test_sizes() -> None:
    """Modules of 300 lines and functions of 60 at most; half of them below 90 and 10."""
    modules = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in MODULES.items()}
    functions = {f"{name}.{node.name}": (node.end_lineno or 0) - node.lineno + 1
                 for name, tree in TREES.items() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert not {name: size for name, size in modules.items() if size > 300}
    assert not {name: size for name, size in functions.items() if size > 60}
    assert statistics.median(modules.values()) <= 90
    assert statistics.median(functions.values()) <= 10


def _loaded(*arguments: str, stdin: bytes, home: Path) -> set[str]:
    """What a real process started as `hooks/run` does has loaded, as Python itself reports it."""
    command = [sys.executable, "-E", "-s", "-S", "-X", "importtime", "-X", "utf8", *arguments]
    env = {"HOME": str(home), "PATH": os.environ["PATH"], "REVERIE_BACKEND": "off"}
    done = subprocess.run(command, input=stdin, capture_output=True, env=env, timeout=20, check=True)
    rows = done.stderr.decode().splitlines()
    return {row.rpartition("|")[2].strip() for row in rows if row.startswith("import time:")}


def test_a_real_hook_loads_nothing_slow(home: Path) -> None:
    """The door, the desk and every event's module together, in a process without site-packages, load nothing heavy."""
    names = [f"reverie.{name}" for name in sorted(_hot())]
    code = f"import sys; sys.path.insert(0, {str(SCRIPTS)!r}); import {', '.join(names)}"
    loaded = _loaded("-c", code, stdin=b"", home=home)
    assert {"reverie.on.prompt", "_sqlite3"} <= loaded
    assert not loaded & (HEAVY | {"sqlite3", "datetime", "json"})


def test_a_stop_loads_nothing_slow(home: Path) -> None:
    """A Stop that is answered: what the process loads besides Python's own start is light."""
    said = b'{"session_id": "s", "hook_event_name": "SubagentStop", "cwd": "/", "agent_type": ""}'
    loaded = _loaded(str(SCRIPTS / "__main__.py"), "hook", "SubagentStop", stdin=said, home=home)
    assert {"reverie.on.turn_end", "reverie.session", "reverie.spool"} <= loaded
    assert not loaded & (HEAVY | {"sqlite3", "datetime", "json", "re", "reverie.catalog"})


@pytest.mark.parametrize("event", ["PreToolUse", "PostToolUse"])
def test_a_tool_call_about_no_memory_leaves_before_a_parser_is_loaded(home: Path, event: str) -> None:
    """S38: a tool on a file that is no Markdown costs the bare start: no json, no desk."""
    said = b'{"session_id": "s", "tool_name": "Write", "tool_input": {"file_path": "/x/main.py"}}'
    loaded = _loaded(str(SCRIPTS / "__main__.py"), "hook", event, stdin=said, home=home)
    assert "reverie.hook" in loaded
    assert not loaded & {"json", "reverie.desk", "reverie.session", "re"}


def test_a_memory_without_a_suspicious_word_is_written_without_a_search(home: Path) -> None:
    """S38: PreToolUse on a memory that speaks of no keys loads neither the patterns nor `re`."""
    said = b'{"session_id": "s", "tool_name": "Write", "tool_input": {"file_path": "/x/a.md", "content": "Use pnpm."}}'
    loaded = _loaded(str(SCRIPTS / "__main__.py"), "hook", "PreToolUse", stdin=said, home=home)
    assert {"reverie.on.pre_tool", "reverie.secrets.suspicion"} <= loaded
    assert not loaded & (HEAVY | {"re", "json", "reverie.secrets.redaction", "reverie.secrets.values"})
