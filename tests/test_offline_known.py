"""The offline backend beside what is known already, and what it only proposes. Every sentence here is invented."""
from __future__ import annotations

from typing import Any

import pytest

from reverie import record
from reverie.models import offline

MONDAY = "2026-11-30"


def memory(name: str, body: str, kind: str = "project") -> record.Memory:
    """A memory as it stands in the store."""
    return record.Memory(f"/store/{name}.md", name, body[:60], kind, body)


def asked(*turns: tuple[str, str], existing: tuple[record.Memory, ...] = (), instructions: str = "") -> dict[str, Any]:
    """The answer to a conversation beside what is known."""
    said = tuple(record.Turn(role, text) for role, text in turns)
    data = offline.ask(record.Job("", "", record.SCHEMA, said, MONDAY, existing, instructions)).data
    good, bad = record.candidates(data)
    assert not bad and isinstance(data, dict)
    assert all(any(candidate.quote in text for role, text in turns if role == "user") for candidate in good)
    return data


@pytest.mark.parametrize(("known", "said"), [
    ("The relay listens on port 8080.", "The relay no longer listens on port 8080, it's 9090 now."),
    ("The merge freeze starts on 4 December 2026.", "The merge freeze has moved to 11 December."),
    ("Releases are approved by Nadia.", "Releases are now approved by Tomás, not Nadia."),
    ("中继监听 8080 端口", "中继端口改成 9090 了，不再是 8080。"),
    ("中継のポートは8080です。", "中継のポートは8080ではなく9090になりました。"),
    ("중계 서버 포트는 8080입니다.", "중계 서버 포트가 8080에서 9090으로 바뀌었어요."),
    ("Das Relais lauscht auf Port 8080.", "Das Relais lauscht nicht mehr auf Port 8080, sondern auf 9090."),
    ("El relé escucha en el puerto 8080.", "El relé ya no escucha en el puerto 8080, ahora es el 9090."),
    ("Le relais écoute sur le port 8080.", "Le relais n'écoute plus sur le port 8080, maintenant c'est 9090."),
])
def test_another_value_for_the_same_thing_supersedes(known: str, said: str) -> None:
    """Words that say it changed, about a thing that a memory is about: the memory's file is the target."""
    (found,) = asked(("user", said), existing=(memory("project_x", known),))["memories"]
    assert (found["op"], found["target"], found["type"]) == ("supersede", "project_x.md", "project")


def test_the_opposite_of_a_rule_supersedes_it() -> None:
    """No word of change is needed when the same thing is forbidden that was wanted."""
    known = memory("feedback_squash", "Squash feature branches before merging.", "feedback")
    (found,) = asked(("user", "Never squash feature branches before merging."), existing=(known,))["memories"]
    assert (found["op"], found["target"]) == ("supersede", "feedback_squash.md")


def test_more_about_the_same_thing_updates_it() -> None:
    """ "As well" adds to a memory and takes its type."""
    known = memory("feedback_review", "Schema changes are reviewed by Nadia.", "feedback")
    (found,) = asked(("user", "Schema changes are reviewed by Tomás as well, always."), existing=(known,))["memories"]
    assert (found["op"], found["target"]) == ("update", "feedback_review.md")


@pytest.mark.parametrize("said", [
    "Always squash feature branches before merging.",
    "As I said, always squash feature branches.",
    "Please remember: squash feature branches before merging.",
])
def test_what_is_known_is_no_news(said: str) -> None:
    """The same fact in much the same words yields nothing: the store has it."""
    known = memory("feedback_squash", "Squash feature branches before merging.", "feedback")
    assert asked(("user", said), existing=(known,)) == {"memories": [], "proposals": []}


def test_what_the_instructions_say_is_no_news() -> None:
    """The project's CLAUDE.md is read in every session anyway."""
    told = ("user", "Never commit generated files.")
    assert asked(told)["memories"]
    assert not asked(told, instructions="# House rules\n\n- Do not commit generated files.\n")["memories"]


def test_the_opposite_of_the_instructions_is_news() -> None:
    """Same words, other sense."""
    assert asked(("user", "Always commit generated files."), instructions="- Never commit generated files.")["memories"]


def test_another_number_is_news() -> None:
    """A value that no memory names is not said already."""
    known = memory("project_limit", "The gateway accepts at most 20 calls a minute.")
    said = ("user", "Remember that the gateway accepts at most 35 calls a minute.")
    (found,) = asked(said, existing=(known,))["memories"]
    assert found["op"] == "supersede"


