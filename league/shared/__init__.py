"""What several subjects need and none owns."""
