"""Files appear whole or not at all, and nowhere but where the user asked for it."""

from __future__ import annotations

import os
import stat
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helmwright.base.errors import FileChangedError, HelmwrightError
from helmwright.disk import writing as written_files
from helmwright.disk.writing import is_left_over, remove_file, write_file

if TYPE_CHECKING:
    from collections.abc import Iterator


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_file(str(tmp_path / "new"), b"a")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    (tmp_path / "old").write_bytes(b"b")
    (tmp_path / "old").chmod(0o604)
    write_file(str(tmp_path / "old"), b"c")
    assert stat.S_IMODE((tmp_path / "old").stat().st_mode) == 0o604
    assert (tmp_path / "old").read_bytes() == b"c"
    assert names(tmp_path) == ["new", "old"]


def test_nobody_else_can_read_a_secret_file_while_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "secret"
    target.write_bytes(b"old")
    target.chmod(0o600)
    seen: list[tuple[str, int]] = []
    replace = os.replace

    def looking(source: str, destination: str) -> None:
        seen.append((Path(source).name, stat.S_IMODE(Path(source).stat().st_mode)))
        replace(source, destination)

    monkeypatch.setattr(os, "replace", looking)
    write_file(str(target), b"new")
    write_file(str(target), b"newer")
    assert [mode for _, mode in seen] == [0o600, 0o600]
    assert seen[0][0] != seen[1][0]
    assert all(is_left_over(name) for name, _ in seen)


def test_a_link_that_waits_where_the_temporary_file_goes_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    canary = tmp_path / "canary"
    canary.write_bytes(b"mine")
    folder = tmp_path / "f"
    folder.mkdir()
    monkeypatch.setattr(os, "urandom", bytes)  # what nobody could guess is known here
    monkeypatch.setattr(written_files, "_remove_left_over", lambda _: None)
    (folder / f".helmwright-{bytes(12).hex()}.tmp").symlink_to(canary)
    with pytest.raises(HelmwrightError, match="file exists"):
        write_file(str(folder / "a"), b"new")
    assert canary.read_bytes() == b"mine"


def test_what_a_kill_left_behind_is_removed_by_the_next_write(tmp_path: Path) -> None:
    (tmp_path / ".helmwright-0123.tmp").write_bytes(b"half")
    write_file(str(tmp_path / "a"), b"new")
    assert names(tmp_path) == ["a"]


@pytest.mark.parametrize("place", ["link", "folder/a", "folder/new/a"])
def test_below_a_folder_that_a_command_names_no_link_is_followed(
    tmp_path: Path, place: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a").write_bytes(b"mine")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link").symlink_to(outside / "a")
    (inside / "folder").symlink_to(outside)
    with pytest.raises(HelmwrightError, match=r"is a link to .*; nothing is written through it"):
        write_file(str(inside / place), b"x", within=str(inside))
    with pytest.raises(HelmwrightError, match="is a link to"):
        remove_file(str(inside / place), str(inside))
    assert names(outside) == ["a"]
    assert (outside / "a").read_bytes() == b"mine"


@pytest.mark.parametrize("place", ["../a", "b/../../a", "/a", ""])
def test_nothing_is_written_outside_of_the_folder(tmp_path: Path, place: str) -> None:
    folder = tmp_path / "f"
    folder.mkdir()
    path = str(folder / place) if place != "/a" else str(tmp_path / "a")
    with pytest.raises(HelmwrightError, match=r"is outside of .*; nothing was written"):
        write_file(path, b"x", within=str(folder))
    assert names(tmp_path) == ["f"]


def test_a_pipe_below_the_folder_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(HelmwrightError, match="is no regular file"):
        write_file(str(tmp_path / "pipe"), b"x", within=str(tmp_path))


def test_a_file_that_the_user_names_may_be_a_link_inside_of_its_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "prod.yaml").write_bytes(b"old")
    (tmp_path / "current.yaml").symlink_to("prod.yaml")
    write_file(str(tmp_path / "current.yaml"), b"new")
    assert (tmp_path / "current.yaml").is_symlink()
    assert (tmp_path / "prod.yaml").read_bytes() == b"new"


