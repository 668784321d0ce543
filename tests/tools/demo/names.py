"""Names for the demo's players. Given names are of all ages; surnames are places that could be in the
Riding and are not, so that nobody finds himself here."""

from dataclasses import dataclass

GIVEN = """
    Albert Amir Angela Arthur Barry Bernard Beryl Brenda Brian Carol Cliff Colin Craig Darren Dawn
    Debbie Denise Derek Doreen Duncan Eileen Eric Ernest Frank Gareth Gary Geoff George Gillian
    Glenys Gordon Graham Harold Harry Hazel Imran Irene Jack Janet Jean Jim Joan Joe Joyce Julie
    Karen Keith Ken Kevin Lee Les Linda Lynne Malcolm Maria Marjorie Mark Martin Maureen Mavis
    Michelle Mick Nadia Neil Norman Owen Pam Pat Paul Pauline Pete Phil Raymond Reg Rita Rob Roger
    Ron Roy Ruth Sam Sandra Sheila Shirley Simon Stan Steve Stuart Sue Susan Terry Tom Tony Tracy
    Trevor Val Vera Wayne Wendy Wilf Winnie
""".split()  # noqa: SIM905  a column of quotation marks reads worse

SURNAMES = """
    Ackerthwaite Beckersley Birkenroyd Blatherwick-Dean Boothersall Brackenfold Cawthrop Clegghurst
    Cobberley Crowroyd Dewsnape Drubhill Earnthorpe Eccleshead Fartown-Platt Fewsley Gawkroyd
    Gibbersgill Grimeshead Haigherton Hallasfold Heckersley Hepperholme Ibbotsroyd Inghamshaw
    Jaggersley Kelderholme Kirkersall Kitsonroyd Lumberthwaite Lockerbent Luddersley Mallinfold
    Marsdenby Mirfoldby Murgatshaw Netherbent Nunnersfold Oldroydson Ossersley Oxleyroyd Padgettshaw
    Peckersall Pogmoorby Quarmfold Ramsdengate Rawfolding Rishworthy Roebuckley Scholesby
    Shepleyfold Skelmanroyd Slaithwick Soothillby Sowerthwaite Stainclough Sugdenhirst Sykersley
    Tattersfold Thongsby Thornhillock Tinglethorpe Uptonroyd Varleyshaw Wadsfold Walkerley
    Whitleyroyd Wibberholme Wormaldhey Yeadersley
""".split()  # noqa: SIM905  a column of quotation marks reads worse


@dataclass(frozen=True, slots=True, kw_only=True)
class OddName:
    """A name of the kind every real list has and every form trips over."""

    name: str
    told_apart_by: str = ""
    shown: str = "full"


# By the slug of the team.
ODD_NAMES = {
    "weavers-rest-a": (OddName(name="Zoë Ackerthwaite"),),
    "hanging-royd-liberal-a": (OddName(name="Siân O'Rourkeson", shown="initials"),),
    "crowther-fold-wmc-a": (OddName(name="Łukasz Wrzoskowiak"),),
    "shoulder-of-mutton": (
        OddName(name="Harold Murgatshaw", told_apart_by="senior"),
        OddName(name="Harold Murgatshaw", told_apart_by="junior"),
    ),
    "fallen-rechabite": (OddName(name="Bartholomew Fotheringthwaite-Sugdenhirst"),),
    "cafe-royal": (OddName(name="René D'Arcy-Holtby"),),
    "packhorse-a": (OddName(name="Agnès de la Fouleroyd", shown="hidden"),),
    "owlet": (OddName(name="Máire Ní Bhriaineach"),),
    "mungo-mill": (OddName(name="J. J. Xu"),),
}
