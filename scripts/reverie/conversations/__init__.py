"""What was said in past sessions, made searchable as far as the person wants it to be."""