@pytest.mark.parametrize("name", ["a.yaml", "folder/a.yaml"])
def test_a_link_out_of_the_repository_is_refused_with_its_target(tmp_path: Path, name: str) -> None:
    checkout = tmp_path / "checkout"
    (checkout / ".git").mkdir(parents=True)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.yaml").write_bytes(b"mine")
    (checkout / "a.yaml").symlink_to(outside / "a.yaml")
    (checkout / "folder").symlink_to(outside)
    with pytest.raises(HelmwrightError, match=r"a\.yaml leads through a link to .*outside/a\.yaml"):
        write_file(str(checkout / name), b"x")
    assert (outside / "a.yaml").read_bytes() == b"mine"


def test_without_a_repository_the_current_folder_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "unpacked").mkdir()
    monkeypatch.chdir(tmp_path / "unpacked")
    Path("values.yaml").symlink_to("../mine")
    with pytest.raises(HelmwrightError, match="leads through a link to"):
        write_file("values.yaml", b"x")
    assert not (tmp_path / "mine").exists()


def test_a_link_that_is_in_no_checkout_is_the_users_own(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / "a.yaml").symlink_to(tmp_path / "dotfiles" / "a.yaml")
    write_file(str(tmp_path / "a.yaml"), b"x")
    assert (tmp_path / "dotfiles" / "a.yaml").read_bytes() == b"x"


def test_a_file_that_was_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"theirs")
    with pytest.raises(FileChangedError, match="a was changed by another program meanwhile"):
        write_file(str(path), b"ours", before=b"what we read")
    assert path.read_bytes() == b"theirs"
    write_file(str(path), b"ours", before=b"theirs")
    assert path.read_bytes() == b"ours"


def test_a_folder_in_which_somebody_writes_for_ever_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    monkeypatch.setattr(written_files, "_SECONDS", 0.05)
    descriptor = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        with pytest.raises(HelmwrightError, match="another process has been writing there"):
            write_file(str(tmp_path / "a"), b"x")
    finally:
        os.close(descriptor)


def test_what_is_appended_to_a_file_that_was_just_made_keeps_what_it_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "summary"

    @contextmanager
    def late(_folder: str) -> Iterator[None]:
        path.write_bytes(b"theirs\n")
        yield

    monkeypatch.setattr(written_files, "folder_lock", late)
    write_file(str(path), b"ours\n", keep=True)
    assert path.read_bytes() == b"theirs\nours\n"


def test_what_many_threads_append_is_all_there(tmp_path: Path) -> None:
    path = str(tmp_path / "summary")

    def append(number: int) -> None:
        for _ in range(10):
            write_file(path, f"{number}\n".encode(), keep=True)

    threads = [threading.Thread(target=append, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = Path(path).read_text().split()
    assert sorted(lines) == sorted(str(number) for number in range(6) for _ in range(10))


def test_a_folder_that_can_be_written_and_not_read_is_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = os.open

    def refusing(path: str, flags: int, *mode: int) -> int:
        if flags & os.O_DIRECTORY:
            raise PermissionError(13, "Permission denied", path)
        return opening(path, flags, *mode)

    def unreadable(path: str) -> list[str]:
        raise PermissionError(13, "Permission denied", path)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refusing)
        patch.setattr(os, "listdir", unreadable)
        write_file(str(tmp_path / "a"), b"x")
    assert names(tmp_path) == ["a"]


def test_a_pipe_that_the_system_names_is_written_into() -> None:
    """``--output >(program)`` of a shell: the link leads to ``pipe:[123]``, which is no path."""
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as pipe:
        write_file(f"/dev/fd/{writing}", b"a")
        os.close(writing)

        assert pipe.read() == b"a"


def test_folders_that_another_thread_makes_meanwhile_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = os.mkdir

    def late(path: str, mode: int = 0o777) -> None:
        make(path, mode)  # by somebody else, a moment before
        make(path, mode)

    monkeypatch.setattr(os, "mkdir", late)

    write_file(str(tmp_path / "a" / "b" / "c.txt"), b"x")

    assert (tmp_path / "a" / "b" / "c.txt").read_bytes() == b"x"
