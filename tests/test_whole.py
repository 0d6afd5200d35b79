"""Files are whole or not there, also when the writer is killed at any moment."""
from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import world
from reverie import whole

WRITER = f"""
import os, sys
sys.path.insert(0, {str(world.ROOT / "scripts")!r})
from reverie import whole
call, path, sizes = getattr(whole, sys.argv[1]), sys.argv[2], [3, 70_000, 1, 400_000]
os.write(1, b"ready")
n = 0
while True:
    n += 1
    name = path + str(n) if sys.argv[1] == "create" else path
    call(name, (str(n % 10) * sizes[n % 4]).encode())
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which nothing stands."""
    made = tmp_path / "folder"
    made.mkdir()
    return made


def _killed(tmp_path: Path, call: str, after: float) -> None:
    """Start a writer of ours and kill it `after` seconds into its writing."""
    child = subprocess.Popen([sys.executable, "-I", "-S", "-c", WRITER, call, str(tmp_path / "file")],
                             stdout=subprocess.PIPE)
    assert child.stdout and child.stdout.read(5) == b"ready"
    time.sleep(after)
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()


@pytest.mark.parametrize("call", ["write", "create", "drop"])
@pytest.mark.parametrize("after", [0.001, 0.004, 0.013, 0.037])
def test_a_killed_writer_leaves_no_torn_file(tmp_path: Path, call: str, after: float) -> None:
    """S33: killed at any moment, a file holds one whole text, the old or the new; no reader meets a part of one."""
    _killed(tmp_path, call, after)
    for path in tmp_path.glob("file*"):
        data = path.read_bytes()
        assert len(set(data)) == 1 and len(data) in (3, 70_000, 1, 400_000)
    for part in tmp_path.glob(".*"):
        assert part.name.startswith(".file") and part.name.endswith(".tmp")


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=4))
@settings(max_examples=15)
def test_what_was_written_is_read(tmp_path_factory: pytest.TempPathFactory, texts: list[bytes]) -> None:
    """Each write makes the folders it needs, replaces the whole file and leaves nothing beside it."""
    path = tmp_path_factory.mktemp("w") / "a" / "b" / "file"
    for data in texts:
        whole.write(str(path), data)
        assert whole.read(str(path)) == data
    assert os.listdir(path.parent) == ["file"]
    assert whole.read(str(path.parent / "none")) is None


def test_a_link_is_written_through(folder: Path) -> None:
    """S61: a symlink stays one, and what it leads to is changed; so with one that leads to nothing yet."""
    real = folder / "real"
    real.write_bytes(b"old")
    for name, target in (("link", real), ("dangling", folder / "deep" / "new")):
        os.symlink(target, folder / name)
        whole.write(str(folder / name), b"new")
        assert (folder / name).is_symlink() and target.read_bytes() == b"new"


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o640])
def test_the_mode_of_a_file_is_kept(tmp_path: Path, mode: int) -> None:
    """What others may read of a file stays as it was; a new one is its owner's alone, and so is its folder."""
    path = tmp_path / "new" / "file"
    whole.write(str(path), b"1")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.chmod(mode)
    whole.write(str(path), b"2")
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize("there", [b"other", b"", None])
def test_over_writes_only_what_was_read(folder: Path, there: bytes | None) -> None:
    """S14: a file that somebody else changed or took away meanwhile is left as it is, and Changed says so."""
    path = folder / "file"
    path.write_bytes(b"read")
    whole.write(str(path), b"mine", over=b"read")
    assert path.read_bytes() == b"mine"
    path.unlink() if there is None else path.write_bytes(there)
    with pytest.raises(whole.Changed):
        whole.write(str(path), b"lost", over=b"mine")
    assert whole.read(str(path)) == there
    assert os.listdir(folder) == ([] if there is None else ["file"])


@pytest.mark.parametrize("kind", ["file", "folder", "dangling link"])
def test_create_never_overwrites(folder: Path, kind: str) -> None:
    """S47: whatever stands at the path, a new memory does not go over it."""
    path = folder / "file"
    {"file": lambda: path.write_bytes(b"old"), "folder": path.mkdir,
     "dangling link": lambda: os.symlink(folder / "gone", path)}[kind]()
    with pytest.raises(FileExistsError):
        whole.create(str(path), b"new")
    assert os.listdir(folder) == ["file"] and (kind != "file" or path.read_bytes() == b"old")


def test_a_disk_that_is_full_leaves_the_old_file(folder: Path) -> None:
    """S33: a write that the system refuses raises, and what stood there stands, with nothing left beside it."""
    path = folder / "file"
    path.write_bytes(b"old")
    code = (f"import resource, signal, sys; sys.path.insert(0, {str(world.ROOT / 'scripts')!r})\n"
            "from reverie import whole\n"
            "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
            "whole.write(sys.argv[1], b'x' * 5000)")
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, check=False)
    assert done.returncode == 1 and b"File too large" in done.stderr
    assert path.read_bytes() == b"old" and os.listdir(folder) == ["file"]
