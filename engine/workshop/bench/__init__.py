"""Benchmarks that play, or are measured against, others; see `engine.bench`."""
