"""What is known of words: forms, endings, slips, meanings and phrases, in the languages people write to agents in."""
