"""BoardMania as an event: where its finishes come from."""
