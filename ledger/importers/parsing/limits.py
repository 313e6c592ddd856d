"""Limits on other people's files; anything larger is refused."""

MIB = 1024 * 1024

MAX_FILE = 128 * MIB
"""The largest file, or member of an archive, in bytes."""

MAX_VALUES = 6_000_000
"""The most commas in a JSON file; each value between them takes some fifty bytes of memory."""

MAX_RECORD = 3 * MIB
"""The largest game without moves, in bytes; our own lines can have up to 4 MiB."""

MAX_DEPTH = 32
"""The deepest nesting of lists and objects that we keep."""

MAX_ENTRIES = 1_000_000
"""The most plays in a file, or items in any other list in it."""

MAX_ROWS = 1_100_000
"""The most rows in a sheet; a worksheet can have up to 1,048,576."""

MAX_CELLS = 2_000_000
"""The most filled cells of a sheet that are read at once."""

MAX_LINE = 2 * MIB
"""The most characters in one line of a sheet."""

MAX_CELL = MIB
"""The most characters in one cell of a sheet."""

MAX_COLUMNS = 1000
"""The most columns in a sheet."""

MAX_MEMBERS = 1000
"""The most files in an archive."""

MAX_TOTAL = 512 * MIB
"""The most bytes in all members of an archive together."""

MAX_RATIO = 250
"""How many times larger a file may get when it is unpacked; plays rarely pack better than 1:60."""
