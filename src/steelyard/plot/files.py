"""Figures as files, whole or not at all."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from steelyard import files
from steelyard.errors import DataError, SpecError, needs_extra, unknown_name
from steelyard.plot.drawing.chart import chart
from steelyard.results.figure import Figure, figure_name

__all__ = ["FORMATS", "check_folder", "save"]

FORMATS = ("svg", "png", "pdf")
_PPI = 300


def check_folder(folder: str | os.PathLike[str]) -> None:
    """Refuse a folder that figures could not be written to: before the work, and without leaving anything there.

    Parameters
    ----------
    folder : path-like
        It need not exist.

    Raises
    ------
    MissingExtraError
        Altair or vl-convert is not installed.
    DataError
        It is no folder, or cannot be made or written to.

    Examples
    --------
    >>> from steelyard.plot import check_folder
    >>> check_folder(".")
    """
    with needs_extra("figures", "A figure"):
        import altair  # noqa: F401
        import vl_convert  # noqa: F401
    files.check_folder(folder)


def save(
    figures: Sequence[Figure], folder: str | os.PathLike[str], formats: Sequence[str] = FORMATS, *, titled: bool = True
) -> list[Path]:
    """Write figures, each as ``NAME.FORMAT``.

    All are drawn, and on the disk, before the first takes its name: each file appears whole or not at all. Nothing is
    fetched from a network.

    Parameters
    ----------
    figures : sequence of Figure
        Names must differ, and be what `figure_name` makes of them.
    folder : path-like
        Made if it does not exist; files of the same names are replaced.
    formats : sequence of str
        Of ``"svg"``, ``"png"`` (300 dots an inch) and ``"pdf"``; by default all.
    titled : bool, default True
        Write each title above its figure.

    Returns
    -------
    list of pathlib.Path
        What was written.

    Raises
    ------
    MissingExtraError
        Altair or vl-convert is not installed.
    SpecError
        There is no such format.
    DataError
        A figure cannot be drawn, its name is not fit for a file, or the folder cannot be written to.

    Notes
    -----
    The same figures give the same bytes with the same versions of the packages, except that a PDF with letters that its
    one font lacks can differ in the order of its parts. Such letters, as Chinese ones, need a font of the system.

    Examples
    --------
    >>> import tempfile
    >>> from steelyard.plot import save
    >>> from steelyard.results import Figure, Series
    >>> figure = Figure("figure-3", "BLEU of samples", "points", "sample", "BLEU", (Series("", (1.0,), (27.1,)),))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [path.name for path in save([figure], folder, ["svg"])]
    ['figure-3.svg']
    """
    for name in formats:
        if name not in FORMATS:
            raise unknown_name("format of figures", name, FORMATS)
    if not formats:
        raise SpecError(f"There is no format to write figures in: give one or more of {', '.join(FORMATS)}.")
    _check_names(figures)
    check_folder(folder)
    contents: dict[str | os.PathLike[str], bytes] = {}
    for figure in figures:
        svg = _svg(figure, titled)
        contents |= {Path(folder, f"{figure.name}.{name}"): _converted(svg, name) for name in formats}
    with files.made_folder(folder):
        files.write_files(contents)
    return [Path(path) for path in contents]


def _check_names(figures: Sequence[Figure]) -> None:
    """Refuse names that would leave the folder or replace each other: figures can come from a file."""
    seen: set[str] = set()
    for figure in figures:
        if figure.name != figure_name(figure.name):
            raise DataError(f"The name of the figure {figure.name!r} is not fit for a file: use letters and digits.")
        if figure.name.lower() in seen:
            raise DataError(f"Two figures are called {figure.name!r}: one would replace the other.")
        seen.add(figure.name.lower())


def _svg(figure: Figure, titled: bool) -> str:
    with needs_extra("figures", "A figure"):
        import altair
        import vl_convert
    specification = chart(figure, titled=titled).to_dict()
    version = _version(altair.SCHEMA_VERSION)
    drawn: str = vl_convert.vegalite_to_svg(specification, vl_version=version, allowed_base_urls=[])
    return _renumbered(drawn)


def _renumbered(svg: str) -> str:
    """Number colour gradients from 0: their ids count all that this process has drawn."""
    for i, name in enumerate(re.findall(r'<linearGradient id="(gradient_\d+)"', svg)):
        svg = svg.replace(f'id="{name}"', f'id="colours_{i}"').replace(f'"url(#{name})"', f'"url(#colours_{i})"')
    return svg


def _converted(svg: str, name: str) -> bytes:
    import vl_convert

    if name == "svg":
        return _in_points(svg).encode("utf-8")
    if name == "png":
        image: bytes = vl_convert.svg_to_png(svg, ppi=_PPI)
        return image
    return _in_order(vl_convert.svg_to_pdf(svg))


def _in_order(pdf: bytes) -> bytes:
    """Sort the entries of each list of resources, which come in random order: no byte moves outside a list."""
    return re.sub(rb"(?: +/\w+ \d+ 0 R\n)+", lambda found: b"".join(sorted(found[0].splitlines(keepends=True))), pdf)


def _version(schema: str) -> str:
    """Choose the Vega-Lite to draw with: the one that Altair writes for, or the newest of that generation."""
    import vl_convert

    wanted = schema.removeprefix("v").rpartition(".")[0]
    known = vl_convert.get_vegalite_versions()
    if wanted in known:
        return wanted
    major = [version for version in known if version.split(".")[0] == wanted.split(".")[0]]
    with needs_extra("figures", f"Altair's Vega-Lite {wanted}"):
        if not major:
            raise ImportError("vl-convert is older than Altair")
    return max(major, key=lambda version: [int(part) for part in version.split(".")])


def _in_points(svg: str) -> str:
    """Give an SVG its size in points, so that it is as wide as the PDF."""
    start, end = svg.split(">", 1)
    for side in ("width", "height"):
        before, after = start.split(f' {side}="', 1)
        start = f'{before} {side}="{after.replace(chr(34), "pt" + chr(34), 1)}'
    return f"{start}>{end}"
