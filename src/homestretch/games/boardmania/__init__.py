"""BoardMania: nine days on a TrackMania server; the rank on the day's map is the roll of the dice."""
