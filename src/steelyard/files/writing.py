"""One way to write: drafts beside their places, on the disk, and then all of them take their names."""

import errno
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress

from steelyard.errors import DataError
from steelyard.files.targets import told, writable

if os.name == "posix":
    import fcntl

__all__ = ["append_line", "made_folder", "write_file", "write_files"]

_OPENS_FOLDERS = os.name == "posix"  # and so locks and syncs them; Windows does not

_DRAFTS = ".steelyard-draft."
_CANNOT_SYNC = {errno.EINVAL, errno.ENOTSUP}  # file systems that know no such thing


def write_file(path: str | os.PathLike[str], content: bytes, inputs: Iterable[str | Mapping[str, str]] = ()) -> None:
    r"""Write a file that is whole or, whatever happens meanwhile, as it was before.

    `path`: an existing file is replaced and keeps its mode; a symbolic link stays, and what it names is replaced.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.files import write_file
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "scores.txt")
    ...     write_file(path, b"27.1\n")
    ...     path.read_bytes()
    b'27.1\n'
    """
    write_files({path: content}, inputs)


def write_files(
    contents: Mapping[str | os.PathLike[str], bytes], inputs: Iterable[str | Mapping[str, str]] = ()
) -> None:
    r"""Write several files: nothing takes its name before all of them are on the disk.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.files import write_files
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_files({pathlib.Path(folder, name): b"\n" for name in ("a.txt", "b.txt")})
    ...     sorted(path.name for path in pathlib.Path(folder).iterdir())
    ['a.txt', 'b.txt']
    """
    inputs = tuple(inputs)
    with ExitStack() as stack:
        drafts_of: dict[str, str] = {}
        moves: list[tuple[str | os.PathLike[str], str, str]] = []
        for path, content in contents.items():
            with told(path):
                target, found = writable(path, inputs)
                folder = os.path.dirname(target)
                if folder not in drafts_of:
                    drafts_of[folder] = stack.enter_context(_drafts(folder))
                draft = os.path.join(drafts_of[folder], str(len(moves)))
                _write_draft(draft, content, found)
                moves.append((path, draft, target))
        for path, draft, target in moves:
            with told(path):
                os.replace(draft, target)
        for folder in drafts_of:
            with told(folder, "to "):
                _sync(folder)


def append_line(path: str | os.PathLike[str], line: str) -> None:
    r"""Add a line to a text file that is whole or as it was before; who does so at the same time waits.

    `path`: made where it is missing.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.files.writing import append_line
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "notes.txt")
    ...     append_line(path, "one")
    ...     append_line(path, "two")
    ...     path.read_bytes()
    b'one\ntwo\n'
    """
    with told(path), _locked_folder(os.path.dirname(os.path.realpath(path))):
        try:
            with open(path, "rb") as file:
                content = file.read()
        except FileNotFoundError:
            content = b""
        if not _is_plain(content):
            raise DataError(f"{path} is packed, or in another encoding than UTF-8: no line can be added to it.")
        end = b"" if not content or content.endswith(b"\n") else b"\n"
        write_file(path, content + end + line.encode("utf-8", "surrogateescape") + b"\n")


def _is_plain(content: bytes) -> bool:
    try:
        return "\0" not in content.decode("utf-8")
    except UnicodeDecodeError:
        return False


@contextmanager
def _locked_folder(folder: str) -> Iterator[None]:
    """Let nobody else in who asks for the same, where the system can: not the file, as that is replaced."""
    if not _OPENS_FOLDERS:
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _lock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def made_folder(folder: str | os.PathLike[str]) -> Iterator[None]:
    r"""Make a folder for files to come, and those that it is in, where they are missing.

    `folder`: what was made of it is gone again if writing fails.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.files import made_folder, write_file
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with made_folder(pathlib.Path(folder, "figures", "today")):
    ...         write_file(pathlib.Path(folder, "figures", "today", "scores.txt"), b"27.1\n")
    """
    made, above = [], os.path.abspath(folder)
    with told(folder, "to "):
        while not os.path.lexists(above):
            made.append(above)
            above = os.path.dirname(above)
        os.makedirs(folder, exist_ok=True)
    try:
        yield
    except BaseException:
        for path in made:
            with suppress(OSError):  # another run has files there
                os.rmdir(path)
        raise


def _write_draft(draft: str, content: bytes, found: os.stat_result | None) -> None:
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)  # less the umask
    with os.fdopen(descriptor, "wb") as file:
        if found is not None:
            with suppress(PermissionError, AttributeError):  # only the superuser can give files to others; not Windows
                os.fchown(file.fileno(), found.st_uid, found.st_gid)
            os.chmod(draft, stat.S_IMODE(found.st_mode))
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _drafts(folder: str) -> Iterator[str]:
    """Give a folder for drafts inside another, in which nobody else can read; it is locked for as long as it is used.

    The system takes the lock from a process that dies, however it does: a folder of drafts that can be locked is left
    over, and the next who writes here removes it.
    """
    if not _OPENS_FOLDERS:
        with _unlocked_drafts(folder) as name:
            yield name
        return
    _sweep(folder)
    while True:
        name = _make_drafts(folder)
        try:
            descriptor = os.open(name, os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError:  # swept by another before it was locked
            continue
        try:
            _lock(descriptor, fcntl.LOCK_EX)
            if not _is_still(name, descriptor):
                continue
            yield name
            return
        finally:
            if _is_still(name, descriptor):
                _remove(name)
            os.close(descriptor)


@contextmanager
def _unlocked_drafts(folder: str) -> Iterator[str]:
    """Give a folder for drafts that stays behind if the process is killed: no lock could tell its from another's."""
    name = _make_drafts(folder)
    try:
        yield name
    finally:
        _remove(name)


def _make_drafts(folder: str) -> str:
    name = os.path.join(folder, _DRAFTS + os.urandom(8).hex())
    os.mkdir(name, 0o700)
    return name


def _sweep(folder: str) -> None:
    """Remove drafts whose writers are gone."""
    try:
        found = [name for name in os.listdir(folder) if name.startswith(_DRAFTS)]
    except PermissionError:  # one may write here and not look
        return
    for name in found:
        path = os.path.join(folder, name)
        with suppress(OSError):  # of others, or gone already
            descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                if _lock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB):
                    _remove(path)
            finally:
                os.close(descriptor)


def _remove(folder: str) -> None:
    import shutil  # slow to import

    shutil.rmtree(folder, ignore_errors=True)


def _lock(descriptor: int, how: int) -> bool:
    """Lock; where the file system has no locks, nothing is swept either."""
    try:
        fcntl.flock(descriptor, how)
    except OSError:
        return False
    return True


def _is_still(name: str, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.stat(name), os.fstat(descriptor))
    except OSError:
        return False


def _sync(folder: str) -> None:
    """Have the names of a folder's files on the disk."""
    if not _OPENS_FOLDERS:
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:  # one may write here and not look
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise
    finally:
        os.close(descriptor)
