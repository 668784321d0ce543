"""The demo league: plainly invented, but every hand of it really dealt and played.

`plan` makes it up from a fixed seed, `seed_file` writes it down for fixtures/demo.json. Nothing here
reads or writes the database: that is what the demo's service does.
"""
