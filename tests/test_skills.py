"""Procedures that three sessions followed become drafts of skills, and nothing but a person's yes puts one to use."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import world
from reverie import cli, head, house, ledger, project, session
from reverie.errors import Refused
from reverie.house import House
from reverie.lessons import account, procedures, repeated
from reverie.lessons.retold import Retold
from reverie.session import Binding
from test_lessons import Worker

RELEASE = ("make build", 'docker tag app:{n} r.example/app:{n}', "docker push r.example/app:{n}",
           "kubectl apply -f deploy/{n}.yaml")
KEY = "-".join(("sk", "ant", "api03", "a1B2c3D4" * 5))


def steps(n: int, *more: str) -> tuple[str, ...]:
    return (*(step.format(n=f"1.{n}") for step in RELEASE), *more)


def told(*sessions: tuple[str, ...]) -> list[Retold]:
    return [Retold(f"s{n}", f"2026-11-{n:02}", (), ran) for n, ran in enumerate(sessions, 1)]


@pytest.fixture
def one(home: Path) -> Worker:
    made = Worker(home)
    found = project.resolve(str(made.root), made.here, {})
    made.root, made.store = Path(found.root), Path(found.store)
    session.bind(made.here, world.SESSION, Binding(found.root, found.store, False))
    return made


@pytest.fixture
def inside(one: Worker) -> Iterator[House]:
    with house.opened(one.here, one.env) as opened:
        yield opened


def drafted(one: Worker, inside: House, *sessions: tuple[str, ...]) -> list[procedures.Draft]:
    for n, ran in enumerate(sessions, 1):
        one.tell(n, ran=ran)
    return procedures.draft(inside, str(one.store), str(one.root))


def run(one: Worker, *words: str) -> tuple[int, str]:
    env = {key: value for key, value in one.env.items() if key != "HOME"}
    done = CliRunner().invoke(cli.reverie, ["skills", "--project", str(one.root), *words], env=env)
    return done.exit_code, done.output + str(done.exception or "")


# What is a procedure

@pytest.mark.parametrize(("sessions", "found"), [
    ([steps(1), steps(2), steps(3)], 4),
    ([steps(1), steps(2)], 0),
    ([steps(1), ("date", *steps(2)), (*steps(3)[:2], "df -h", *steps(3)[2:])], 4),
    ([steps(1), steps(2), steps(3)[::-1]], 0),
    ([steps(1)[:3], steps(2)[1:], steps(3)], 0),
    ([("npm test", "git add .", f'git commit -m "{n}"', "git push") for n in "abc"], 0),
    ([("npm test", "npm test", "npm test")] * 3, 0),
    ([("npm run lint", "npm test", f'git commit -am "{n}"') for n in "abc"], 3),
], ids=["three", "two", "others between", "another order", "parts", "everyday", "one step", "a check"])
def test_a_procedure_is_the_same_steps_in_the_same_order(sessions: list[tuple[str, ...]], found: int) -> None:
    """Three sessions, three steps or more, whatever versions and texts are in them; what everybody does is none."""
    procedures_found = repeated.procedures(told(*sessions))
    assert [len(each.texts) for each in procedures_found] == ([found] if found else [])


@pytest.mark.parametrize(("one_command", "other", "same"), [
    ("git tag v1.2.3", "git tag v1.3.0", True), ('git commit -m "a b"', "git commit -m 'c'", True),
    ("cd /x && make all", "make   all", True), ("git show 1a2b3c4d5e", "git show 99aabbccdd", True),
    ("make all", "make install", False), ("npm ci", "npm test", False),
    ("kubectl apply -f a", "kubectl delete -f a", False),
])
def test_what_varies_in_a_command(one_command: str, other: str, same: bool) -> None:
    """Versions, texts, hashes and the folder vary; what is done and to what does not."""
    assert (repeated.shape(one_command) == repeated.shape(other)) == same


@settings(max_examples=30)
@given(st.lists(st.lists(st.sampled_from("abcdefg"), max_size=12).map(lambda run: tuple(f"tool-{c} go" for c in run)),
                max_size=6))
def test_each_procedure_was_followed_three_times(runs: list[tuple[str, ...]]) -> None:
    """Whatever was run: each procedure's steps stand in this order in at least three of the sessions it names."""
    for each in repeated.procedures(told(*runs)):
        assert len(each.sources) >= 3
        for source in each.sources:
            rest = iter(runs[int(source.session[1:]) - 1])
            assert all(step in rest for step in each.mark.splitlines())


