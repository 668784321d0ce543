"""Who signs in wrongly is told so in words."""

import pytest
from django.test import Client

from league.models import User
from tests.builders import a_league, a_secretary

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("typed", [("secretary", "wrong"), ("nobody", "password")])
def test_a_wrong_name_and_a_wrong_password_are_refused_in_the_same_words(client: Client, typed) -> None:
    a_secretary(a_league())
    answer = client.post("/sign-in/", {"username": typed[0], "password": typed[1]})
    assert "This name and this password do not belong together." in answer.content.decode()
    assert typed[0] in answer.content.decode(), "what was typed is still there"
    assert typed[1] not in answer.content.decode().split("Password")[-1], "but never the password"


def test_the_right_ones_sign_in(client: Client) -> None:
    a_secretary(a_league())
    answer = client.post("/sign-in/", {"username": "secretary", "password": "password"})
    assert answer.status_code == 303
    assert User.objects.get().pk == int(client.session["_auth_user_id"])
