"""A store whose project moved: known again by its repository, brought along with all that is kept of it."""
