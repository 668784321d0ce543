"""What programs read: a router for each part of a league."""
