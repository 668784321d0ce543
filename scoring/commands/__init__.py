"""What the commands of `python -m scoring` do; `scoring.__main__` names them and their arguments."""
