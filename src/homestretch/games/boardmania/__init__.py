"""BoardMania: nine days on a TrackMania server, and a board of 47 fields."""
