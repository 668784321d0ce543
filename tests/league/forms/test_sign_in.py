"""Who signs in wrongly is told so in words."""

import pytest
from django.test import Client

from league.models import User
from tests.builders import a_league, a_secretary

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["secretary", "nobody"])
def test_a_wrong_name_and_a_wrong_password_are_refused_in_the_same_words(client: Client, name: str) -> None:
    a_secretary(a_league())
    page = client.post("/sign-in/", {"username": name, "password": "mistyped"}).content.decode()
    assert "This name and this password do not belong together." in page
    assert name in page, "what was typed is still there"
    assert "mistyped" not in page, "but never the password"


def test_the_right_ones_sign_in(client: Client) -> None:
    a_secretary(a_league())
    answer = client.post("/sign-in/", {"username": "secretary", "password": "password"})
    assert answer.status_code == 303
    assert User.objects.get().pk == int(client.session["_auth_user_id"])
