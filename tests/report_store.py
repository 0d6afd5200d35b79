"""An invented person with months of work behind them: memories, runs, uses, dreams and links, all from one seed."""
from __future__ import annotations

import datetime
import random
import sqlite3
from pathlib import Path

import world
from reverie import dreams, ledger, usage
from reverie.history import log as history
from reverie.history.revision import HAND, REVERIE
from reverie.places import Places

TODAY = datetime.date.today()
HOSTILE = ("<script>alert('boo')</script>", "</style><img src=x onerror=alert(1)>", "javascript:alert(1)",
           "\u202etxt.gnp\u202c <b>bold</b>", "\"quoted' & <!-- half", "{{ 7 * 7 }} {% raw %}",
           "<svg onload=alert(2)>", "https://evil.example/?\u200bsteal")
_THINGS = ("deploy", "tide tables", "buoys", "lint", "the ledger", "staging", "reviews", "pnpm", "release notes",
           "time zones", "flaky tests", "the harbour map", "feature flags", "migrations", "log levels", "retries")
_RULES = ("Always check {} before a release", "Never touch {} on a Friday", "{} is owned by the platform team",
          "Prefer small commits when changing {}", "{} lives in the second repository")
_JOBS = (("extract", 0.0031), ("summary", 0.0019), ("recall", 0.0007), ("dream", 0.021))
_SKIPS = ("gate: nothing a person would want kept", "memory_tool", "interval", "calls_per_day", "child")


def filled(home: world.Home, many: int = 300) -> None:
    """So many memories in the project and with the person, a third of them there, and all that goes with them."""
    dice = random.Random(7)
    user = Path(home.here.user)
    names: list[str] = []
    for n in range(many - len(HOSTILE)):
        _memory(dice, user if n % 3 == 0 else home.store, n, names)
    for n, hostile in enumerate(HOSTILE):
        said = f"{hostile} [[{names[1]}]]"
        path = world.memory(home.store, f"feedback_hostile_{n}.md", f"'{_quoted(hostile)}'", said)
        path.write_text(path.read_text().replace(f"name: {path.stem}", f"name: '{_quoted(hostile)}'"))
    for store in (str(home.store), str(user)):
        history.note(home.here, store, HAND, history.BY_HAND)
    books = ledger.open_ledger(home.here)
    try:
        books.execute("begin")
        _runs(books, dice, str(home.store))
        for path in sorted(home.store.glob("*.md"))[:90]:
            for turn in range(dice.choice((0, 1, 2, 5, 9))):
                for how in ("shown", "read", "used")[:dice.randint(1, 3)]:
                    shaped = usage.Shaped(f"t{turn}", str(path), how, "", 1, f"{TODAY}T09:00:00Z")
                    usage.count(books, f"s{turn}", shaped)
        books.execute("commit")
        _dream(books, home.here, home.store)
    finally:
        books.close()


def _memory(dice: random.Random, store: Path, n: int, made: list[str]) -> None:
    """One of the person's or the project's; those of the project link to some made before them, or are replaced."""
    thing, rule = dice.choice(_THINGS), dice.choice(_RULES)
    day = (TODAY - datetime.timedelta(days=int(dice.expovariate(1 / 60)))).isoformat()
    kind = dice.choice(("user", "feedback", "feedback", "project", "reference"))
    name = f"{kind}_{thing.replace(' ', '_')}_{n}"
    body, more = f"{rule.format(thing).capitalize()}.", {}
    if store.name != "user" and made:
        if n % 40 == 0:
            body += f" Related: [[{kind}_none_{n}]]"
        if n % 4 == 0:
            body += f" See [it]({dice.choice(made[-12:])}.md)."
        if n % 29 == 5:
            more = {"superseded_by": f"{made[-1]}.md"}
    world.memory(store, f"{name}.md", body[:80], body, type=kind, created=day, observed=day, **more)
    if store.name != "user":
        made.append(name)


def _runs(books: sqlite3.Connection, dice: random.Random, store: str) -> None:
    for back in range(45, -1, -1):
        day = (TODAY - datetime.timedelta(days=back)).isoformat()
        for n in range(dice.randint(0, 9)):
            job, price = _JOBS[dice.choice((0, 0, 0, 0, 1, 2, 2, 3))]
            status = dice.choice(("kept", "nothing", "nothing", "skipped", "failed" if n == 3 else "kept"))
            reason = {"skipped": dice.choice(_SKIPS), "failed": "rate_limit: too many requests"}.get(status, "")
            run = ledger.begin_run(books, job, f"s{back}", store, "Stop", "claude", f"{day}T10:{n:02}:00Z")
            called = int(status != "skipped")
            ledger.end_run(books, run, status, reason, 1.5, calls=called, tokens_in=900 * called,
                           kept=2 * (status == "kept" and job == "extract"), tokens_out=80 * called,
                           cost_usd=price * called if n != 5 else None)


def _dream(books: sqlite3.Connection, here: Places, store: Path) -> None:
    """Two memories become one, as a dream does it."""
    first, second = sorted(store.glob("project_*.md"))[:2]
    run = ledger.begin_run(books, "dream", "", str(store), "asked", "offline", f"{TODAY}T03:00:00Z")
    dreams.put_down(books, run, [
        dreams.Row(0, "merge", f"{first.name}\n{second.name}", "applied", "both say the same"),
        dreams.Row(1, "archive", "feedback_lint_9.md", "refused", "it was edited by hand <b>"),
    ])
    first.write_text(first.read_text() + "\n" + second.read_text().rpartition("---")[2].strip() + "\n")
    second.unlink()
    history.note(here, str(store), REVERIE, "dream: merged 1 <i>", job="dream", run=run)
    ledger.end_run(books, run, "kept", "", 2.0, proposed=2, kept=1)


def _quoted(text: str) -> str:
    """As it stands between single quotes in YAML."""
    return text.replace("'", "''")
