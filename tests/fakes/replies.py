"""What the fake API can answer, and how each answer looks on the wire. Data in, bytes out; no sockets here."""
from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

Block = Mapping[str, object]

ERROR_TYPES = {
    400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "not_found_error",
    413: "request_too_large", 429: "rate_limit_error", 529: "overloaded_error",
}
USAGE = {"input_tokens": 100, "cache_creation_input_tokens": 20, "cache_read_input_tokens": 300}
OUTPUT_TOKENS = 7
_numbers = itertools.count(1)


class Reply(NamedTuple):
    """One answer. `html` is sent as a web page; `hangs` never answers; a status other than 200 is an API error."""

    blocks: tuple[Block, ...] = ()
    stop: str = "end_turn"
    status: int = 200
    error: str = ""
    headers: Mapping[str, str] = {}
    html: str = ""
    hangs: bool = False
    delay: float = 0.0


def text(words: str) -> Reply:
    """A plain answer."""
    return Reply((text_block(words),))


def tool_use(name: str, arguments: Mapping[str, object], *, say: str = "") -> Reply:
    """The model calls a tool, after saying something if asked to."""
    said = (text_block(say),) if say else ()
    return Reply((*said, tool_block(name, arguments)), "tool_use")


def error(status: int, message: str = "the script says no", *, retry_after: float | None = None) -> Reply:
    """An API error in the API's own envelope."""
    headers = {} if retry_after is None else {"retry-after": f"{retry_after:g}"}
    return Reply(status=status, error=message, headers=headers)


def refusal(words: str = "") -> Reply:
    """The model declines: stop_reason `refusal`, often with no text at all."""
    return Reply((text_block(words),) if words else (), "refusal")


def page(html: str = "<!doctype html><title>Sign in</title>") -> Reply:
    """What a captive portal or a proxy sends: a web page with status 200."""
    return Reply(html=html)


def truncated(words: str) -> Reply:
    """An answer that ran out of tokens in the middle."""
    return Reply((text_block(words),), "max_tokens")


def hang() -> Reply:
    """No answer until the server closes."""
    return Reply(hangs=True)


def text_block(words: str) -> Block:
    """One text block of a message."""
    return {"type": "text", "text": words}


def tool_block(name: str, arguments: Mapping[str, object]) -> Block:
    """One tool call of a message, under an id of its own."""
    return {"type": "tool_use", "id": f"toolu_fake{next(_numbers):06d}", "name": name, "input": dict(arguments)}


def message(reply: Reply, model: str) -> dict[str, object]:
    """The whole answer as the API's non-streaming message."""
    return {
        "id": f"msg_fake{next(_numbers):06d}", "type": "message", "role": "assistant", "model": model,
        "content": [dict(block) for block in reply.blocks], "stop_reason": reply.stop, "stop_sequence": None,
        "usage": {**USAGE, "output_tokens": OUTPUT_TOKENS},
    }


def events(reply: Reply, model: str) -> Iterator[dict[str, object]]:
    """The same answer as the events of a stream, in the API's order."""
    head = {**message(reply, model), "content": [], "stop_reason": None, "usage": {**USAGE, "output_tokens": 1}}
    yield {"type": "message_start", "message": head}
    for index, block in enumerate(reply.blocks):
        opened, delta = _opened(block)
        yield {"type": "content_block_start", "index": index, "content_block": opened}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ending = {"stop_reason": reply.stop, "stop_sequence": None}
    yield {"type": "message_delta", "delta": ending, "usage": {"output_tokens": OUTPUT_TOKENS}}
    yield {"type": "message_stop"}


def stream(reply: Reply, model: str) -> bytes:
    """The events as server-sent text."""
    return b"".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n".encode() for e in events(reply, model))


def envelope(reply: Reply) -> dict[str, object]:
    """The body of an API error."""
    kind = ERROR_TYPES.get(reply.status, "api_error")
    return {"type": "error", "error": {"type": kind, "message": reply.error}, "request_id": "req_fake"}


def _opened(block: Block) -> tuple[dict[str, object], dict[str, object]]:
    if block["type"] == "tool_use":
        return {**block, "input": {}}, {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    return {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
