"""Small stores as a dream meets them, with what must be true of them afterwards: data for `test_mechanical`.

Every one is made up. `kept` are words that still stand in a live memory, `gone` those that do not, nor in the index;
`same` are files that stay byte for byte, `live` the memories left, `index` the index in the end, where it is known
to the letter.
"""
from __future__ import annotations

from typing import NamedTuple


class Store(NamedTuple):
    """One store before the dream, and what is asked of it after."""

    name: str
    files: dict[str, str]
    kept: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    live: tuple[str, ...] | None = None
    index: str | None = None


def memory(body: str, name: str = "n", about: str = "What it is", kind: str = "project", **meta: str) -> str:
    """A memory file as this client writes it; `meta` are more keys below `metadata`."""
    rows = [f"name: {name}", f"description: {about}", "metadata:", f"  type: {kind}"]
    rows += [f"  {key}: {value}" for key, value in meta.items()]
    return "\n".join(["---", *rows, "---", body, ""])


def _alike() -> dict[str, str]:
    """Pairs that differ in one thing only, and that thing is what they are about."""
    pairs = (
        ("The cache listens on 8080.", "The cache listens on 8081."), ("Pin libfoo at v1.2.", "Pin libfoo at v1.20."),
        ("The offset is -5.", "The offset is 5."), ("Build with `make --fast`.", "Build with `make --no-fast`."),
        ("Do commit the lock file.", "Do not commit the lock file."),
        ("Fixtures are in Test/data.", "Fixtures are in test/data."),
        ("Uploads end at 20 MB.", "Uploads end at 20 GB."), ("Call run_all first.", "Call run-all first."),
        ("The banner says \"Ready.\"", "The banner says \"ready.\""),
        ("Keep free disk < 10 %.", "Keep free disk > 10 %."),
        ("Bills are in €.", "Bills are in $."), ("Ignore .env files.", "Ignore env files."),
        ("批处理大小是一百。", "批处理大小是两百。"), ("Es gilt kein Limit.", "Es gilt ein Limit."),
    )
    return {f"p{n}-{side}.md": memory(text, name=f"pair-{n}", about="A pair")
            for n, pair in enumerate(pairs) for side, text in zip("ab", pair, strict=True)}


_ODD_INDEX = """\ufeff# Notes of the harbour\r
\r
Prose with [a gone one](gone-prose.md), which is mine.\r
\r
- [One](./one.md#top) - by hand\r
    - [Two, below one](two%20words.md) - by hand\r
  + [Gone](gone-a.md)\r
* [Gone too](<gone b.md> "with a title") - x\r
- [Both](one.md) and [no more](gone-c.md)\r
- [Elsewhere](https://example.org/gone.md)\r
- [Up](../notes/gone.md)\r
<!--\r
- [Asleep](gone-d.md)\r
-->\r
~~~\r
- [Sample](gone-e.md)\r
~~~\r
\r
The end"""

