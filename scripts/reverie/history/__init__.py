"""Every change of a store as a revision, in git or in copies: shown, taken back, brought back."""
