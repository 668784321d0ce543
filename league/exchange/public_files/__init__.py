"""What the public takes away as files: the tables of its pages, the draw of a cup, every hand."""
