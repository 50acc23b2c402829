"""A disk that forgets what was not synced: SQLite's own writes and syncs, recorded.

`recorded(folder)` puts a layer under SQLite (a VFS around the system's own): whatever a `Journal`
does in that folder is noted in order. `Disk.cut` then lays out the files as a power cut would leave
them: what was synced is there; of the rest nothing, or whatever chance leaves.
"""

import ctypes
import os
import sqlite3
import stat
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

SECTOR = 512
"""Bytes that a disk writes in one piece."""

POINTER, INT, LONG = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
OPEN = ctypes.CFUNCTYPE(INT, POINTER, POINTER, POINTER, INT, POINTER)
DELETE = ctypes.CFUNCTYPE(INT, POINTER, POINTER, INT)
WRITE = ctypes.CFUNCTYPE(INT, POINTER, POINTER, INT, LONG)
TRUNCATE = ctypes.CFUNCTYPE(INT, POINTER, LONG)
SYNC = ctypes.CFUNCTYPE(INT, POINTER, INT)

VFS_WORDS, VFS_NAME, VFS_OPEN, VFS_DELETE = 21, 3, 5, 6
FILE_WORDS, FILE_WRITE, FILE_TRUNCATE, FILE_SYNC = 19, 3, 4, 5
"""Where these stand in SQLite's `sqlite3_vfs` and `sqlite3_io_methods`, in words of 8 bytes."""

JOURNALS = 0x00000800 | 0x00080000
"""Opened as a log (SQLite's own flags): the first sync of one syncs its name in the folder too."""


@dataclass
class Disk:
    """All that was done to the files of a folder, in order."""

    folder: Path
    done: list[tuple] = field(default_factory=list)

    def show(self, entries):
        """So many entries have been shown to the players."""
        self.done.append(("shown", entries))

    def cut(self, at, into, rng=None):
        """Lay out in `into` what a power cut after `at` steps leaves; the entries shown by then.

        Without `rng` the disk stands as at its last sync; with it each name, length and sector
        that was not synced may have reached the disk all the same.
        """
        left, shown = _Left(), 0
        for what, *facts in self.done[:at]:
            if what == "shown":
                (shown,) = facts
            else:
                getattr(left, what)(*facts)
        left.lay_out(into, rng)
        return shown


class _Left:
    """What is on the disk for certain, and what may be."""

    def __init__(self):
        self.files = {}  # file -> what was synced of it
        self.waiting = {}  # file -> what was not
        self.names = {}  # name -> file
        self.loose = []  # names given or taken since the folder was synced

    def name(self, name, file):
        self.files.setdefault(file, bytearray())
        self.loose.append((name, file))

    def folder(self):
        self._settle(self.loose)
        self.loose = []

    def write(self, file, at, content):
        self.waiting.setdefault(file, []).append((at, content))

    def length(self, file, size):
        self.waiting.setdefault(file, []).append((size, None))

    def sync(self, file):
        for one in self.waiting.pop(file, ()):
            _apply(self.files[file], *one)

    def _settle(self, names):
        for name, file in names:
            if file is None:
                self.names.pop(name, None)
            else:
                self.names[name] = file

    def lay_out(self, into, rng):
        if rng is not None:
            self._settle([one for one in self.loose if rng.random() < 0.5])
            for file, waiting in self.waiting.items():
                for one in waiting:
                    for piece in _sectors(*one):
                        if rng.random() < 0.5:
                            _apply(self.files[file], *piece)
        for name, file in self.names.items():
            (into / name).write_bytes(self.files[file])


def _sectors(at, content):
    """One write as the pieces that a disk may have written without the others."""
    if content is None:
        return [(at, None)]
    cuts = [at, *range(at - at % SECTOR + SECTOR, at + len(content), SECTOR), at + len(content)]
    return [(start, content[start - at : end - at]) for start, end in pairwise(cuts)]


def _apply(file, at, content):
    """A write into a file, or (None) its new length."""
    if content is None:
        del file[at:]
    file.extend(bytes(max(0, at - len(file))))
    if content is not None:
        file[at : at + len(content)] = content


