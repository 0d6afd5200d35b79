"""Korean words without the particles and verb endings that hang on them."""
from __future__ import annotations

_ENDINGS = tuple(sorted(
    "은 는 이 가 을 를 에 의 도 로 와 과 만 랑 으로 에서 에게 한테 부터 까지 마다 처럼 보다 이나 라고 이라"
    " 이랑 에는 에도 에서는 에서도 으로는 까지는 이고 이며 인데 인지 입니다 이에요 예요 이야 하다 한다 하는"
    " 하고 해서 하면 하려면 하지 하기 하게 할까 해줘 해 했어 했는데 했다 합니다 합니까 하세요 해주세요 해야"
    " 해도 된다 되는 되고 되면 되나 되나요 될까 돼 돼요 됐어 됩니다 되지 시켜 시켜줘 나요 어요 아요 네요"
    " 는데 는지 려고 려면 줘 주세요 했던 하던 할 한 된 될 들 들이 들은 들을 이란 란 마 지마 하지마".split(),
    key=len, reverse=True
))


def bare(word: str) -> str:
    """The word without its endings, as long as two syllables stay; nothing of what is but an ending."""
    if word in _ENDINGS:
        return ""
    for _ in range(2):
        ending = next((e for e in _ENDINGS if word.endswith(e) and len(word) - len(e) >= 2), "")
        if not ending:
            break
        word = word[: -len(ending)]
    return word
