"""How much of somebody else's file is read before it is refused."""

MIB = 1024 * 1024

MAX_FILE = 128 * MIB
"""Largest file, or member of an archive, in bytes."""

MAX_VALUES = 6_000_000
"""Commas in a JSON file: each value that they part takes some fifty bytes of memory."""

MAX_RECORD = 3 * MIB
"""Largest game without moves in bytes; a line of ours may have 4 MiB."""

MAX_DEPTH = 32
"""How deep lists and objects may nest in what is kept."""

MAX_ENTRIES = 1_000_000
"""Plays of a file, or members of any other list in it."""

MAX_ROWS = 1_100_000
"""Rows of a table; a workbook has up to 1,048,576."""

MAX_CELLS = 2_000_000
"""Filled cells of a table."""

MAX_LINE = 2 * MIB
"""Characters of a table without the end of a line."""

MAX_COLUMNS = 1000
"""Columns of a table."""

MAX_MEMBERS = 1000
"""Files in an archive."""

MAX_TOTAL = 512 * MIB
"""Bytes of all members of an archive together."""

MAX_RATIO = 250
"""How much smaller than its contents a packed file may be; plays rarely pack better than 1:60."""
