"""Django's PostgreSQL, but that a connection is asked for nothing to see that it still stands."""

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Before each request it is looked at whether the server has said something, such as that it has gone.

    Django asks it a question instead, which is a tenth of what a page waits for.
    """

    def is_usable(self) -> bool:
        if self.connection is not None and not self.connection.closed:
            line = select.poll()
            line.register(self.connection, select.POLLIN)
            if not line.poll(0):
                return True
        return super().is_usable()
