"""The pubs and teams of the demo league. None of these places exists."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Pub:
    """A pub of the demo. Phone numbers are of the range kept free for plays and films."""

    name: str
    slug: str
    address: str
    postcode: str
    phone: str
    starts_at: str = "20:30"
    tables: int = 4
    remarks: str = ""
    rooms: str = ""
    step_free: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team of the demo: where it plays, and how good it is at cards (0 to 1)."""

    name: str
    short_name: str
    slug: str
    pub: Pub
    card_sense: float


WEAVERS = Pub(
    name="The Weavers’ Rest, Low Moorside",
    slug="weavers-rest",
    address="2 Tenter Lane, Low Moorside",
    postcode="QY4 1AB",
    phone="0113 496 0101",
    remarks="Park behind the chapel, not in the yard.",
    rooms="Back room",
    step_free="no steps",
)
HANGING_ROYD = Pub(
    name="Hanging Royd Liberal Club",
    slug="hanging-royd-liberal",
    address="Club Street, Hanging Royd",
    postcode="QY4 3LD",
    phone="0113 496 0102",
    starts_at="20:00",
    tables=8,
    remarks="Sign the visitors’ book.",
    rooms="Upstairs, both rooms",
    step_free="a lift from the yard; ring the bell",
)
CROWTHER_FOLD = Pub(
    name="Crowther Fold Working Men’s Club",
    slug="crowther-fold-wmc",
    address="Crowther Fold, Birkshaw Bottoms",
    postcode="QY2 6WM",
    phone="0113 496 0103",
)
PACKHORSE = Pub(
    name="The Packhorse, Nab End",
    slug="packhorse",
    address="91 Nab End Road, Upper Hadderley",
    postcode="QY1 9PH",
    phone="0113 496 0104",
    rooms="The snug",
    step_free="one step at the door, a ramp on request",
)
SHOULDER = Pub(
    name="The Shoulder of Mutton, Upper Hadderley",
    slug="shoulder-of-mutton",
    address="1 Church Bank, Upper Hadderley",
    postcode="QY1 2SM",
    phone="0113 496 0105",
)
TOP_HOUSE = Pub(
    name="Top House",
    slug="top-house",
    address="Windy Bank, Gomerthorpe",
    postcode="QY7 4TH",
    phone="0113 496 0106",
    starts_at="20:00",
)
RECHABITE = Pub(
    name="The Fallen Rechabite",
    slug="fallen-rechabite",
    address="14 Temperance Street, Spenfold",
    postcode="QY3 5FR",
    phone="0113 496 0107",
)
CRICKETERS = Pub(
    name="Gomerthorpe Cricket & Athletic Club",
    slug="gomerthorpe-cricket",
    address="Mill Field, Gomerthorpe",
    postcode="QY7 1CA",
    phone="0113 496 0108",
)
OWLET = Pub(
    name="The Owlet",
    slug="owlet",
    address="Owlet Hall Lane, Scarr Bottoms",
    postcode="QY5 8OW",
    phone="0113 496 0109",
)
DYERS = Pub(
    name="The Dyers’ & Finishers’ Arms",
    slug="dyers-and-finishers",
    address="36 Beck Side, Low Moorside",
    postcode="QY4 2DF",
    phone="0113 496 0110",
)
SHODDY = Pub(
    name="The Shoddy Merchant",
    slug="shoddy-merchant",
    address="Market Place, Spenfold",
    postcode="QY3 1SH",
    phone="0113 496 0111",
)
ST_BLAISE = Pub(
    name="St Blaise’s Parish Social Club",
    slug="st-blaise",
    address="Presbytery Road, Birkshaw",
    postcode="QY2 2SB",
    phone="0113 496 0112",
    starts_at="20:00",
)
THREE_NAGS = Pub(
    name="The Three Nags, Kirkroyds",
    slug="three-nags",
    address="Kirkroyds Top",
    postcode="QY6 3TN",
    phone="0113 496 0113",
)
MUNGO = Pub(
    name="The Mungo Mill",
    slug="mungo-mill",
    address="5 Rag Lane, Spenfold",
    postcode="QY3 7MM",
    phone="0113 496 0114",
)
CAFE = Pub(
    name="The Café Royal (Owd Jack’s)",
    slug="cafe-royal",
    address="Station Parade, Thornley Cross",
    postcode="QY8 1CR",
    phone="0113 496 0115",
)
CLOGGERS = Pub(
    name="The Clogger’s Knife",
    slug="cloggers-knife",
    address="Far Common, Thornley Cross",
    postcode="QY8 6CK",
    phone="0113 496 0116",
)

PUBS = (
    WEAVERS,
    HANGING_ROYD,
    CROWTHER_FOLD,
    PACKHORSE,
    SHOULDER,
    TOP_HOUSE,
    RECHABITE,
    CRICKETERS,
    OWLET,
    DYERS,
    SHODDY,
    ST_BLAISE,
    THREE_NAGS,
    MUNGO,
    CAFE,
    CLOGGERS,
)


def _team(pub: Pub, card_sense: float, *, letter: str = "", short: str) -> Team:
    return Team(
        name=f"{pub.name.split(',')[0]} {letter}".strip(),
        short_name=f"{short} {letter}".strip(),
        slug=f"{pub.slug}-{letter.lower()}".strip("-"),
        pub=pub,
        card_sense=card_sense,
    )


# The divisions of the first season; the second follows from how that one ended.
DIVISION_ONE = (
    _team(WEAVERS, 0.95, letter="A", short="Weavers’"),
    _team(HANGING_ROYD, 0.85, letter="A", short="Hanging Royd"),
    _team(CROWTHER_FOLD, 0.75, letter="A", short="Crowther Fold"),
    _team(SHOULDER, 0.9, short="Shoulder of Mutton"),
    _team(TOP_HOUSE, 0.6, short="Top House"),
    _team(RECHABITE, 0.7, short="Fallen Rechabite"),
    _team(HANGING_ROYD, 0.5, letter="B", short="Hanging Royd"),
    _team(DYERS, 0.65, short="Dyers’ & Finishers’"),
    _team(SHODDY, 0.3, short="Shoddy Merchant"),
    _team(CAFE, 0.4, short="Café Royal"),
)
DIVISION_TWO = (
    _team(PACKHORSE, 0.7, letter="A", short="Packhorse"),
    _team(WEAVERS, 0.5, letter="B", short="Weavers’"),
    _team(CROWTHER_FOLD, 0.3, letter="B", short="Crowther Fold"),
    _team(PACKHORSE, 0.1, letter="B", short="Packhorse"),
    _team(CRICKETERS, 0.6, short="Gomerthorpe C & AC"),
    _team(OWLET, 0.45, short="Owlet"),
    _team(ST_BLAISE, 0.35, short="St Blaise’s"),
    _team(THREE_NAGS, 0.2, short="Three Nags"),
    _team(MUNGO, 0.55, short="Mungo Mill"),
    _team(CLOGGERS, 0.05, short="Clogger’s Knife"),
)
TEAMS = DIVISION_ONE + DIVISION_TWO
