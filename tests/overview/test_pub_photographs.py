"""The photograph of a pub: set by its link or the secretary, shown to everybody, made anew."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from league.models import Pub, PubPhotograph
from tests.builders import a_league, a_pub, a_pub_link, a_secretary
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
GPS = 0x8825


@pytest.fixture
def pub() -> Pub:
    return a_pub(a_league(), "The Fleece")


def a_file(size: tuple[int, int] = (2400, 1200)) -> SimpleUploadedFile:
    exif = Image.Exif()
    exif[GPS] = {1: "N", 2: (53.0, 42.0, 0.0)}
    out = io.BytesIO()
    Image.new("RGB", size, "red").save(out, "JPEG", exif=exif)
    return SimpleUploadedFile("front.jpg", out.getvalue(), "image/jpeg")


def test_a_pub_sets_its_photograph_by_its_link_and_everybody_sees_it_without_what_the_camera_wrote(
    client: Client, pub: Pub
) -> None:
    page, link = f"/{pub.league.slug}/pubs/the-fleece/", f"{a_pub_link(pub)}photograph/"
    assert client.get(f"{page}photograph.jpg").status_code == 404
    assert "<img" not in markup(client.get(page)).partition("<main")[2]
    sent = {"photograph": a_file(), "description": "The front,  by day"}
    assert client.post(link, sent).status_code == 303
    assert 'alt="The front, by day"' in markup(Client().get(page))
    answer = Client().get(f"{page}photograph.jpg")
    assert (answer.headers["Content-Type"], answer.headers["X-Content-Type-Options"]) == (
        "image/jpeg",
        "nosniff",
    )
    picture = Image.open(io.BytesIO(answer.content))
    assert picture.size == (960, 480)
    assert not picture.getexif()
    assert b"Exif" not in answer.content
    client.post(link, {"photograph": a_file((30, 20)), "description": "Another"})
    assert [each.description for each in PubPhotograph.objects.all()] == ["Another"]
    client.post(link, {"delete": ""})
    assert client.get(f"{page}photograph.jpg").status_code == 404


def test_the_secretary_sets_and_deletes_it_too(client: Client, pub: Pub) -> None:
    client.force_login(a_secretary(pub.league))
    page = f"/{pub.league.slug}/secretary/pubs/the-fleece/photograph/"
    assert client.get(page).status_code == 200
    client.post(page, {"photograph": a_file(), "description": "The front"})
    assert pub.photographs.count() == 1
    assert "Delete photograph" in words(client.get(page))
    assert client.get(page.replace("the-fleece", "nowhere")).status_code == 404


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"description": "The front"}, "Choose a photograph first."),
        (
            {"photograph": SimpleUploadedFile("x.jpg", b"no picture"), "description": "x"},
            "This is no picture",
        ),
    ],
)
def test_what_is_no_picture_is_refused_in_a_sentence(
    client: Client, pub: Pub, sent: dict[str, object], sentence: str
) -> None:
    answer = client.post(f"{a_pub_link(pub)}photograph/", sent)
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert not PubPhotograph.objects.exists()
