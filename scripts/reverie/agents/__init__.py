"""Sub-agents: where each keeps its memories, and what its runs teach."""
