"""BoardMania for real: sources of times, calendar and what an organiser does with them."""
