"""Bring the team's memory in step with the remote: fast-forward to what came, send what was accepted as one commit.

The commit holds files of the team's folder and nothing else. It is made beside the person's branch and index, pushed,
and only when the remote has it does the branch move: whatever fails leaves the checkout as it was. Whoever is in the
middle of something, has commits of their own to push, or files in the way is told so, and nothing is done.
"""
from __future__ import annotations

import os
from collections.abc import Sequence

from reverie import lock, newsdesk, usage
from reverie.errors import Refused
from reverie.history import commits
from reverie.house import House
from reverie.secrets import redaction
from reverie.session import Binding
from reverie.team import branch as teambranch
from reverie.team import files as teamfiles
from reverie.team import layer as team
from reverie.team import send as teamsend
from reverie.team.branch import FOLDER, GENERATED, Branch
from reverie.team.git import Checkout, Late, reason

LIMIT = 12.5
"""Seconds for all of it; git then gets two more to end in order."""
_MOST = 500
"""Files that may come with a fast-forward; more of them a person pulls by hand."""
_MERGE = 3.0
"""Seconds that have to be left for a fast-forward: git is not to be ended while it writes files."""
_AGAIN = 7
"""Days after which a session start tells of the same failure again."""


def begun(house: House, binding: Binding) -> None:
    """A session begins: bring the catalog in step, with `team_sync: auto` the checkout before it, and tell what is new.

    No failure of a sync stops anything; it is told once in a while.
    """
    now = team.refresh(house, binding)
    if not now.since:
        return
    if house.means.settings.team_sync == "auto" and os.path.isdir(teamfiles.home(binding.checkout)):
        try:
            sync(house, binding)
        except Refused as refusal:
            if usage.tell(house.ledger, binding.store, f"team sync {refusal}"[:200], house.now.date(), _AGAIN):
                newsdesk.fault(house, f"Reverie did not sync the team's memory. {refusal}", binding.store)
        now = team.refresh(house, binding)
    for text in team.notices(house, binding, now):
        newsdesk.note(house, text, binding.store)


def sync(house: House, binding: Binding, seconds: float = LIMIT) -> str:
    """Fetch, fast-forward, send what was accepted here. What was done, in a sentence; Refused with why nothing was."""
    team.must_be_on(house, binding)
    repo = Checkout(binding.checkout, house.means.env, seconds)
    try:
        with lock.alone(f"{house.places.history(teamfiles.home(binding.checkout))}.sync"):
            return _synced(house, binding, repo)
    except lock.Busy:
        raise Refused("Another sync of this checkout is at work.") from None
    except Late:
        raise Refused(f"The remote gave no answer within {seconds:g} seconds. Nothing was changed here.") from None
    finally:
        team.refresh(house, binding)


def _synced(house: House, binding: Binding, repo: Checkout) -> str:
    branch = teambranch.ready(repo, binding.checkout)
    _clean(binding, _mine(house, binding, branch.changed))
    commits.outside(house, teamfiles.home(binding.checkout))
    _fetch(repo, branch)
    ahead, behind = _apart(repo, branch)
    came = _forward(repo, binding.checkout, branch) if behind else 0
    if behind:
        branch = branch._replace(head=repo.said("rev-parse", "HEAD"), changed=teambranch.status(repo)[1])
    mine = _mine(house, binding, branch.changed)
    went = teamsend.send(repo, branch, mine, ahead)
    now = team.refresh(house, binding)
    return _told(came, went, len(now.waiting) + len(now.forgotten), len(set(branch.changed) - {*mine, *GENERATED}))


def _told(came: int, went: int, waiting: int, left: int) -> str:
    parts = [f"{_files(went)} sent" if went else "Nothing to send", f"{_files(came)} came" if came else "nothing came"]
    said = ", ".join(parts) + "."
    said += f" {_files(waiting, 'wait')} for `reverie team review`." if waiting else ""
    return said + (f" {_files(left, 'stay')} unsent: only what you accepted is sent." if left else "")


def _files(count: int, do: str = "") -> str:
    return (f"1 file {do}s" if count == 1 else f"{count} files {do}") if do else f"{count} file{'s' * (count != 1)}"


