"""Self-play data, and the fitting of the engine's weights to it."""
