import unicodedata


def folded(text: str) -> str:
    """Letters without accents and capitals, so that "zoe" finds "Zoë"."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def bare(name: str) -> str:
    """A name as it is compared: whatever its spaces, capitals and accents, with or without The."""
    return folded(" ".join(name.split())).removeprefix("the ").replace("’", "'")
