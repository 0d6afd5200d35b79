"""Put memories before the model: worded, with their bodies as the files have them now, and noted as shown."""
from __future__ import annotations

import time

from reverie import memory_text, prompt, recall, session, spool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from reverie.event import Event
    from reverie.lookup import Hit
    from reverie.places import Places
    from reverie.recall import Apt


def tell(places: Places, event: Event, apt: list[Apt], cite: bool = False) -> str:
    """The text for the model, empty when there is nothing; what it shows is not shown again in this session."""
    text, used = words(apt, time.strftime("%Y-%m-%d"), cite)
    if used:
        session.show(places, event.session, [recall.mark(hit) for hit in used])
        spool.put(places, {"event": "shown", "session": event.session, "prompt_id": event.prompt_id,
                           "paths": [hit.path for hit in used]})
    return text


def words(apt: list[Apt], today: str, cite: bool = False) -> tuple[str, list[Hit]]:
    """The same text without a trace, and the memories in it; `cite` asks the model to name what it uses."""

    def frame(store: str, aged: bool) -> str:
        asked = [prompt.text("recall-advice")] if aged else []
        asked += [prompt.text("citations")] if cite else []
        return prompt.text("recall", store=store, advice="".join(f" {each}" for each in asked))

    return recall.worded(apt, frame, lambda hit: memory_text.body(hit.path, hit.stamp), today)