def test_an_unrelated_memory_is_no_target() -> None:
    """One common word does not make two facts one."""
    known = memory("project_museum", "The prototype went to the museum in 2025.")
    (found,) = asked(("user", "Never push tags by hand."), existing=(known,))["memories"]
    assert (found["op"], found["target"]) == ("create", "")


def test_to_ask_to_forget_writes_nothing() -> None:
    """Not even when what shall be forgotten is told along."""
    known = memory("project_freeze", "Staging is frozen until 20 December.")
    assert asked(("user", "Forget that staging is frozen, that's over now."), existing=(known,))["memories"] == []


@pytest.mark.parametrize(("agent", "said", "word"), [
    ("I took a snapshot before the migration.", "Yes, please always do it like that.", "snapshot"),
    ("我先加新列，双写一周，再切读。", "对，以后改表都这么做。", "双写"),
    ("先に控えを取ってから移行しました。", "いいですね、今後もこのやり方でお願いします。", "控え"),
    ("먼저 백업을 만들고 이전했습니다.", "좋아요, 앞으로도 항상 이렇게 해 주세요.", "백업"),
    ("Ich habe zuerst einen Abzug der Tabelle gezogen.", "Genau, mach das künftig immer so.", "Abzug"),
    ("Primero hice una copia de la tabla.", "Perfecto, hazlo siempre así.", "copia"),
    ("J'ai d'abord fait une copie de la table.", "Parfait, fais toujours comme ça.", "copie"),
])
def test_a_yes_for_good_is_proposed_with_what_it_says_yes_to(agent: str, said: str, word: str) -> None:
    """The quote is the person's, the body tells what was confirmed: the agent's words alone are nobody's wish."""
    answer = asked(("assistant", agent), ("user", said))
    (proposal,) = answer["proposals"]
    assert not answer["memories"] and word in proposal["body"] and proposal["quote"] in said


def test_a_yes_to_nothing_is_nothing() -> None:
    """Without a word of the agent's there is nothing to be confirmed."""
    assert asked(("user", "Yes, please always do it like that.")) == {"memories": [], "proposals": []}


def test_a_fact_that_points_back_is_proposed_with_what_it_points_at() -> None:
    """ "It stays until ..." says nothing a week later; the turn before names the thing."""
    answer = asked(("user", "The old mail gateway looks unused to me."), ("assistant", "Shall I remove it?"),
                   ("user", "It stays until the harbour office has migrated on 15 January."))
    (proposal,) = answer["proposals"]
    assert "mail gateway" in proposal["body"] and "15 January 2027" in proposal["body"]


@pytest.mark.parametrize("text", [
    "Every migration must be reversible.",
    "The test rig takes at most 12 volts.",
    "Backups are handled by the night crew.",
    "I mostly work from the Lisbon office.",
    "合同要求所有数据保留十年，必须加密。",
])
def test_weaker_words_make_a_proposal_or_a_memory(text: str) -> None:
    """A limit, a duty, a habit told in passing: not lost, and seldom sure."""
    answer = asked(("user", text))
    assert len(answer["proposals"]) + len(answer["memories"]) == 1


@pytest.mark.parametrize("text", [
    "The button must be blue.",
    "You have to fix the login page.",
    "I want a button that opens the menu.",
    "The page shows every day twice.",
    "Yesterday the deploy failed three times.",
    "Must every migration be reversible?",
    "What if every migration had to be reversible?",
    "The manual says every migration must be reversible.",
    "> every migration must be reversible",
    "按钮必须是蓝色的",
    "ボタンは青でなければなりません",
    "버튼은 파란색이어야 합니다",
    "Der Knopf muss blau sein.",
    "El botón debe ser azul.",
    "Le bouton doit être bleu.",
])
def test_what_is_wanted_of_the_product_is_not_proposed(text: str) -> None:
    """Requirements, reports, questions and other people's words: who is asked about them all stops answering."""
    assert asked(("user", text)) == {"memories": [], "proposals": []}


def test_one_turn_makes_few_proposals() -> None:
    """A page of plausible sentences does not become a page of questions."""
    text = "\n\n".join(f"Every migration of schema {letter} must be reversible." for letter in "ABCDEFGH")
    assert len(asked(("user", text))["proposals"]) <= 3
