"""The offline backend in Japanese, Korean, German, Spanish and French. Every sentence here is invented."""
from __future__ import annotations

from typing import Any

import pytest

from reverie import record
from reverie.models import offline
from reverie.models.offline import rules
from reverie.models.offline.language import NOTHING, Language, Pattern
from reverie.models.offline.sentences import own_sentences

MONDAY = "2026-11-30"


def answered(text: str) -> dict[str, Any]:
    """The whole answer to one turn."""
    data = offline.ask(record.Job("", "", record.SCHEMA, (record.Turn("user", text),), MONDAY)).data
    assert isinstance(data, dict)
    assert not record.candidates(data)[1]
    return data


def one(text: str) -> dict[str, Any]:
    """The only memory in one turn."""
    (memory,) = answered(text)["memories"]
    assert isinstance(memory, dict)
    return memory


@pytest.mark.parametrize("language", rules.LANGUAGES, ids=lambda language: str(language.tag))
def test_every_pattern_of_a_table_compiles(language: Language) -> None:
    """Patterns are compiled when they are first used, so a broken one would otherwise show up in somebody's session."""
    for field in language:
        for item in field if isinstance(field, tuple) else (field,):
            pattern = item if isinstance(item, Pattern) else getattr(item, "pattern", NOTHING)
            assert pattern.compiled.flags


@pytest.mark.parametrize("language", rules.LANGUAGES, ids=lambda language: str(language.tag))
def test_a_table_has_its_four_vetoes(language: Language) -> None:
    """For now only, not meant, to be forgotten, told for a task: the rules know them by their places."""
    assert len(language.vetoes) == 4


@pytest.mark.parametrize(("tag", "text"), [
    ("en", "Every door must be closed before the pump starts"),
    ("de", "Der Kran wird von der Werft gewartet"),
    ("es", "La grúa está en el muelle y no se mueve"),
    ("fr", "La grue est sur le quai et ne bouge pas"),
    ("zh", "吊车停在三号码头"),
    ("ja", "クレーンは三番岸壁にあります"),
    ("ko", "크레인은 3번 부두에 있습니다"),
])
def test_a_sentence_is_known_by_its_letters_or_its_common_words(tag: str, text: str) -> None:
    """Letters tell the scripts apart, counted common words the languages that share one."""
    language = rules.language_of(text)
    assert language and language.tag == tag


def test_characters_alone_between_kana_are_japanese() -> None:
    """A sentence without kana in a Japanese turn is not judged as Chinese."""
    spoken = rules.languages_of(own_sentences("全員必読。クレーンは三番岸壁にあります。"))
    assert [language.tag for language in spoken if language] == ["ja", "ja"]


@pytest.mark.parametrize("text", [
    "覚えておいてください：潮位計の時計は標準時のままです。",
    "メモしておいて。倉庫の端末は4台だけです。",
    "기억해 주세요: 조위계 시계는 표준시 그대로입니다.",
    "잊지 마세요: 창고 단말기는 4대뿐이에요.",
    "Merk dir bitte, dass die Pegeluhr auf Normalzeit bleibt.",
    "Vergiss nicht: unser Lager hat vier Scanner.",
    "Recuerda que el reloj del mareógrafo sigue en hora estándar.",
    "Ten en cuenta que el almacén tiene cuatro lectores.",
    "Retiens que l'horloge du marégraphe reste à l'heure d'hiver.",
    "N'oublie pas que l'entrepôt a quatre lecteurs.",
])
def test_what_one_is_asked_to_remember_is_kept_without_the_asking(text: str) -> None:
    """The body is the fact; the words that ask for it stay in the quote only."""
    memory = one(text)
    assert memory["quote"] == text or memory["quote"] in text
    assert len(memory["body"]) < len(text)


