"""`make bench`: what a hook costs, each as the client starts it, against a bare `python3 -S -c pass` in the same run.

Runs are shuffled so that load falls evenly; figures are medians. The last line is one JSON object.
"""
from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import transcript

from reverie import house, reconcile
from reverie import places as p
from reverie.dream import draft, mechanical
from reverie.installing import venv
from reverie.record import Candidate

ROUNDS = 25
COMMANDS = 9
"""Rounds of what takes ten times as long."""
SIZES = (0, 1_000, 10_000)
BARS = {"SessionStart": 3.5, "UserPromptSubmit": 3.5, "PreToolUse": 3.5, "PostToolUse": 3.0, "Stop": 3.0}
WORDS = ("harbour tide berth crane pilot ledger cargo anchor beacon buoy channel dredge ferry gantry hull jetty keel"
         " lock mooring quay rudder sonar tug valve winch deploy migrate cache queue retry schema index token").split()
PROMPT = "please deploy the harbourcrane service and migrate the berthschema table before the tidepilot turns"


class Stage:
    """A home with `size` memories in the project's store, and hooks that are called as the client calls them."""

    def __init__(self, folder: str, size: int) -> None:
        self.project = os.path.join(folder, "project")
        os.makedirs(self.project)
        self.env = {"HOME": folder, "PATH": os.environ["PATH"], "CLAUDE_PROJECT_DIR": self.project,
                    "REVERIE_BACKEND": "off"}
        self.places = p.here(self.env)
        self.store = os.path.join(self.places.projects, _encoded(self.project), "memory")
        _fill(self.store, size)
        with house.opened(self.places, self.env) as home:
            reconcile.shelve(home, self.store)
        venv.prepare(self.places, p.plugin(), sys.executable, _idle)
        self.calls = 0
        self._timed("SessionStart", "begun", {"source": "startup"})  # binds the session and finds the interpreter

    def hook(self, event: str, **said: object) -> float:
        """Milliseconds from start to end of one hook: a session's start in a new one, the rest in one that began."""
        return self._timed(event, f"new-{self.calls}" if event == "SessionStart" else "begun", said)

    def tidy(self) -> None:
        """What a run leaves that would make the next one cheaper: notes, and what this session has been shown."""
        shutil.rmtree(self.places.spool, ignore_errors=True)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(os.path.join(self.places.session("begun"), "shown"))

    def _timed(self, event: str, session: str, said: dict[str, object]) -> float:
        self.calls += 1
        asked = {"session_id": session, "cwd": self.project, "transcript_path": "/nowhere.jsonl",
                 "prompt_id": str(self.calls), **said}
        data = json.dumps(asked).encode()
        started = time.perf_counter()
        subprocess.run(["sh", os.path.join(p.plugin(), "hooks", "run"), event], input=data, env=self.env,
                       stdout=subprocess.PIPE, check=True)
        return (time.perf_counter() - started) * 1000


def main() -> int:
    """All measurements, as tables and as one line of JSON."""
    figures: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as folder:
        stages = {size: Stage(os.path.join(folder, str(size)), size) for size in SIZES}
        figures["hooks"] = _hooks(stages[1_000])
        figures["recall"] = _recall(stages)
        figures["commands"] = _commands(stages[1_000])
        figures["hanging_worker_ms"] = _hanging(stages[0])
        figures["dream"] = _dream(stages)
    figures["transcript"] = transcript.measure()
    print(json.dumps(figures))
    return 0


def _hooks(stage: Stage) -> dict[str, dict[str, float]]:
    outside = {"tool_name": "Read", "tool_input": {"file_path": "/src/app.py"}}
    inside = {"tool_name": "Read", "tool_input": {"file_path": os.path.join(stage.store, "feedback_7.md")}}
    with open(stage.places.python, encoding="utf-8") as file:
        python = file.read().strip()
    calls: dict[str, Callable[[], float]] = {
        "python3 -S -c pass": lambda: _bare(python),
        "PostToolUse, elsewhere": lambda: stage.hook("PostToolUse", **outside),
        "PostToolUse, a memory": lambda: stage.hook("PostToolUse", **inside),
        "PreToolUse, elsewhere": lambda: stage.hook("PreToolUse", **_write("/src/app.py")),
        "PreToolUse, a memory": lambda: stage.hook("PreToolUse", **_write(os.path.join(stage.places.user, "x.md"))),
        "Stop": lambda: stage.hook("Stop", last_assistant_message="Done."),
        "SessionStart": lambda: stage.hook("SessionStart", source="startup"),
        "UserPromptSubmit": lambda: stage.hook("UserPromptSubmit", prompt=PROMPT),
    }
    medians = _medians(calls, stage.tidy)
    floor = medians["python3 -S -c pass"]
    print(f"\n{'hook, 1,000 memories':<26}{'ms':>8}{'ratio':>8}{'bar':>6}")
    for name, median in medians.items():
        bar = BARS.get(name.partition(",")[0])
        print(f"{name:<26}{median:>8.1f}{median / floor:>8.2f}{bar or '':>6}")
    return {name: {"ms": round(median, 1), "ratio": round(median / floor, 2)} for name, median in medians.items()}


