"""The season's list: who meets whom, on which night and where, as fair as it can be, and the proof of it."""
