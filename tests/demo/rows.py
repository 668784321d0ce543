"""How many rows there are."""

from django.apps import apps


def everything() -> dict[str, int]:
    """Return how many rows every table of the league's has."""
    return {
        model.__name__: model._default_manager.count() for model in apps.get_app_config("league").get_models()
    }
