"""The door: `hook EVENT` for the client, what must run before there are packages, else the command line."""
import os
import sys
from importlib import import_module

DOORS = {"hook": "reverie.hook", "prepare": "reverie.prepare", "worker": "reverie.worker",
         "install": "reverie.setup", "uninstall": "reverie.setup"}

if __name__ == "__main__":
    verb = sys.argv[1] if len(sys.argv) > 1 else ""
    door = import_module(DOORS.get(verb, "reverie.enter"))
    if verb == "hook":
        sys.exit(door.main("".join(sys.argv[2:3]), os.environ))
    sys.exit(door.main(sys.argv[1:]))