def _clean(binding: Binding, mine: Sequence[str]) -> None:
    """Refused where what would be sent holds a secret: others could read it for ever."""
    for each in teamfiles.read(binding.checkout) if mine else ():
        kinds = redaction.found(each.data.decode("utf-8", "replace")) if each.file in mine else []
        if kinds:
            raise Refused(f"{team.shown(each.file)} holds a secret ({', '.join(kinds)}). Nothing was sent.")


def _mine(house: House, binding: Binding, changed: Sequence[str]) -> list[str]:
    """Of what changed: what was accepted here, what is gone, and what Reverie makes itself."""
    trusted = {each.file for each in team.state(house, binding).trusted} if changed else set()
    gone = [file for file in changed if not os.path.lexists(os.path.join(binding.checkout, file))]
    return [file for file in changed if file in trusted or file in gone or file in GENERATED]


def _fetch(repo: Checkout, branch: Branch) -> None:
    repo.hush()
    ended = repo.run("fetch", "--quiet", "--no-tags", "--no-prune", "--no-recurse-submodules", "--no-write-fetch-head",
                     branch.remote, f"+{branch.ref}:{branch.upstream}")
    if ended.code:
        raise Refused(f"The remote could not be read: {reason(ended)}. Nothing was changed.")


def _apart(repo: Checkout, branch: Branch) -> tuple[int, int]:
    """How many commits of ours the remote lacks, and how many of its commits are not here.

    Refused where others wait to be pushed, or the remote has gone another way.
    """
    revs = repo.said("rev-list", "--left-right", f"HEAD...{branch.upstream}").split()
    ahead, behind = ([rev[1:] for rev in revs if rev[0] == side] for side in "<>")
    if ahead and behind:
        raise Refused("Your branch and the remote's have gone apart: bring them together first. Nothing was changed.")
    theirs = [rev for rev in ahead if not teamsend.ours(repo, rev)]
    if theirs:
        raise Refused(f"{len(theirs)} commit{'s' if len(theirs) > 1 else ''} of your own on this branch"
                      f" {'are' if len(theirs) > 1 else 'is'} not pushed: push first. Nothing was changed.")
    return len(ahead), len(behind)


def _forward(repo: Checkout, checkout: str, branch: Branch) -> int:
    """Fast-forward to the upstream, past what is generated or the same here already; how many of the team's files came.

    Git refuses it where it would touch a file that is changed here, and then nothing is touched.
    """
    coming = repo.names("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "HEAD", branch.upstream)
    if len(coming) > _MOST:
        raise Refused(f"{len(coming)} files came with this branch: `git pull` them yourself. Nothing was changed.")
    dirty = [file for file in branch.changed if file in coming]
    _stage_same(repo, branch, [file for file in dirty if file != GENERATED[0]])
    try:
        if GENERATED[0] in dirty:
            _as_committed(repo, checkout, GENERATED[0])
        repo.at_least(_MERGE)
        ended = repo.run("merge", "--ff-only", "--quiet", "--no-autostash", "--no-overwrite-ignore",
                         "--no-verify-signatures", branch.upstream)
    finally:
        if dirty:
            teamfiles.settle(checkout)
    if ended.code:
        ways = [line.strip() for line in ended.err.splitlines() if line.startswith("\t")]
        held = f"changed here too: {', '.join(map(team.shown, ways[:3]))}" if ways else reason(ended)
        raise Refused(f"What came could not be taken in, as it is {held}. Nothing was changed."
                      if ways else f"What came could not be taken in: {held}. Nothing was changed.")
    return sum(file.startswith(f"{FOLDER}/") and file not in GENERATED for file in coming)


def _stage_same(repo: Checkout, branch: Branch, files: Sequence[str]) -> None:
    """What stands here as it comes, after a sync that was killed behind its push, is no obstacle."""
    for row in repo.names("ls-tree", "-r", "-z", branch.upstream, "--", *files) if files else ():
        about, _, file = row.partition("\t")
        blob = about.split()[2]
        if repo.run("hash-object", "--", file).out.strip() == blob:
            repo.said("update-index", "--add", "--cacheinfo", f"100644,{blob},{file}")


def _as_committed(repo: Checkout, checkout: str, file: str) -> None:
    """The generated file as the last commit has it: the next one is made from the files."""
    if repo.said("ls-tree", "HEAD", "--", file):
        repo.said("checkout", "--quiet", "HEAD", "--", file)
    else:
        repo.said("update-index", "--force-remove", "--", file)
        if os.path.lexists(os.path.join(checkout, file)):
            os.unlink(os.path.join(checkout, file))
