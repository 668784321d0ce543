"""The generator of the demo league: plainly invented, but every hand of it really dealt and played.

`plan` makes it up from a fixed seed, `seed_file` writes it down for fixtures/demo.json, which is all that the
product loads. `python3 -m tests.tools.demo` writes that file anew; the same code always writes the same file.
"""
