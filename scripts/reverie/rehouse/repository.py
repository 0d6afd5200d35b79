"""What repository a folder is, as git tells it: bounded in time, deaf to the environment, never on the network."""
from __future__ import annotations

import os
import shutil
import subprocess

from reverie.rehouse import identity
from reverie.rehouse.identity import Identity

TIMEOUT = 2.0
"""Seconds that one call of git may take."""


def read(root: str) -> Identity:
    """The remote (`origin`, else the first by name) and the oldest first commit of the repository at `root`."""
    program = shutil.which("git")
    folder = next((path for path in (os.path.join(root, ".git"), root) if os.path.isfile(os.path.join(path, "HEAD"))),
                  "")
    if program is None or not (folder or os.path.isfile(os.path.join(root, ".git"))):
        return Identity()
    git_dir = folder or _said(program, root, "rev-parse", "--absolute-git-dir")
    if not git_dir:
        return Identity()
    config = os.path.join(git_dir, "config")
    rows = _said(program, root, "config", "--file", config, "--get-regexp", r"^remote\..*\.url$").splitlines()
    urls = dict(sorted((row.partition(" ")[::2] for row in rows), reverse=True))
    url = urls.get("remote.origin.url") or next(reversed(urls.values()), "")
    shallow = os.path.exists(os.path.join(git_dir, "shallow"))
    firsts = "" if shallow else _said(program, root, f"--git-dir={git_dir}", "rev-list", "--max-parents=0", "HEAD")
    return Identity(identity.normal(url, root), (firsts.split() or [""])[-1])


def _said(program: str, root: str, *words: str) -> str:
    """What git prints; empty where it fails, or takes too long."""
    nothing = os.devnull
    env = {"PATH": os.environ.get("PATH", os.defpath), "HOME": nothing, "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1",
           "GIT_CONFIG_GLOBAL": nothing, "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0",
           "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_REPLACE_OBJECTS": "1",
           "GIT_CEILING_DIRECTORIES": os.path.dirname(root)}
    try:
        done = subprocess.run([program, *words], cwd=root, env=env, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return "" if done.returncode else done.stdout.decode("utf-8", "replace").strip()
