"""A Messages API on loopback. It records every request in order and answers what the test's script decides.

Rule: it never reaches out, never invents an answer the script did not give, and closes with its `with` block.
"""
from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from . import replies
from .replies import Reply

Body = dict[str, Any]
Script = Callable[[Body], Reply]
MAIN_TOOLS = frozenset({"Read", "Bash", "Edit"})
POLL = 0.02


class Asked(NamedTuple):
    """One POST /v1/messages: its body as parsed, its headers in lower case, the monotonic time it came."""

    body: Body
    headers: Mapping[str, str]
    at: float

    @property
    def system(self) -> str:
        """The system prompt as one text."""
        return flat(self.body.get("system"))

    @property
    def messages(self) -> list[str]:
        """Each message as one text."""
        return [flat(m.get("content")) for m in self.body.get("messages", [])]

    @property
    def text(self) -> str:
        """Everything the model would read, tool definitions left out."""
        return "\n".join([self.system, *self.messages])

    @property
    def tools(self) -> frozenset[str]:
        """Names of the tools offered."""
        return frozenset(str(tool.get("name")) for tool in self.body.get("tools") or [])


class FakeMessages:
    """The server as a context manager: `url` to point a client at, `requests` to look at afterwards."""

    def __init__(self) -> None:
        self.requests: list[Asked] = []
        self.others: list[tuple[str, str]] = []
        self.closing = threading.Event()
        self._answer: Script = lambda body: replies.text("OK.")
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.fake = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(POLL,), daemon=True)

    def __enter__(self) -> FakeMessages:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """What ANTHROPIC_BASE_URL should be."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def main(self) -> list[Asked]:
        """Requests of a whole session, those that offer the client's own tools; a cheap child offers none."""
        return [asked for asked in self.requests if is_main(asked)]

    def script(self, answer: Script) -> None:
        """Let `answer(body)` decide every answer from now on."""
        self._answer = answer

    def say(self, *lines: Reply) -> None:
        """Answer these in order, then the last one for ever."""
        left = list(lines)
        lock = threading.Lock()

        def next_line(body: Body) -> Reply:
            with lock:
                return left.pop(0) if len(left) > 1 else left[0]

        self.script(next_line)

    def text(self, i: int) -> str:
        """All text of request `i`: system, then messages."""
        return self.requests[i].text

    def children(self, marker: str) -> list[Asked]:
        """Requests whose system prompt holds `marker`: how a test names the child it means."""
        return [asked for asked in self.requests if marker in asked.system]

    def wait(self, count: int, timeout: float = 20.0) -> list[Asked]:
        """The requests once there are `count`; TimeoutError says how many came."""
        return self.wait_for(lambda requests: len(requests) >= count, timeout)

    def wait_for(self, enough: Callable[[list[Asked]], bool], timeout: float = 20.0) -> list[Asked]:
        """The requests once `enough(requests)` holds."""
        until = time.monotonic() + timeout
        while not enough(self.requests):
            if time.monotonic() > until:
                raise TimeoutError(f"not enough after {timeout} s: {len(self.requests)} requests came")
            time.sleep(POLL)
        return self.requests

    def take(self, asked: Asked) -> Reply:
        """Record a request and decide its answer; the handler's only door."""
        self.requests.append(asked)
        return self._answer(asked.body)


def is_main(asked: Asked) -> bool:
    """Whether this is a whole session speaking, not a side question or a child without tools."""
    return asked.tools >= MAIN_TOOLS


def flat(content: object) -> str:
    """The text of a string, a block or a list of blocks; tool calls and results included, marks left out."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(filter(None, map(flat, content)))
    if not isinstance(content, dict):
        return ""
    if content.get("type") == "tool_use":
        return f"{content.get('name')} {json.dumps(content.get('input'), ensure_ascii=False)}"
    return flat(content.get("text") or content.get("content") or content.get("thinking"))


class _Server(ThreadingHTTPServer):
    fake: FakeMessages


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self._send(200, "application/json", b"")

    def do_GET(self) -> None:
        self._fake.others.append(("GET", self.path))
        self._json(200, {})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        path = self.path.partition("?")[0]
        if path == "/v1/messages/count_tokens":
            self._json(200, {"input_tokens": max(1, len(raw) // 4)})
        elif path == "/v1/messages":
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = json.loads(raw)
            self._reply(body, self._fake.take(Asked(body, headers, time.monotonic())))
        else:
            self._fake.others.append(("POST", self.path))
            self._json(200, {})

    @property
    def _fake(self) -> FakeMessages:
        return self.server.fake

    def _reply(self, body: Body, reply: Reply) -> None:
        model = str(body.get("model"))
        if self._fake.closing.wait(None if reply.hangs else reply.delay):
            self.close_connection = True
        elif reply.html:
            self._send(reply.status, "text/html; charset=utf-8", reply.html.encode())
        elif reply.status != 200:
            self._json(reply.status, replies.envelope(reply), reply.headers)
        elif body.get("stream"):
            self._send(200, "text/event-stream; charset=utf-8", replies.stream(reply, model), reply.headers)
        else:
            self._json(200, replies.message(reply, model), reply.headers)

    def _json(self, status: int, body: object, headers: Mapping[str, str] = {}) -> None:
        self._send(status, "application/json", json.dumps(body).encode(), headers)

    def _send(self, status: int, kind: str, body: bytes, headers: Mapping[str, str] = {}) -> None:
        try:
            self.send_response(status)
            for name, value in {"content-type": kind, "content-length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a test's output is the test's."""
