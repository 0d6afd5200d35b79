"""One holder at a time, by the kernel's word."""
from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import world
from reverie import lock


def test_a_second_holder_is_told_at_once(tmp_path: Path) -> None:
    """S31: while one holds the lock everybody else is Busy, without waiting; the file stays and is taken again."""
    path = str(tmp_path / "new" / "lock")
    with lock.alone(path):
        with pytest.raises(lock.Busy), lock.alone(path):
            pass
    with lock.alone(path):
        pass
    assert os.path.exists(path)


def test_a_killed_holder_frees_the_lock(tmp_path: Path) -> None:
    """S31: the kernel lets go when the holder ends, however it ends: nothing has to be stolen or to run out."""
    path = str(tmp_path / "lock")
    code = (f"import sys, time; sys.path.insert(0, {str(world.ROOT / 'scripts')!r})\n"
            "from reverie import lock\n"
            "with lock.alone(sys.argv[1]):\n    print('held', flush=True); time.sleep(60)")
    child = subprocess.Popen([sys.executable, "-c", code, path], stdout=subprocess.PIPE)
    assert child.stdout and child.stdout.readline() == b"held\n"
    with pytest.raises(lock.Busy), lock.alone(path):
        pass
    child.kill()
    child.wait()
    child.stdout.close()
    with lock.alone(path):
        pass


def test_the_lock_is_not_handed_to_children(tmp_path: Path) -> None:
    """S31: a child that outlives the holder does not keep the lock."""
    path = str(tmp_path / "lock")
    with lock.alone(path):
        child = subprocess.Popen(["sleep", "30"], close_fds=False)
    try:
        with lock.alone(path):
            pass
    finally:
        child.kill()
        child.wait()


def _in_time(path: str) -> None:
    with lock.alone(path, patience=5):
        pass


def test_patience_waits_its_turn(tmp_path: Path) -> None:
    """S31: who has patience gets the lock when the holder lets go, and is Busy after its time: waiting is bounded."""
    began = time.monotonic()
    with lock.alone(str(tmp_path)):
        with pytest.raises(lock.Busy), lock.alone(str(tmp_path), patience=0.1):
            pass
        assert 0.1 <= time.monotonic() - began < 2
        waiting = threading.Thread(target=_in_time, args=(str(tmp_path),))
        waiting.start()
    waiting.join(timeout=2)
    assert not waiting.is_alive()


def test_a_folder_is_locked_without_a_trace(tmp_path: Path) -> None:
    """S49: holding a folder leaves no file in it."""
    (tmp_path / "store").mkdir()
    with lock.alone(str(tmp_path / "store")):
        assert os.listdir(tmp_path / "store") == []
