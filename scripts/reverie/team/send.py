"""Send files of the team's memory as one commit: made beside the branch and the index, pushed, and only then theirs."""
from __future__ import annotations

import os
from collections.abc import Sequence

from reverie.errors import Refused
from reverie.team.branch import FOLDER, GENERATED, Branch
from reverie.team.git import Checkout, reason

_MOVE = 2.0
"""Seconds more, once the remote has the commit, for what is left to do here."""
TRAILER = "Reverie-Team: sync"
"""Stands in each commit that a sync makes."""


def send(repo: Checkout, branch: Branch, files: Sequence[str], ahead: int) -> int:
    """Commit these files beside the branch, push that, and move the branch; how many files went."""
    commit, entries = _commit(repo, branch, files) if files else (branch.head, "")
    if commit == branch.head and not ahead:
        return 0
    ended = repo.run("push", "--quiet", "--no-verify", "--no-follow-tags", "--no-signed", "--recurse-submodules=no",
                     branch.remote, f"{commit}:{branch.ref}")
    if ended.code:
        told = ("somebody else pushed at the same moment; sync again"
                if "fetch first" in ended.err or "non-fast-forward" in ended.err else reason(ended))
        raise Refused(f"The remote did not take the commit: {told}. Your branch is as it was.")
    if commit != branch.head:
        repo.ends += _MOVE
        _move(repo, branch.head, commit, entries)
    return sum(file not in GENERATED for file in files) or 1


def _commit(repo: Checkout, branch: Branch, files: Sequence[str]) -> tuple[str, str]:
    """A commit on top of the branch with these files as they are here, and what it changes as entries of an index.

    The branch's own where that changes nothing.
    """
    index = os.path.join(branch.git_dir, "reverie-team.index")
    for left in (index, f"{index}.lock"):
        if os.path.lexists(left):
            os.unlink(left)
    try:
        repo.said("read-tree", branch.head, index=index)
        repo.said("--literal-pathspecs", "add", "-A", "--pathspec-from-file=-", "--pathspec-file-nul",
                  given="".join(f"{file}\0" for file in files), index=index)
        tree = repo.said("write-tree", index=index)
    finally:
        if os.path.lexists(index):
            os.unlink(index)
    rows = repo.names("diff-tree", "-r", "-z", "--no-renames", branch.head, tree)
    names = rows[1::2]
    if any(not name.startswith(f"{FOLDER}/") for name in names):
        raise Refused("The commit would hold more than the team's memory. Nothing was changed.")
    if not names:
        return branch.head, ""
    said = [name[len(FOLDER) + 1:] for name in names if name not in GENERATED]
    text = "\n".join([f"Team memory: {', '.join(said[:3]) or 'index'}"[:120], "", TRAILER, ""])
    commit = repo.said("commit-tree", tree, "-p", branch.head, "-F", "-", given=text)
    return commit, "".join(f"{_entry(about)}\t{name}\0" for about, name in zip(rows[::2], names, strict=True))


def _entry(about: str) -> str:
    """Mode and blob of an index entry, from a row of `diff-tree`; mode 0 takes it out."""
    mode, blob = about.split(" ")[1], about.split(" ")[3]
    return f"{mode if int(mode, 8) else 0} {blob}"


def _move(repo: Checkout, before: str, commit: str, entries: str) -> None:
    """Let the branch and the index have what the remote has; of the index these files' entries alone."""
    try:
        repo.said("update-index", "-z", "--index-info", given=entries)
        repo.said("update-ref", "-m", "reverie: team memory", "HEAD", commit, before)
    except Refused as refusal:
        raise Refused("The remote has it, but your branch could not be moved; the next sync or `git pull` does."
                      f" {refusal}") from None
    repo.run("update-index", "-q", "--refresh")


def ours(repo: Checkout, rev: str) -> bool:
    """Whether a sync made the commit: it says so, and touches the team's folder alone."""
    names = repo.names("diff-tree", "-r", "-z", "--no-commit-id", "--name-only", "-m", "--root", rev)
    return TRAILER in repo.said("log", "-1", "--format=%B", rev) and all(n.startswith(f"{FOLDER}/") for n in names)