@pytest.mark.parametrize("text", [
    "今後はブランチ名を小文字で書いてください。",
    "テーブルを消す前には必ず私に確認してください。",
    "二度と本番に直接つながないで。",
    "회의록은 항상 영어로 써 주세요.",
    "앞으로 브랜치 이름은 소문자로 해 주세요.",
    "테이블을 지우기 전에는 꼭 저한테 물어봐 주세요.",
    "Ab sofort bitte Branchnamen klein schreiben.",
    "Installiere nie Pakete ohne Rückfrage.",
    "Beträge immer in Cent speichern.",
    "A partir de ahora escribe las ramas en minúsculas.",
    "No instales paquetes sin preguntarme.",
    "Antes de borrar una tabla, pregúntame.",
    "Dorénavant, écris les branches en minuscules.",
    "N'installe jamais de paquet sans me demander.",
    "Je préfère les petites fonctions.",
])
def test_a_standing_preference_is_feedback(text: str) -> None:
    """From now on, always, never, before you, I prefer."""
    assert one(text)["type"] == "feedback"


@pytest.mark.parametrize("text", [
    "いや、時計をモックしないで。前にうるう日の不具合を見逃したので。",
    "시계를 목으로 바꾸지 마세요. 지난번에 윤일 버그를 놓쳤어요.",
    "Bitte keine Mocks für die Uhr, letztes Jahr haben wir so einen Schalttagsfehler übersehen.",
    "No uses un reloj falso, el año pasado nos ocultó un fallo.",
    "Ne remplace pas l'horloge, l'an dernier ça nous a caché un bug.",
])
def test_an_order_not_to_told_with_its_mishap_is_feedback(text: str) -> None:
    """Neither always nor never is said, but what it taught is."""
    assert one(text)["type"] == "feedback"


@pytest.mark.parametrize("text", [
    "私は水文学の研究者です。",
    "Kotlinは使ったことがないです。",
    "저는 수문학 연구원입니다.",
    "저는 색약이라 빨강과 초록을 구분하기 어려워요.",
    "Ich bin Hydrologin und kenne mich mit Docker nicht aus.",
    "Ich habe noch nie Kotlin benutzt.",
    "Soy hidróloga, no programadora.",
    "Nunca he usado Kotlin.",
    "Je suis hydrologue.",
    "Je n'ai jamais utilisé Kotlin.",
])
def test_who_the_person_is_is_a_fact_about_them_everywhere(text: str) -> None:
    """Role, experience and needs: type user, scope person."""
    memory = one(text)
    assert (memory["type"], memory["scope"]) == ("user", "person")


@pytest.mark.parametrize(("text", "day"), [
    ("来週の木曜日までマージを凍結することに決まりました。", "2026-12-10"),
    ("三週間後に本番を切り替えることになりました。", "2026-12-21"),
    ("다음 주 목요일까지 머지를 동결하기로 결정했습니다.", "2026-12-10"),
    ("3주 후에 운영 서버를 이전하기로 했습니다.", "2026-12-21"),
    ("Wir haben beschlossen, bis nächsten Donnerstag nicht zu mergen.", "2026-12-10"),
    ("Wir haben entschieden, in drei Wochen umzuziehen.", "2026-12-21"),
    ("Hemos decidido congelar los merges hasta el jueves.", "2026-12-03"),
    ("Hemos acordado entregar dentro de tres semanas.", "2026-12-21"),
    ("On a décidé de geler les merges jusqu'à jeudi prochain.", "2026-12-10"),
    ("On a convenu de livrer dans trois semaines.", "2026-12-21"),
])
def test_a_decision_belongs_to_the_project_and_its_day_becomes_a_date(text: str, day: str) -> None:
    """Counted from the day of the session."""
    memory = one(text)
    assert memory["type"] == "project" and day in memory["body"]


@pytest.mark.parametrize(("text", "said"), [
    ("Die Abnahme ist am 3. Februar.", "3. Februar 2027"),
    ("Der Vertrag läuft Ende Februar aus.", "2027-02-28 (Ende Februar)"),
    ("La entrega es el 15 de enero.", "15 de enero de 2027"),
    ("La livraison est prévue le 15 janvier.", "15 janvier 2027"),
    ("1月15日に納品です。", "2027年1月15日"),
    ("납품은 1월 15일까지입니다.", "2027년 1월 15일"),
])
def test_a_promised_day_gets_its_year(text: str, said: str) -> None:
    """A day still to come beside a word of promise is worth keeping, and says next year nothing without its year."""
    assert said in one(text)["body"]


