"""The door: `hook EVENT` for the client, what must run before there are packages, else the command line."""
import os
import sys

DOORS = {"hook": "reverie.hook", "prepare": "reverie.prepare", "worker": "reverie.worker",
         "install": "reverie.setup", "uninstall": "reverie.setup"}

if __name__ == "__main__":
    verb = sys.argv[1] if len(sys.argv) > 1 else ""
    name = DOORS.get(verb, "reverie.enter")
    __import__(name)
    door = sys.modules[name]
    if verb == "hook":
        sys.exit(door.main("".join(sys.argv[2:3]), os.environ))
    sys.exit(door.main(sys.argv[1:]))
