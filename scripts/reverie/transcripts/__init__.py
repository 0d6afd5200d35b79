"""One file per client, all with the same face: `span(path, start)` reads what was said after a byte."""
