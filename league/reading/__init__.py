"""Reads photographed score sheets: what was marked, how certainly, and what a person must be asked."""
