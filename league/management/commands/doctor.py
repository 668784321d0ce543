"""`doctor`: what is installed and what is missing, with the line to type."""

from typing import Any

from league.installation.doctor import Finding, look_around
from league.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Reports what this installation has and lacks, one line each, with the command to type."

    def handle(self, *args: Any, **options: Any) -> None:
        for finding in look_around():
            self.stdout.write(self.line(finding))

    def line(self, finding: Finding) -> str:
        if finding.is_well:
            return f"{self.style.SUCCESS('ok')}       {finding.what}"
        return f"{self.style.WARNING('missing')}  {finding.what}. {finding.cure}"