class _Layer:
    """Between SQLite and the system: notes what is done to files of one folder."""

    def __init__(self, disk):
        self.disk = disk
        self.files = {}  # SQLite's own address of an open file -> our number of it
        self.named = {}  # name -> number
        self.unsynced_names = set()
        self.library = ctypes.CDLL("libsqlite3.so.0")  # the one that Python's sqlite3 has loaded
        self.library.sqlite3_vfs_find.restype = POINTER
        self.library.sqlite3_vfs_find.argtypes = [ctypes.c_char_p]
        self.library.sqlite3_vfs_register.argtypes = [POINTER, INT]
        self.library.sqlite3_libversion.restype = ctypes.c_char_p
        self.system = self.library.sqlite3_vfs_find(None)
        self.words = (POINTER * VFS_WORDS).from_buffer_copy(
            (POINTER * VFS_WORDS).from_address(self.system)
        )
        self.methods = {}  # address of the system's methods of a file -> ours around them
        self.really_open = OPEN(self.words[VFS_OPEN])
        self.really_delete = DELETE(self.words[VFS_DELETE])
        self.own_open, self.own_delete = OPEN(self.open), DELETE(self.delete)
        self.title = ctypes.create_string_buffer(b"recorded")
        self.words[VFS_NAME] = ctypes.addressof(self.title)
        self.words[VFS_OPEN] = ctypes.cast(self.own_open, POINTER).value
        self.words[VFS_DELETE] = ctypes.cast(self.own_delete, POINTER).value

    @property
    def address(self):
        return ctypes.addressof(self.words)

    def open(self, vfs, name, file, flags, flags_out):
        code = self.really_open(vfs, name, file, flags, flags_out)
        path = Path(os.fsdecode(ctypes.string_at(name))) if name else None
        if code or path is None or path.parent != self.disk.folder:
            return code
        if path.name not in self.named:
            self.named[path.name] = len(self.disk.done)
            self.disk.done.append(("name", path.name, self.named[path.name]))
            if flags & JOURNALS:
                self.unsynced_names.add(self.named[path.name])
        self.files[file] = self.named[path.name]
        methods = POINTER.from_address(file)
        if methods.value not in self.methods:  # locked and unlocked files have others
            self.methods[methods.value] = self.wrapped(methods.value)
        methods.value = ctypes.addressof(self.methods[methods.value][0])
        return code

    def wrapped(self, address):
        """The system's methods of an open file with notes taken, and what keeps ours alive."""
        theirs = (POINTER * FILE_WORDS).from_address(address)
        methods = (POINTER * FILE_WORDS).from_buffer_copy(theirs)
        really_write = WRITE(theirs[FILE_WRITE])
        really_truncate = TRUNCATE(theirs[FILE_TRUNCATE])
        really_sync = SYNC(theirs[FILE_SYNC])

        def write(file, content, size, at):
            self.disk.done.append(("write", self.files[file], at, ctypes.string_at(content, size)))
            return really_write(file, content, size, at)

        def truncate(file, size):
            self.disk.done.append(("length", self.files[file], size))
            return really_truncate(file, size)

        def sync(file, flags):
            code = really_sync(file, flags)
            self.disk.done.append(("sync", self.files[file]))
            if self.files[file] in self.unsynced_names:
                self.unsynced_names.remove(self.files[file])
                self.disk.done.append(("folder",))
            return code

        ours = WRITE(write), TRUNCATE(truncate), SYNC(sync)
        for at, own in zip((FILE_WRITE, FILE_TRUNCATE, FILE_SYNC), ours, strict=True):
            methods[at] = ctypes.cast(own, POINTER).value
        return methods, ours

    def delete(self, vfs, name, sync_folder):
        path = Path(os.fsdecode(ctypes.string_at(name)))
        if path.parent == self.disk.folder and path.name in self.named:
            self.disk.done.append(("name", path.name, None))
            del self.named[path.name]
            if sync_folder:
                self.disk.done.append(("folder",))
        return self.really_delete(vfs, name, sync_folder)


def can_be_recorded():
    """Whether Python's SQLite is the system's library, so that a layer can be put under it."""
    with suppress(OSError, AttributeError):
        found = ctypes.CDLL("libsqlite3.so.0").sqlite3_libversion
        found.restype = ctypes.c_char_p
        return found().decode() == sqlite3.sqlite_version and ctypes.sizeof(POINTER) == 8
    return False


@contextmanager
def recorded(folder):
    """The disk under a folder while journals are written there."""
    disk = Disk(folder)
    layer = _Layer(disk)
    really_fsync = os.fsync

    def fsync(handle):
        really_fsync(handle)
        there = os.fstat(handle)
        if stat.S_ISDIR(there.st_mode) and os.path.samestat(there, folder.stat()):
            disk.done.append(("folder",))

    layer.library.sqlite3_vfs_register(layer.address, 1)
    os.fsync = fsync
    try:
        yield disk
    finally:
        os.fsync = really_fsync
        layer.library.sqlite3_vfs_register(layer.system, 1)
        layer.library.sqlite3_vfs_unregister(POINTER(layer.address))
