"""What a program does to its files, noted by `disk.c`, and what a loss of power leaves of it."""

import contextlib
import os
import pathlib
import struct
import subprocess

WRITE, TRUNCATE, SYNC_BEGIN, SYNC_END, UNLINK = range(5)
HEAD = struct.Struct("=IIQQQ")
# What a disk writes whole, or not at all.
SECTOR = 512


def recorder(folder):
    """Builds what notes the writes."""
    library = pathlib.Path(folder) / "disk.so"
    source = pathlib.Path(__file__).with_name("disk.c")
    subprocess.run(
        [os.environ.get("CC", "clang"), "-shared", "-fPIC", "-O1", "-Wall", "-Werror",
         "-o", library, source], check=True)
    return library


class Disk:
    """The notes of a program's writes to the files whose paths begin with one.

    A place is an offset in the notes: the moment before the next of them.
    """

    def __init__(self, folder, files):
        self.log = pathlib.Path(folder) / "disk.log"
        self.files = str(files)
        self.environment = {
            "LD_PRELOAD": str(recorder(folder)), "DISK_LOG": str(self.log),
            "DISK_FILES": self.files,
        }

    def place(self):
        """The moment now."""
        return self.log.stat().st_size

    def notes(self):
        """Each note, and the place behind it."""
        data = self.log.read_bytes()
        place = 0
        while place < len(data):
            kind, thread, offset, length, name_length = HEAD.unpack_from(data, place)
            place += HEAD.size
            name = data[place:place + name_length].decode()
            place += name_length
            yield kind, thread, name[len(self.files):], offset, data[place:place + length], (
                place := place + length)


def image(notes, draw=None):
    """The files after some notes, by the ends of their names.

    - `draw`: None, if only the process has ended, after which all that was written is there. A
      function, if the power was lost: of what no sync that has ended waited for, each write is
      kept, lost or torn between sectors, and each change of the length kept or lost, as
      `draw(choices)` says.
    """
    begun, durable = {}, {}
    for index, (kind, thread, name, *_) in enumerate(notes):
        if kind == SYNC_BEGIN:
            begun[thread, name] = index
        elif kind == SYNC_END:
            durable[name] = max(durable.get(name, 0), begun.pop((thread, name)))
    files = {}
    for index, (kind, _, name, offset, data, _) in enumerate(notes):
        # SQLite waits for the folder that a file was removed from.
        is_certain = draw is None or kind == UNLINK or index < durable.get(name, 0)
        fate = "kept" if is_certain else draw(("kept", "lost", "torn"))
        if fate == "lost":
            continue
        file = files.setdefault(name, bytearray())
        if kind == WRITE:
            for begin in range(0, len(data), SECTOR):
                if fate == "torn" and draw((False, True)):
                    continue
                part = data[begin:begin + SECTOR]
                end = offset + begin + len(part)
                file.extend(bytes(max(0, end - len(file))))
                file[offset + begin:end] = part
        elif kind == TRUNCATE:
            del file[offset:]
            file.extend(bytes(offset - len(file)))
        elif kind == UNLINK:
            del files[name]
    return files


@contextlib.contextmanager
def written(files, folder, name):
    """Files on a disk of their own; the path of the one whose name has no end."""
    path = pathlib.Path(folder) / name
    for end, data in files.items():
        pathlib.Path(str(path) + end).write_bytes(data)
    try:
        yield path
    finally:
        for file in path.parent.glob(path.name + "*"):
            file.unlink()
