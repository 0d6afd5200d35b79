"""Put memories before the model: worded, with their bodies as the files have them now, and noted as shown."""
from __future__ import annotations

import time

from reverie import layers, memory_text, prompt, recall, session, spool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from reverie.event import Event
    from reverie.layers import Layer
    from reverie.lookup import Hit
    from reverie.places import Places
    from reverie.recall import Apt


def tell(places: Places, event: Event, apt: list[Apt], cite: bool = False, among: Sequence[Layer] = (),
         looked: dict[str, object] | None = None) -> str:
    """The text for the model, empty when there is nothing; what it shows is not shown again in this session.

    `among` are the layers the memories may be of, `looked` what is to be noted of the search for them.
    """
    text, used = words(apt, time.strftime("%Y-%m-%d"), cite, among)
    if used:
        session.show(places, event.session, [recall.mark(hit) for hit in used])
    if looked is not None:
        whole = [each.hit for each in apt if each.whole]
        bodies = sum(any(hit is each for each in whole) for hit in used)
        looked = {**looked, "bodies": bodies, "pointers": len(used) - bodies}
    if used or looked is not None:
        spool.put(places, {"event": "shown", "session": event.session, "prompt_id": event.prompt_id,
                           "paths": [hit.path for hit in used], "recall": looked})
    return text


def words(
    apt: list[Apt], today: str, cite: bool = False, among: Sequence[Layer] = ()
) -> tuple[str, list[Hit]]:
    """The same text without a trace, and the memories in it; `cite` asks the model to name what it uses."""

    def frame(store: str, aged: bool) -> str:
        asked = [prompt.text("recall-advice")] if aged else []
        asked += [prompt.text("citations")] if cite else []
        return prompt.text("recall", store=store, advice="".join(f" {each}" for each in asked))

    def layer(hit: Hit) -> str:
        found = layers.of_path(among, hit.path)
        return found.name if found and found.name != layers.PROJECT else ""

    return recall.worded(apt, frame, lambda hit: memory_text.body(hit.path, hit.stamp), today, layer)
