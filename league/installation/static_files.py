"""Static files under names that change with what is in them."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class HashedFiles(ManifestStaticFilesStorage):
    """Also the modules a script imports: a browser, and a page kept on a phone, may hold each for good."""

    support_js_module_import_aggregation = True
