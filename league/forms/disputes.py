"""What the secretary types when the sides of a match do not agree."""

from django import forms

from league.forms.rulings import Reason


class DisputeForm(forms.Form):
    """What the sides do not agree on."""

    because = Reason(
        label="What do the sides not agree on?",
        help_text="Only those who keep the league read it. Everybody reads that the match is under dispute.",
    )