# What becomes of it

def test_a_draft_is_shown_and_does_nothing(one: Worker, inside: House) -> None:
    """The third session makes the draft, with its steps and sources; it lies with Reverie, and is announced once."""
    assert drafted(one, inside, steps(1), steps(2)) == []
    (made,) = drafted(one, inside, steps(1), steps(2), steps(3))
    text = Path(made.path).read_text()
    keys, body = head.split(text)
    assert keys["name"] == made.name and set(keys) == {"name", "description"} and made.path.startswith(one.here.skills)
    assert "3. `docker push r.example/app:1.3`" in body and all(f"session s{n}" in body for n in (1, 2, 3))
    assert made.name in one.told() and not (one.root / ".claude").exists()
    assert drafted(one, inside, steps(1), steps(2), steps(3), steps(4)) == [] and Path(made.path).read_text() == text
    code, shown = run(one, "show", made.name)
    assert code == 0 and text.strip() in shown and made.name in run(one)[1]


def test_an_accepted_draft_is_copied_and_overwrites_nothing(one: Worker, inside: House) -> None:
    """As the person edited it, into the project's skills; where one of that name is, nothing happens at all."""
    (made,) = drafted(one, inside, steps(1), steps(2), steps(3))
    Path(made.path).write_text("---\nname: mine\n---\nedited\n")
    there = one.root / ".claude" / "skills" / made.name
    there.mkdir(parents=True)
    with pytest.raises(Refused, match="already"):
        procedures.accept(inside, str(one.store), str(one.root), made.name)
    assert list(there.iterdir()) == [] and Path(made.path).exists()
    there.rmdir()
    assert run(one, "accept", made.name)[0] == 0
    assert (there / "SKILL.md").read_text() == "---\nname: mine\n---\nedited\n" and not Path(made.path).exists()
    assert drafted(one, inside, steps(5), steps(6), steps(7)) == [] and "No draft" in run(one)[1]


def test_a_declined_draft_stays_away(one: Worker, inside: House) -> None:
    """For good: neither the same steps nor most of them with one more are drafted again; other ones are."""
    (made,) = drafted(one, inside, steps(1), steps(2), steps(3))
    assert run(one, "decline", made.name)[0] == 0 and not Path(made.path).exists()
    longer = tuple((*steps(n), "kubectl rollout status app") for n in (4, 5, 6))
    assert drafted(one, inside, *longer) == []
    other = ("terraform plan", "terraform apply", "aws s3 sync a b")
    assert [each.name for each in drafted(one, inside, other, other, other)] == ["terraform-plan-aws-s3-sync"]


@pytest.mark.parametrize("name", ["none", "../x", ""])
def test_only_a_draft_that_waits_is_named(one: Worker, inside: House, name: str) -> None:
    """A name that no draft has, or a way out of the folder, is refused in a sentence."""
    for act in (procedures.named, procedures.accept, procedures.decline):
        with pytest.raises(Refused, match="No draft"):
            act(inside, str(one.store), str(one.root), name)


def test_a_draft_holds_no_secret_and_warns(one: Worker, inside: House) -> None:
    """S8, S26: keys are taken out; a session with outside text, and commands that force or delete, are pointed out."""
    risky = tuple((f"deploy login --key {KEY}", "deploy build", "deploy push --force") for _ in range(3))
    ledger.pollute(inside.ledger, "s2")
    for n, ran in enumerate(risky, 1):
        path = one.tell(n, ran=ran)
        path.write_text(path.read_text().replace(account.line(ran[0]), ran[0]))
    (made,) = procedures.draft(inside, str(one.store), str(one.root))
    text = Path(made.path).read_text()
    assert KEY not in text and "[REDACTED:" in text and "outside" in text and "look at each" in text
