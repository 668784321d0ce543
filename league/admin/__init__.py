"""The workbench: people, pubs, teams, seasons and matches, each secretary's own league only.

It lists, filters and corrects. Results are shown here and never changed: every one leads to the page that
corrects it. Drafts are nobody's business but their writers' and are not here at all.
"""

from django.contrib import admin
from django.contrib.auth.models import Group

# Each registers what it holds.
from league.admin import leagues, matches, people, pubs, results, rule_books, seasons  # noqa: F401
from league.forms.sign_in import WorkbenchSignInForm

admin.site.login_form = WorkbenchSignInForm
admin.site.site_header = "Pegboard: the workbench"
admin.site.site_title = "Pegboard"
admin.site.index_title = "What the league keeps"
# Who may do what stands in the roles of the leagues; groups would be a second answer.
admin.site.unregister(Group)
