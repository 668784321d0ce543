"""`doctor`: what is installed, what is missing and what is broken, with the line to type."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from league.accounts.services.letters import mail_goes_out
from league.bootstrap.machine import configured_site
from league.installation.doctor.findings import Finding, State, fault, missing, well, words
from league.installation.doctor.machine import machine_findings, time_findings
from league.installation.doctor.site import SET_MAIL, send_test_letter, site_findings
from league.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Reports what this installation has and lacks, one line each, with the command to type."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print a list of findings, for programs")
        parser.add_argument(
            "--mail",
            metavar="ADDRESS",
            help="send a letter there as well, and say what to ask about its sender",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        findings = []
        for finding in self.findings(options["mail"]):
            findings.append(finding)
            if not options["json"]:
                self.tell(self.line(finding))
        if options["json"]:
            self.stdout.write(json.dumps([asdict(finding) for finding in findings], indent=2))
        faults = sum(finding.state is State.FAULT for finding in findings)
        if faults:
            raise CommandError(f"To mend: {faults}. The lines above say how.")

    def findings(self, address: str | None) -> Iterator[Finding]:
        if sentence := configured_site(["doctor"]):
            yield fault("this is not the site of this machine", sentence)
        yield from machine_findings()
        yield from time_findings()
        yield from site_findings()
        if address:
            yield self.letter_to(address)
            yield self.sender()

    def sender(self) -> Finding:
        """Return what to ask about the domain that letters come from: Python alone cannot."""
        domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2]
        names = ("MX ", "TXT ", "TXT _dmarc.")
        return missing(
            f"whether others believe letters from {domain} is not asked from here",
            "\n".join(
                (
                    "docs/operating.md says what these show:",
                    *(f"Type: dig +short {name}{domain}" for name in names),
                )
            ),
        )

    def letter_to(self, address: str) -> Finding:
        what = f"a letter to {address}"
        if not mail_goes_out():
            return fault(f"{what} cannot be sent", SET_MAIL)
        try:
            send_test_letter(address)
        except (OSError, ValueError) as reason:
            return fault(f"{what} was refused: {words(reason)}", "Mend PEGBOARD_EMAIL_URL.")
        return well(f"{what} has been handed over: look whether it arrives")

    def line(self, finding: Finding) -> str:
        style = {State.OK: self.style.SUCCESS, State.MISSING: self.style.WARNING}
        state = style.get(finding.state, self.style.ERROR)(f"{finding.state:<8}")
        return "\n         ".join((f"{state} {finding.what}", *finding.cure.splitlines()))
