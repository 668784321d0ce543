"""A letter of the site, by whichever way it goes."""

from typing import Any

from django.core.mail import EmailMessage


class Letter(EmailMessage):
    """An e-mail whose addresses cannot add to its head. Sending raises OSError or ValueError."""

    def message(self, *arguments: Any, **options: Any) -> Any:
        # Python's library for mail ends a line of the head at signs that an address may hold in quotes.
        for address in (*self.to, *self.reply_to):
            if not address.isprintable():
                raise ValueError(f"{address!r} is no address that a letter can go to")
        return super().message(*arguments, **options)
