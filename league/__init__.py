"""The league: pubs, teams, seasons, matches, and the pages and paper that show them."""
