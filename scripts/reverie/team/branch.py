"""Where the team's checkout stands in git, and whether a sync is in place there. Nothing is changed."""
from __future__ import annotations

import os
from typing import NamedTuple

from reverie.errors import Refused
from reverie.layers import TEAM_FOLDERS
from reverie.library import INDEX
from reverie.team.git import Checkout, reason

FOLDER = TEAM_FOLDERS[0].replace(os.sep, "/")
GENERATED = (f"{FOLDER}/{INDEX}", f"{FOLDER}/.gitattributes")
"""What Reverie makes itself in the team's folder."""


class Branch(NamedTuple):
    """Where the checkout stands, what it follows, and what differs from its last commit in the team's folder."""

    git_dir: str
    head: str
    upstream: str
    remote: str
    ref: str
    changed: list[str]


def ready(repo: Checkout, checkout: str) -> Branch:
    """The branch and its upstream; Refused for each state in which a commit or a fast-forward is out of place."""
    git_dir = _own(repo, checkout)
    if what := repo.middle(git_dir):
        raise Refused(f"You are in the middle of {what}; end it first. Nothing was changed.")
    about, changed = status(repo)
    name, head = about.get("branch.head", ""), about.get("branch.oid", "")
    if name == "(detached)":
        raise Refused("No branch is checked out here (detached HEAD). Nothing was changed.")
    if head == "(initial)":
        raise Refused("This branch has no commit yet.")
    follows = repo.said("for-each-ref", "--format=%(upstream) %(upstream:remotename) %(upstream:remoteref)",
                        f"refs/heads/{name}")
    upstream, remote, ref = (follows.split(" ") + ["", "", ""])[:3]
    if not ref or remote in ("", "."):
        raise Refused(f"{name} follows no branch of a remote (`git push -u` sets one). Nothing was changed."
                      if repo.said("remote") else "This repository has no remote to sync with.")
    if repo.true("check-ignore", "-q", "--", f"{FOLDER}/feedback_any.md"):
        raise Refused(f"{FOLDER} is ignored by git here, so nobody else would get it: take it out of .gitignore.")
    return Branch(git_dir, head, upstream, remote, ref, changed)


def _own(repo: Checkout, checkout: str) -> str:
    """The git directory of a repository of which the checkout is the whole working tree; else Refused."""
    about = repo.run("rev-parse", "--is-bare-repository", "--absolute-git-dir", "--show-toplevel",
                     "--show-superproject-working-tree")
    bare, git_dir, top, *above = [*about.out.splitlines(), "", "", ""]
    if bare == "true":
        raise Refused("This is a bare repository, which has no files to sync.")
    if about.code:
        raise Refused(f"The team's memory is synced by git, and this is no repository of its own: {reason(about)}.")
    if any(above):
        raise Refused("This is a submodule; sync the team's memory in a checkout of its own.")
    if top != os.path.realpath(checkout):
        raise Refused("This folder is not the top of its repository.")
    return git_dir


def status(repo: Checkout) -> tuple[dict[str, str], list[str]]:
    """What git says of the branch, and the files of the team's folder that differ from the last commit."""
    rows = repo.names("status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all", "--no-renames",
                      "--no-ahead-behind", "--", FOLDER)
    about = dict(row[2:].split(" ", 1) for row in rows if row.startswith("# "))
    parts = {"1": 8, "u": 10, "?": 1}
    return about, [row.split(" ", parts[row[0]])[-1] for row in rows if row[0] in parts]
