"""Games by the thousand: simulation, conformance, perft, playthroughs and benchmarks."""
