"""scripts/message_catalogue.py: each way to say something is found in the source."""

from scripts.message_catalogue import catalogue

SOURCE = '''
"""A docstring is no message."""
HINT = "a constant"

class Refusal(Exception):
    kind = "refused"
    def __init__(self, message, *, hint=None): ...

def check(d, x):
    why = "by a name" if x else f"or {x} so"
    if x:
        raise Refusal(why, hint=HINT + " and more")
    problems.append(f"one {x.count} two")
    facts["message"] = other()
    e.hint = "put later"
    d.need("OSA-14", x, f"pay {len(x)} coin{'s' if x else ''}")
    return _("a translated text")

def need(self, rule, condition, sentence): ...

def other():
    return "from a function"

LABEL = """a longer text
  of two lines"""
'''
PAGE = """\
## new

### new.py

```text
refused: by a name
refused: or {x} so
    hint: a constant and more
problems: one {count} two
message: from a function
    hint: put later
OSA-14: pay {x} coin{s|}
· a longer text
· of two lines
```
"""


def test_every_way_to_say_something_is_found(tmp_path):
    (tmp_path / "new.py").write_text(SOURCE)
    assert catalogue(tmp_path).endswith(PAGE)


def test_a_shift_of_lines_changes_nothing_and_a_new_wording_one_line(tmp_path):
    file = tmp_path / "new.py"
    file.write_text(SOURCE)
    before = catalogue(tmp_path)
    file.write_text("\n\n" + SOURCE)
    assert catalogue(tmp_path) == before
    file.write_text(SOURCE.replace("put later", "put soon"))
    changed = [x for x in catalogue(tmp_path).splitlines() if x not in before.splitlines()]
    assert changed == ["    hint: put soon"]
