"""Files: how text is read exactly, what may be replaced, and how a file appears whole or not at all."""

from steelyard.files.targets import check_folder, check_target
from steelyard.files.told import keep_inputs, note_input
from steelyard.files.writing import made_folder, write_file, write_files

__all__ = ["check_folder", "check_target", "keep_inputs", "made_folder", "note_input", "write_file", "write_files"]
