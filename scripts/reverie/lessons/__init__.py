"""What the work itself teaches: summaries of sessions, lessons that two of them tell, procedures that three took."""
