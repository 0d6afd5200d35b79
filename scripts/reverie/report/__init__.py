"""The report: figures drawn from the files, the ledger and the history, and the one page that shows them."""
