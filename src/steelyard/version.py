"""The version of Steelyard: read by the build, and written into signatures and results."""

__all__ = ["__version__"]

__version__ = "0.1.0"
