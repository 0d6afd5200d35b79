"""The team's layer: memories in the repository, used once a person has accepted them, text by text."""
