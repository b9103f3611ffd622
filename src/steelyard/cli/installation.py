"""Whether what went wrong is the installation: a package that is not there, or a file that stands in its place."""

import sys

__all__ = ["broken_installation"]

_PACKAGES = ("numpy", "scipy", "jinja2", "rich")  # that every installation has
_MEND = "reinstall it (pip install --force-reinstall steelyard)"


def broken_installation(error: BaseException) -> str:
    """Say in a sentence what is broken; nothing where the installation is whole.

    Examples
    --------
    >>> from steelyard.cli.installation import broken_installation
    >>> broken_installation(ModuleNotFoundError("No module named 'scipy'", name="scipy"))
    'this installation is broken, as scipy cannot be imported: reinstall it (pip install --force-reinstall steelyard).'
    >>> broken_installation(ZeroDivisionError())
    ''
    """
    for name in _PACKAGES:
        module = sys.modules.get(name)
        if module is not None and not hasattr(module, "__path__"):
            return (
                f"{module.__file__} stands in the place of the package {name}: rename it, or run the command elsewhere."
            )
    if isinstance(error, ImportError):
        return f"this installation is broken, as {error.name or 'a module'} cannot be imported: {_MEND}."
    return ""
