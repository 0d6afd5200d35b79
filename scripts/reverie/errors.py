"""The two ways a thing can go wrong that a person is told about. Each carries one plain sentence."""


class Refused(Exception):
    """Outside text that is not what it has to be; the message says what is wrong with it."""


class Failed(Exception):
    """A backend did not answer; `kind` is one of the words in `KINDS`, the message says what it said."""

    KINDS = (
        "login", "rate_limit", "refusal", "truncated", "unreadable", "timeout", "missing", "unreachable", "error",
    )

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind
