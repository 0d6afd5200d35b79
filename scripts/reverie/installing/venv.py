"""The worker's own packages: one virtual environment per set of locked requirements, made once, whole."""
from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

from reverie import lock, whole
from reverie.errors import Refused
from reverie.places import Places

RETRY_AFTER = 3600
"""Seconds before the background tries again what failed."""
KEEP = 7 * 86400
"""Seconds for which packages of other requirements are kept: an older session may still use them."""
PATIENCE = 900
"""Seconds that one step of the installation may take."""

Build = Callable[[str, str, str], None]
"""Makes a virtual environment: the interpreter, the file of requirements, the folder to make."""


def ready(places: Places, source: str) -> str | None:
    """The interpreter that has the requirements of `source`, if it stands."""
    folder = os.path.join(places.venv, _key(source))
    python = os.path.join(folder, "bin", "python")
    return python if os.path.isfile(os.path.join(folder, "ready")) and os.access(python, os.X_OK) else None


def prepare(places: Places, source: str, python: str, build: Build | None = None, wait: bool = True) -> str:
    """The interpreter that has the requirements of `source`, made if need be; one process at a time makes one."""
    done = ready(places, source)
    if done:
        return done
    os.makedirs(places.venv, exist_ok=True)
    with _alone(_beside(places, "prepare.lock"), wait):
        if not ready(places, source):
            _make(places, source, os.path.realpath(python), build or build_venv)
            _prune(places, _key(source), time.time())
    done = ready(places, source)
    if not done:
        raise Refused("The worker's packages were installed, but their interpreter does not start.")
    return done


def renew(places: Places, source: str, build: Build | None = None) -> str:
    """Make the environment of `source` anew, whatever stands there; the interpreter that has its requirements."""
    folder = os.path.join(places.venv, _key(source))
    start = os.path.realpath(sys.executable)
    with suppress(FileNotFoundError):
        os.remove(os.path.join(folder, "ready"))
    return prepare(places, source, start, build)


def command(python: str, places: Places, source: str) -> list[str]:
    """How `python` starts the code in `source`: nobody else's paths, UTF-8, and nothing compiled left beside it."""
    prefix = os.path.join(places.home, "pycache")
    return [python, "-I", "-X", "utf8", "-X", f"pycache_prefix={prefix}", os.path.join(source, "scripts")]


def failed_lately(places: Places, source: str, now: float) -> bool:
    """Whether these requirements failed within the hour, so that the background leaves them."""
    try:
        with open(_beside(places, "prepare.json"), encoding="utf-8") as file:
            note = json.load(file)
        return bool(note["lock"] == _key(source) and 0 <= now - note["at"] < RETRY_AFTER)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def build_venv(python: str, requirements: str, folder: str) -> None:
    """Install `requirements`, each checked against its hash: with uv if that works here, else with pip."""
    uv = shutil.which("uv")
    try:
        if uv:
            return _with_uv(uv, python, requirements, folder)
    except Refused as first:
        shutil.rmtree(folder, ignore_errors=True)
        try:
            return _with_pip(python, requirements, folder)
        except Refused as second:
            raise Refused(f"{first} {second}") from second
    return _with_pip(python, requirements, folder)


def remove(places: Places) -> bool:
    """Take every environment away, and the notes about making them. False: there was nothing."""
    there = os.path.isdir(places.venv)
    shutil.rmtree(places.venv, ignore_errors=True)
    for name in ("prepare.json", "prepare.lock"):
        with suppress(FileNotFoundError):
            os.remove(_beside(places, name))
    return there


def _make(places: Places, source: str, python: str, build: Build) -> None:
    folder = os.path.join(places.venv, _key(source))
    part = f"{folder}.part"
    for leftover in (part, folder):
        shutil.rmtree(leftover, ignore_errors=True)
    try:
        build(python, os.path.join(source, "requirements.txt"), part)
        with open(os.path.join(part, "ready"), "w", encoding="utf-8") as file:
            file.write(f"{python}\n")
        os.rename(part, folder)
    except (OSError, Refused) as error:
        shutil.rmtree(part, ignore_errors=True)
        note = {"at": time.time(), "lock": _key(source), "reason": str(error)}
        whole.write(_beside(places, "prepare.json"), json.dumps(note).encode())
        raise Refused(f"The worker's packages could not be installed: {error}") from error
    with suppress(FileNotFoundError):
        os.remove(_beside(places, "prepare.json"))


def _with_uv(uv: str, python: str, requirements: str, folder: str) -> None:
    _run(uv, "venv", "--quiet", "--no-project", "--python", python, folder)
    _run(uv, "pip", "install", "--quiet", "--require-hashes",
         "--python", os.path.join(folder, "bin", "python"), "-r", requirements)


def _with_pip(python: str, requirements: str, folder: str) -> None:
    _run(python, "-I", "-m", "venv", folder)
    _run(os.path.join(folder, "bin", "python"), "-I", "-m", "pip", "install", "--quiet", "--no-input", "--no-compile",
         "--disable-pip-version-check", "--require-hashes", "-r", requirements)


def _prune(places: Places, keep: str, now: float) -> None:
    for name in os.listdir(places.venv):
        folder = os.path.join(places.venv, name)
        if name != keep and now - os.stat(folder).st_mtime > KEEP:
            shutil.rmtree(folder, ignore_errors=True)


_TRUST = {"UV_SYSTEM_CERTS": "true", "UV_NATIVE_TLS": "true"}
"""uv knows only the certificates it ships, unless told; behind a company's proxy that is not enough."""


def _run(*command: str) -> None:
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONHOME", "VIRTUAL_ENV")}
    try:
        done = subprocess.run(
            command, env={**_TRUST, **env, "PIP_USER": "0"}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", timeout=PATIENCE, check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise Refused(f"{os.path.basename(command[0])} took longer than {PATIENCE // 60} minutes.") from error
    if done.returncode == 0:
        return
    if "ensurepip" in done.stdout:
        raise Refused(f"{command[0]} has no venv module; install python3-venv (or uv) and try again.")
    said = [line.strip(" ×") for line in done.stdout.splitlines() if line.strip()] or [f"exit code {done.returncode}"]
    errors = [line for line in said if line.lower().startswith(("error", "failed"))]
    raise Refused(f"{os.path.basename(command[0])} said: {(errors or said[-1:])[0]}")


@contextmanager
def _alone(path: str, wait: bool) -> Iterator[None]:
    """`lock.alone`, waited for: whoever holds the lock is making what we need."""
    with ExitStack() as stack:
        while True:
            try:
                stack.enter_context(lock.alone(path))
                break
            except lock.Busy as error:
                if not wait:
                    raise Refused("Another process is installing the worker's packages.") from error
                time.sleep(0.2)
        yield


def _beside(places: Places, name: str) -> str:
    return os.path.join(places.home, name)


def _key(source: str) -> str:
    with open(os.path.join(source, "requirements.txt"), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()[:12]
