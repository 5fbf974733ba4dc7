"""Packed charts; every expected text is Helm 4.2.4's."""

from __future__ import annotations

import gzip
import io
import tarfile

import pytest

from helmwright.base.errors import GoError
from helmwright.charts.archive import read_archive


def pack(*entries: tuple[str, bytes, bytes]) -> io.BytesIO:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, kind, data in entries:
            entry = tarfile.TarInfo(name)
            entry.type = kind
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return io.BytesIO(gzip.compress(buffer.getvalue()))


def test_directories_and_headers_are_no_files():
    source = pack(("c", tarfile.DIRTYPE, b""), ("c/x", tarfile.REGTYPE, b"\xef\xbb\xbfdata"))
    assert [(file.name, file.data) for file in read_archive(source)] == [("x", b"data")]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("c//x", "chart illegally contains absolute paths"),
        ("c", 'chart illegally contains content outside the base directory: "c"'),
        ("c/a/..", 'chart illegally contains content outside the base directory: "c/a/.."'),
        ("c/../x", "chart illegally references parent directory"),
        ("c/..x", "chart illegally references parent directory"),
        ("c/c:/x", "chart contains illegally named files"),
        ("Chart.yaml/x", "chart yaml not in base directory"),
    ],
)
def test_names_that_point_out_of_the_chart_are_refused(name, message):
    with pytest.raises(GoError) as caught:
        read_archive(pack((name, tarfile.REGTYPE, b"")))
    assert caught.value.message == message


def test_a_large_file_is_refused():
    with pytest.raises(GoError) as caught:
        read_archive(pack(("c/x", tarfile.REGTYPE, bytes(5242881))))
    assert caught.value.message == (
        'decompressed chart file "c/x" is larger than the maximum file size 5242880'
    )


def test_a_large_chart_is_refused_before_it_is_in_memory():
    data = bytes(5242880)
    with pytest.raises(GoError) as caught:
        read_archive(pack(*((f"c/{number}", tarfile.REGTYPE, data) for number in range(20))))
    assert caught.value.message == "decompressed chart is larger than the maximum size 104857600"


def test_a_link_is_an_empty_file():
    assert read_archive(pack(("c/x", tarfile.SYMTYPE, b"")))[0].data == b""


def test_a_broken_header_is_refused():
    data = bytearray(gzip.decompress(pack(("c/x", tarfile.REGTYPE, b"")).getvalue()))
    data[0] ^= 1
    with pytest.raises(GoError) as caught:
        read_archive(io.BytesIO(gzip.compress(data)))
    assert caught.value.message == "archive/tar: invalid tar header"


def test_a_wrong_checksum_is_refused():
    data = bytearray(gzip.compress(bytes(512)))
    data[-8] ^= 1
    with pytest.raises(GoError) as caught:
        read_archive(io.BytesIO(data))
    assert caught.value.message == "gzip: invalid checksum"


def test_long_names_are_read_in_every_format():
    name = "c/" + "d" * 120 + "/" + "é" * 60
    for layout in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w:gz", format=layout) as archive:
            archive.addfile(tarfile.TarInfo(name))
        buffer.seek(0)
        assert read_archive(buffer)[0].name == name[2:]
