"""Everything of a store in one archive, and back from it on another machine."""
