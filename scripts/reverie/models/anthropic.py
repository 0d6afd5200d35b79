"""The Messages API through its SDK, with the answer held to the schema; needs `ANTHROPIC_API_KEY`.

The only place that knows the SDK's exceptions. It is loaded when this backend is chosen, as it takes a second.
"""
from __future__ import annotations

import json

import anthropic

from reverie.errors import Failed
from reverie.models import Means, reply
from reverie.record import Answer, Job, Usage

NAMES = {"haiku": "claude-haiku-4-5", "sonnet": "claude-sonnet-4-5", "opus": "claude-opus-4-5"}
"""The client's short names, which the API does not know."""
_MOST = 4_096


def ask(job: Job, means: Means) -> Answer:
    """What the model answers in the form of the schema."""
    key = means.env.get("ANTHROPIC_API_KEY")
    if not key:
        raise Failed("login", "the anthropic backend needs ANTHROPIC_API_KEY")
    model = NAMES.get(means.settings.model, means.settings.model)
    try:
        client = anthropic.Anthropic(
            api_key=key, base_url=means.env.get("ANTHROPIC_BASE_URL"), timeout=means.settings.timeout, max_retries=0
        )
        message = client.messages.create(
            model=model,
            max_tokens=_MOST,
            system=job.system,
            messages=[{"role": "user", "content": job.prompt}],
            output_config={"format": {"type": "json_schema", "schema": job.schema}},
        )
    except anthropic.AnthropicError as error:
        raise _failed(error) from None
    return _answer(message)


def _answer(message: anthropic.types.Message) -> Answer:
    if not isinstance(message, anthropic.types.Message) or not message.stop_reason:
        raise Failed("unreadable", "what came is no message")
    if message.stop_reason == "refusal":
        raise Failed("refusal", "the model refused to answer")
    text = "".join(block.text for block in message.content if block.type == "text")
    usage = Usage(1, message.usage.input_tokens, message.usage.output_tokens)
    if message.stop_reason != "end_turn":
        rescued = reply.salvaged(text)
        if rescued is None:
            raise Failed("truncated", f"the answer ended early: {message.stop_reason}")
        return Answer(rescued, usage)
    try:
        return Answer(json.loads(text), usage)
    except ValueError:
        raise Failed("unreadable", "the answer is not JSON") from None


def _failed(error: anthropic.AnthropicError) -> Failed:
    """The SDK's exception in our words."""
    if isinstance(error, anthropic.RateLimitError):
        return Failed("rate_limit", "the API says there were too many requests")
    if isinstance(error, (anthropic.AuthenticationError, anthropic.PermissionDeniedError)):
        return Failed("login", "the API does not accept the key")
    if isinstance(error, anthropic.NotFoundError):
        return Failed("missing", "the API does not know the model; set another `model:`")
    if isinstance(error, anthropic.APITimeoutError):
        return Failed("timeout", "the API gave no answer in time")
    if isinstance(error, anthropic.APIConnectionError):
        return Failed("unreachable", "the API cannot be reached")
    if isinstance(error, anthropic.APIResponseValidationError):
        return Failed("unreadable", "what came is no message")
    return Failed("error", " ".join(str(error).split())[:200])
