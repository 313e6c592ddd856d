"""What the tests of the client share."""

from cli.conftest import no_library, run  # noqa: F401 # the command as a person types it

from .servers import faulty, real_server  # noqa: F401
