"""Writing RobinX solutions, so that others' validators can check them."""

from xml.etree import ElementTree

from league.fixturing.robinx.instances import Instance, Placed
from league.fixturing.robinx.judging import Judgement


def format_solution(instance: Instance, placed: Placed, judgement: Judgement) -> str:
    """The text of a solution file."""
    root = ElementTree.Element("Solution")
    about = ElementTree.SubElement(root, "MetaData")
    ElementTree.SubElement(about, "SolutionName").text = f"{instance.name}_Sol_Pegboard"
    ElementTree.SubElement(about, "InstanceName").text = instance.name
    ElementTree.SubElement(about, "Contributor").text = "Pegboard"
    ElementTree.SubElement(
        about,
        "ObjectiveValue",
        infeasibility=str(judgement.infeasibility),
        objective=str(judgement.objective),
    )
    games = ElementTree.SubElement(root, "Games")
    for (home, away), slot in sorted(placed.items(), key=lambda one: (one[1], one[0])):
        ElementTree.SubElement(games, "ScheduledMatch", home=str(home), away=str(away), slot=str(slot))
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'
