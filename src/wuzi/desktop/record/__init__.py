"""The record of a game: its moves, its variations, what was said about them; files; setting up."""