def _commands(stage: Stage) -> dict[str, dict[str, float]]:
    """From start to end of a command as a person types it, against the same Python that starts and ends."""
    def command(*words: str) -> float:
        line = [sys.executable, "-I", "-X", "utf8", "-X", f"pycache_prefix={stage.places.home}/pycache",
                os.path.join(p.plugin(), "scripts"), *words]
        started = time.perf_counter()
        subprocess.run(line, env=stage.env, cwd=stage.project, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       check=False)
        return (time.perf_counter() - started) * 1000

    calls: dict[str, Callable[[], float]] = {
        "python3 -S -c pass": lambda: _bare(sys.executable), "reverie --help": lambda: command("--help"),
        "reverie status": lambda: command("status"), "reverie status --short": lambda: command("status", "--short"),
    }
    medians = _medians(calls, lambda: None, COMMANDS)
    floor = medians["python3 -S -c pass"]
    print(f"\n{'command, 1,000 memories':<26}{'ms':>8}{'ratio':>8}  bar of --help: 150 ms")
    for name, median in medians.items():
        print(f"{name:<26}{median:>8.1f}{median / floor:>8.2f}")
    return {name: {"ms": round(median, 1), "ratio": round(median / floor, 2)} for name, median in medians.items()}


def _write(path: str) -> dict[str, object]:
    """A memory as agents write it; its words of keys and tokens make the hook look twice."""
    body = ("---\nname: deploy\ndescription: How the harbour app is deployed\nmetadata:\n  type: project\n---\n"
            "Deploy with kamal; the token bucket of the API allows 100 calls.\n\n**Why:** key points are in docs.\n")
    return {"tool_name": "Write", "tool_input": {"file_path": path, "content": body}}


def _recall(stages: dict[int, Stage]) -> dict[int, float]:
    calls = {str(size): (lambda stage=stage: stage.hook("UserPromptSubmit", prompt=PROMPT))
             for size, stage in stages.items()}
    medians = _medians(calls, lambda: [stage.tidy() for stage in stages.values()])
    print(f"\n{'UserPromptSubmit':<26}{'ms':>8}{'added':>8}  bar at 10,000: 15 ms")
    for size, median in medians.items():
        print(f"{int(size):>8,} memories{'':<9}{median:>8.1f}{median - medians['0']:>8.1f}")
    return {int(size): round(median, 1) for size, median in medians.items()}


def _hanging(stage: Stage) -> float:
    """Milliseconds until the client sees the end of the Stop hook's output while the woken worker hangs."""
    took = statistics.median(stage.hook("Stop", last_assistant_message=str(n)) for n in range(ROUNDS))
    print(f"\nStop until end of file on stdout, worker hanging: {took:.1f} ms (bar 100)")
    return round(took, 1)


def _dream(stages: dict[int, Stage]) -> dict[int, float]:
    """Seconds in which a store is read and gone over by rules: ten times the memories, about ten times the seconds."""
    took = {}
    for size in filter(None, stages):
        started = time.perf_counter()
        mechanical.plan(draft.read(stages[size].store), "2026-12-01")
        took[size] = round(time.perf_counter() - started, 2)
    print(f"\n{'dream, by rules':<26}{'s':>8}{'ms each':>9}")
    for size, seconds in took.items():
        print(f"{size:>8,} memories{'':<9}{seconds:>8.2f}{1_000 * seconds / size:>9.2f}")
    return took


def _medians(calls: dict[str, Callable[[], float]], tidy: Callable[[], object],
             rounds: int = ROUNDS) -> dict[str, float]:
    """The median of each call over shuffled rounds; the first, which compiles and probes, does not count."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for call in calls.values():
        call()
    for _ in range(rounds):
        for name in random.sample(sorted(calls), len(calls)):
            times[name].append(calls[name]())
        tidy()
        time.sleep(0.05)
    return {name: statistics.median(taken) for name, taken in times.items()}


def _bare(python: str) -> float:
    started = time.perf_counter()
    subprocess.run([python, "-S", "-c", "pass"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True)
    return (time.perf_counter() - started) * 1000


def _idle(python: str, requirements: str, folder: str) -> None:
    """A worker that hangs for a while and ends: hooks must not care."""
    os.makedirs(os.path.join(folder, "bin"))
    path = os.path.join(folder, "bin", "python")
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\nexec sleep 3\n")
    os.chmod(path, 0o755)


def _fill(store: str, size: int) -> None:
    os.makedirs(store)
    draw = random.Random(1)
    words_of_the_trade = [*WORDS, *(f"{a}{b}" for a in WORDS for b in WORDS)]
    often = [1 / rank for rank in range(1, len(words_of_the_trade) + 1)]  # a few words everywhere, most of them rare
    index = []
    for n in range(size):
        words = " ".join(draw.choices(words_of_the_trade, often, k=6))
        body = " ".join(draw.choices(words_of_the_trade, often, k=40))
        memory = Candidate("feedback", f"memory-{n}", words, body, words)
        with open(os.path.join(store, f"feedback_{n}.md"), "w", encoding="utf-8") as file:
            file.write(f"---\nname: {memory.name}\ndescription: {memory.description}\nmetadata:\n  type: feedback\n"
                       f"  observed: 2026-11-01\n---\n{memory.body}\n")
        index.append(f"- [Memory {n}](feedback_{n}.md) — {words}\n")
    with open(os.path.join(store, "MEMORY.md"), "w", encoding="utf-8") as file:
        file.writelines(index)


def _encoded(path: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in os.path.realpath(path))


if __name__ == "__main__":
    sys.exit(main())
