"""Pages of records, and of the rule book of a season."""
