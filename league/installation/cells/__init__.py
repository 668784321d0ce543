"""Cells in operation: the database backend, the router, the middleware; creating them and moving leagues."""
