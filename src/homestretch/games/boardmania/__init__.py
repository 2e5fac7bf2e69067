"""BoardMania, an event of nine days: the rank on the day's map is the dice value."""