@pytest.mark.parametrize("text", [
    "不具合はJiraの「KAWA」プロジェクトで管理しています。",
    "ダッシュボードは https://graphs.example/d/7 です。",
    "버그는 Jira 프로젝트 KAWA에서 관리합니다.",
    "대시보드는 https://graphs.example/d/7 입니다.",
    "Die Fehler liegen im Jira-Projekt FLUSS.",
    "Das Dashboard ist unter https://graphs.example/d/7 zu finden.",
    "Los errores se registran en Jira, proyecto RIO.",
    "El panel está en https://graphs.example/d/7",
    "Les tickets sont dans Jira, projet FLEUVE.",
    "Le tableau de bord est sur https://graphs.example/d/7",
])
def test_where_something_lives_outside_is_a_reference(text: str) -> None:
    """A pointer to a system or an address."""
    assert one(text)["type"] == "reference"


@pytest.mark.parametrize("text", [
    # questions
    "毎回ビルドし直すべきですか",
    "항상 다시 빌드해야 하나요",
    "Sollen wir immer neu bauen?",
    "¿Hay que compilar siempre de nuevo?",
    "Faut-il toujours recompiler ?",
    # once, or for now
    "今回だけ必ず英語で書いて",
    "이번만 항상 영어로 써 줘",
    "Diesmal bitte nie die langsamen Tests starten.",
    "Por esta vez no uses siempre el linter.",
    "Pour cette fois, ne lance jamais les tests lents.",
    # not meant
    "もし私が医師だったら、どう説明しますか",
    "만약 제가 의사라면 어떻게 설명할까",
    "Angenommen, ich bin Arzt, wie erklärst du es?",
    "Imagina que soy médico y explícamelo.",
    "Imaginons que je suis médecin.",
    "また全部消してくれて、さすがですね",
    "또 다 지웠네, 참 잘한다 ㅋㅋ",
    "Na toll, immer eine Freude.",
    "Qué maravilla, siempre igual jaja",
    "Génial, toujours un plaisir mdr",
    # other people's words
    "マニュアルには必ず再起動することと書いてあります。",
    "매뉴얼에는 반드시 재시작하라고 적혀 있어요.",
    "Der Kunde schreibt, man soll immer neu starten.",
    "El manual dice que siempre hay que reiniciar.",
    "La doc dit de toujours redémarrer.",
    "> ab jetzt immer Tabs benutzen\n\nwas hältst du davon?",
    # work to be done
    "画面に「常に表示」の設定を追加して",
    "화면에 항상 표시 옵션을 추가해 줘",
    "Füge eine Option hinzu, die immer sichtbar ist.",
    "Añade una opción siempre visible.",
    "Ajoute une option toujours visible.",
    "常に最新の表を返す関数を作って",
    "항상 최신 표를 반환하는 함수를 만들어 줘",
    "Schreib eine Funktion, die immer die neueste Tabelle liefert.",
    "Escribe una función que devuelva siempre la última tabla.",
    "Écris une fonction qui renvoie toujours la dernière table.",
    "Write a function that always returns the latest table.",
    # to be forgotten
    "さっき覚えてと言った件は忘れてください。",
    "아까 기억하라고 한 건 잊어 줘.",
    "Vergiss, was ich über Docker gesagt habe.",
    "Olvida lo que te dije sobre Docker.",
    "Oublie ce que j'ai dit sur Docker.",
    # secret or private
    "覚えておいて：パスワードは kawa1234x です。",
    "기억해 줘: 비밀번호는 kawa1234x 입니다.",
    "Merk dir: das Passwort ist fluss99x.",
    "Recuerda que la contraseña es rio1234x.",
    "Retiens que le mot de passe est fleuve99x.",
    "Merk dir, dass Ana schwanger ist.",
    "Recuerda que el salario de Ana es 5000.",
    # thanks
    "ありがとう、助かりました",
    "고마워요, 잘 되네요",
    "Danke, läuft.",
    "Gracias, ya funciona.",
    "Merci, c'est parfait.",
])
def test_what_is_no_memory_is_no_proposal_either(text: str) -> None:
    """Questions, exceptions, play, mockery, quotation, tasks, oblivion, secrets, thanks: silence in every language."""
    assert answered(text) == {"memories": [], "proposals": []}
