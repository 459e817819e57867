"""The window: a board to play at, to analyse on and to learn search from, in Qt."""
