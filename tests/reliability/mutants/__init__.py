"""Small faults, planted one at a time: the tests of the room must notice.

mutmut and cosmic-ray were looked at and cannot carry this suite. Neither changes C++. mutmut imports the package from a
folder of its own, which the editable install with its compiled core shadows, and changes functions only; cosmic-ray
writes each fault into the checkout. Both keep what changes no answer as a comment in the source.
"""
