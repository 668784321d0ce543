"""What the secretary decided from the inbox, and how it is undone."""
