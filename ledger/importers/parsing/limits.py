"""Limits on other people's files; what is larger is refused."""

MIB = 1024 * 1024

MAX_FILE = 128 * MIB
"""The largest file, or member of an archive, in bytes."""

MAX_VALUES = 6_000_000
"""Commas in a JSON file; each value between them takes some fifty bytes of memory."""

MAX_RECORD = 3 * MIB
"""The largest game without moves, in bytes; a line of our own may have 4 MiB."""

MAX_DEPTH = 32
"""How deeply lists and objects that we keep may be nested."""

MAX_ENTRIES = 1_000_000
"""Plays in a file, or items of any other list in it."""

MAX_ROWS = 1_100_000
"""Rows of a table; a worksheet has up to 1,048,576."""

MAX_CELLS = 2_000_000
"""Filled cells of a table."""

MAX_LINE = 2 * MIB
"""Characters in one line of a table."""

MAX_CELL = MIB
"""Characters in one cell of a table."""

MAX_COLUMNS = 1000
"""Columns of a table."""

MAX_MEMBERS = 1000
"""Files in an archive."""

MAX_TOTAL = 512 * MIB
"""Bytes of all members of an archive together."""

MAX_RATIO = 250
"""How many times larger a file may get when unpacked; plays rarely pack better than 1:60."""
