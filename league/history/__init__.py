"""What was changed, by whom and when, with every row that was written, so that it can be undone exactly."""
