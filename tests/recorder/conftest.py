"""What the tests of the recorder share."""

from cli.conftest import no_library, run  # noqa: F401 # the command as a person types it
