"""Whose turn it is, among the web servers of one installation."""

from django.db import models


class ClockTurn(models.Model):
    """Which web server's clock runs the jobs, and until when it has said so: one row."""

    holder = models.CharField(max_length=32)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.holder} until {self.until:%H:%M:%S}"
