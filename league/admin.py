"""Django's admin: the workbench of people, pubs, teams, seasons and matches, for each league's own secretary.

Results are shown here and never changed: each leads to the page that corrects it. Drafts belong to their
writers and are not here at all.
"""

from django.contrib import admin
from django.contrib.auth.models import Group

from league.accounts.signing_in import WorkbenchSignInForm
from league.competition.admin import leagues, matches, rule_books  # noqa: F401  each registers what it holds

admin.site.login_form = WorkbenchSignInForm
admin.site.site_header = "Pegboard: the workbench"
admin.site.site_title = "Pegboard"
admin.site.index_title = "What the league keeps"
# Permissions are the roles of the leagues; groups would be a second answer.
admin.site.unregister(Group)
