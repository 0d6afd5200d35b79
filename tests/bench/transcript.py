"""The worker's reading of a huge transcript: megabytes a second, and the memory it takes, in a process of its own."""
from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time

from reverie.transcripts import claude

SIZE, LONGEST = 600 << 20, 80 << 20
BAR = 120


def measure() -> dict[str, float]:
    """Generate the file, read it span by span in another process, and print what that took."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "long.jsonl")
        _generate(path)
        said = subprocess.run([sys.executable, os.path.abspath(__file__), path], capture_output=True, text=True,
                              check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}).stdout
    figures: dict[str, float] = json.loads(said)
    print(f"\n{SIZE >> 20} MB transcript with a line of {LONGEST >> 20} MB: {figures['mb_per_s']:.0f} MB/s,"
          f" {figures['rss_mb']:.0f} MB resident at most (bar {BAR}), {figures['turns']:.0f} human turns,"
          f" {figures['skipped']:.0f} lines skipped")
    return figures


def read(path: str) -> dict[str, float]:
    """Every span of the file, one after the other."""
    started, turns, skipped = time.perf_counter(), 0, 0
    start, stop = -1, 0
    while stop != start:
        start = stop
        span = claude.span(path, start)
        stop = span.stop
        turns += sum(turn.role == "user" for turn in span.turns)
        skipped += span.skipped
    took = time.perf_counter() - started
    return {"mb_per_s": round(stop / took / 1e6, 1), "rss_mb": round(_peak(), 1), "turns": turns, "skipped": skipped}


def _peak() -> float:
    """Megabytes resident at most. Linux counts what stood before `exec` in `ru_maxrss`, so not that."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM:")) / 1024
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20)


def _generate(path: str) -> None:
    """Rows as the client writes them: talk, tool results of 20 kB, requests of 150 kB, and one row of 80 MB."""
    shape = json.dumps({"type": "api-request-blob", "message": {"role": "user", "content": "x" * 150_000}}) + "\n"
    with open(path, "w", encoding="utf-8") as file:
        written, n = 0, 0
        while written < SIZE:
            n += 1
            rows = [
                {"type": "user", "message": {"role": "user", "content": f"prompt {n}: please look at the harbour"},
                 "uuid": f"u{n}", "promptId": f"p{n}", "timestamp": "2026-11-29T12:00:00Z"},
                {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "Done."}]}},
                {"type": "user", "message": {"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": f"t{n}", "content": "y" * 20_000}]}},
            ]
            written += file.write("".join(json.dumps(row) + "\n" for row in rows) + shape)
            if n == 1_000:
                image = {"type": "user", "message": {"role": "user", "content": "z" * LONGEST}}
                written += file.write(json.dumps(image) + "\n")


if __name__ == "__main__":
    print(json.dumps(read(sys.argv[1])))
