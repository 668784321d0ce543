"""The public site of a league as plain files, for who has no server, or for good."""
