"""One file per verb of the command line: it prints, and leaves the work to the rooms below."""
from __future__ import annotations

import os

from reverie import places, project
from reverie.session import Binding


def here(folder: str | None) -> tuple[places.Places, Binding]:
    """The person's places, and the project of `folder`, of the session around, or of where the command runs."""
    found = places.here(os.environ)
    launch = os.path.abspath(folder or project.launched(os.getcwd(), os.environ))
    return found, project.resolve(launch, found, os.environ)
