"""Records: pubs, teams, divisions, players, seasons and the league, created, edited, merged, deleted."""
