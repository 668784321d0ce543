"""The demo league: its finished file, loaded as if today were mid-season, and cleared away."""