STORES: tuple[Store, ...] = (
    Store("the same but for blanks, case and emphasis", {
        "a.md": memory("Never push to the release branch.\n\n**Why:** Tags are cut from it.", name="no-push"),
        "b.md": memory("- never  push to the **release** branch\n\n**Why:** tags are cut from it", name="no-push"),
    }, kept=("Tags are cut from it",), live=("a.md",), index="- [No push](a.md) — What it is\n"),
    Store("look-alikes stay apart", _alike(), same=tuple(_alike()), live=tuple(_alike())),
    Store("what only one of two says is kept", {
        "MEMORY.md": "- [Seeds](seeds-b.md) — mine\n",
        "seeds-a.md": memory("Seeds are ordered in May.\n\n**Why:** Form QX-7 is due.", name="seeds",
                             created="2026-03-01", observed="2026-03-01", ticket="GH-12"),
        "seeds-b.md": memory("Seeds are ordered in May.\n\n**How to apply:** Run `seedctl order --year`.",
                             name="seeds", created="2026-05-02", observed="2026-06-02", crop="beet"),
    }, kept=("QX-7", "`seedctl order --year`", "ticket: GH-12", "crop: beet", "created: 2026-03-01",
             "observed: 2026-06-02"), live=("seeds-b.md",), index="- [Seeds](seeds-b.md) — mine\n"),
    Store("of two the one that a person's prose leads to stays", {
        "MEMORY.md": "Read [this](z.md) first.\n- [Other](a.md) — x\n",
        "a.md": memory("Lamps are off at 22:10.", name="lamps"),
        "z.md": memory("Lamps are off at 22:10.", name="lamps"),
    }, live=("z.md",), index="Read [this](z.md) first.\n"),
    Store("the same words about another thing", {
        "a.md": memory("Deploys from `main` only.", name="api", about="Branch of the API"),
        "b.md": memory("Deploys from `main` only.", name="web", about="Branch of the console"),
        "c.md": memory("Runs on host two.", name="job-1", about="Host"),
        "d.md": memory("Runs on host two.", name="job-2", about="Host"),
    }, same=("a.md", "b.md", "c.md", "d.md")),
    Store("days in Korean and Spanish", {
        "k.md": memory("서버 이전은 다음 주 금요일에 시작하고 사흘이 아니라 3일 후에 점검한다. 회의는 매주 금요일이다.",
                       observed="2026-10-14"),
        "s.md": memory("La migración empieza el próximo lunes y el acta se firmó ayer; la revisión es cada lunes.",
                       observed="2026-10-14"),
    }, kept=("2026-10-23", "2026-10-17", "매주 금요일", "2026-10-19", "2026-10-13", "cada lunes"),
        gone=("다음 주", "3일 후", "próximo lunes", "ayer")),
    Store("days that are over", {
        "e.md": memory("The disk was swapped three days ago, the fan last Friday.", observed="2026-03-04"),
        "f.md": memory("Le contrat a été signé il y a deux semaines, la clé changée avant-hier.",
                       observed="2026-03-04"),
        "d.md": memory("Der Wechsel war vor drei Tagen, die Abnahme war vorgestern.", observed="2026-03-04"),
        "z.md": memory("两天前换了硬盘，前天换了风扇。", observed="2026-03-04"),
        "j.md": memory("3日前に交換した。先週の金曜に点検した。", observed="2026-03-04"),
    }, kept=("2026-03-01", "2026-02-27", "2026-02-18", "2026-03-02"),
        gone=("ago", "last Friday", "il y a", "avant-hier", "vor drei", "vorgestern", "两天前", "前天", "3日前",
              "先週")),
    Store("what sounds like a day and is none", {
        "a.md": memory("Call it \"next Friday\" and `tomorrow`; see today/yesterday.json.", observed="2026-03-04"),
        "b.md": memory("If a run fails, it is repeated next Monday.", observed="2026-03-04"),
        "c.md": memory("Das Archiv liegt hier. Am Morgen läuft es.", observed="2026-03-04"),
        "d.md": memory("The Tomorrow app is ours, and so is next week's-report.csv", observed="2026-03-04"),
        "e.md": memory("Answers come within two days, on a Friday too.", observed="2026-03-04"),
        "f.md": memory("Ships next Friday."), "g.md": memory("毎週の金曜と每周五 are names.", observed="2026-03-04"),
        "h.md": memory("> they said: out tomorrow\n\n    at tomorrow\n\nSee [next week](next-week.md).",
                       observed="2026-03-04"),
    }, same=tuple(f"{c}.md" for c in "abcdefgh")),
    Store("heads that YAML refuses", {
        "a.md": "---\nname: a  # mine\ndescription: Fix: use X\nx-team: [a, b]\nmetadata:\n  type: project\n---\nA\n",
        "b.md": "---\r\nname: b\r\ndescription: \"Ready\" is said twice\r\ntype: Feedbak\r\n---\r\nBody B\r\n",
        "c.md": "\ufeff---\nname: *c*\ndescription: @everyone reads it\nmetadata:\n\ttype: reference\n---\nBody C\n",
        "d.md": "---\ndescription: `d` is odd: so what\nmetadata:\n  type: projects\n---\nBody D\n",
        "e.md": "---\nname: e\ndescription: 'tis open\nmetadata:\n  type: user\n---\nBody E\n",
        "u.md": "---\nname: u\ndescription: mine: so\nmetadata:\n  by: user\n---\nBody U\n",
    }, kept=("# mine", "description: 'Fix: use X'", "x-team: [a, b]", "type: feedback", "name: d", "type: project\n"),
        same=("u.md",)),
    Store("an odd index by hand", {
        "MEMORY.md": _ODD_INDEX,
        **{name: memory(f"Body of {name}", name=name[:3], about=f"About {name}")
           for name in ("one.md", "two words.md", "zinc.md")},
    }, same=("one.md", "two words.md", "zinc.md"), index=_ODD_INDEX.replace(
        "  + [Gone](gone-a.md)\r\n* [Gone too](<gone b.md> \"with a title\") - x\r\n", "").replace(
        "- [Up](../notes/gone.md)\r\n", "- [Up](../notes/gone.md)\r\n- [Zin](zinc.md) — About zinc.md\r\n")),
    Store("no index yet", {"a.md": memory("Body A", name="first-one"), "notes.md": "Just words.\n"},
          same=("a.md", "notes.md"), index="- [First one](a.md) — What it is\n- [Notes](notes.md) — Just words.\n"),
    Store("a hub lists for the index", {
        "MEMORY.md": "See [the hub](hub.md#all).\n", "hub.md": memory("All: [[b]], [c](c.md#x).", name="hub"),
        "b.md": memory("Body B", name="b"), "c.md": memory("Body C", name="c"),
    }, same=("hub.md", "b.md", "c.md"), index="See [the hub](hub.md#all).\n"),
    Store("a memory that says which one it replaces", {
        "MEMORY.md": "".join(f"- [T]({c}.md) — hook\n" for c in "abcdefg"),
        "a.md": memory("Port 1.", name="port-old", created="2026-01-01"),
        "b.md": memory("Port 2. Replaces [[port-old]].", name="port-mid", created="2026-02-01"),
        "c.md": memory("Port 3.", name="port-new", created="2026-01-05", observed="2026-03-01", supersedes="port-mid"),
        "d.md": memory("Host 1.", name="host-old", created="2026-04-01", pinned="true"),
        "e.md": memory("Host 2. Supersedes d.md.", name="host-new", created="2026-05-01"),
        "f.md": memory("Rack 1. It replaces [[rack-new]].", name="rack-old", created="2026-01-01"),
        "g.md": memory("Rack 2.", name="rack-new", created="2026-02-01"),
    }, gone=("Port 1", "Port 2. ", "(a.md)", "(b.md)"), same=("c.md", "d.md", "e.md", "f.md", "g.md"),
        live=("c.md", "d.md", "e.md", "f.md", "g.md")),
    Store("the person's own is never touched", {
        "MEMORY.md": "- [A](a.md) — x\n- [B](b.md) — y\n- [C](c.md) — z\n",
        "a.md": memory("Ask  first ,  always.\n", name="ask", by="user", observed="2026-03-04"),
        "b.md": memory("Ask first, always.\n\n**Why:** Rule K-3.", name="ask"),
        "c.md": memory("Ask first, always.", name="ask", observed="2026-03-03"),
        "d.md": memory("Back tomorrow.", name="back", observed="2026-03-04", pinned="yes"),
        "e.md": "---\nname: e\ndescription: a: b\nmetadata: {by: user, observed: 2026-03-04\n---\nBack tomorrow.\n",
    }, kept=("K-3",), same=("a.md", "b.md", "d.md", "e.md"), live=("a.md", "b.md", "d.md", "e.md")),
    Store("nothing at all", {}, live=(), index=""),
    Store("a store in good order", {
        "MEMORY.md": "# 笔记\n\n- [端口](duankou.md) — 7001\n",
        "duankou.md": memory("服务端口是 7001。每周五发布。", name="duankou", observed="2026-03-04"),
    }, same=("MEMORY.md", "duankou.md")),
)
"""One for each kind of thing that a pass over a store must get right."""
