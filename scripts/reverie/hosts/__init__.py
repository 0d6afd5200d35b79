"""One file per client, all with the same face: `event(name, raw)` reads, `answer(name, answer)` writes."""
