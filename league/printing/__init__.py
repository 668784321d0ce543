"""What is printed, where it stands on the paper, and how it becomes a PDF."""
