"""Reads: database to plain values. Each says how many queries it costs, whatever the league holds."""
