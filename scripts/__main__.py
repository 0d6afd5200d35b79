"""The door: `hook EVENT` for the client, what must run before there are packages, else the command line."""
import os
import sys

DOORS = {"hook": "reverie.hook", "prepare": "reverie.prepare", "worker": "reverie.worker",
         "install": "reverie.setup", "uninstall": "reverie.setup"}


def main() -> int:
    """The command that comes with a wheel: this folder is where Python looks for the code, as when it is started."""
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    return opened()


def opened() -> int:
    """Open the door that the first word names; what the process ends with."""
    verb = sys.argv[1] if len(sys.argv) > 1 else ""
    name = DOORS.get(verb, "reverie.enter")
    __import__(name)
    door = sys.modules[name]
    if verb == "hook":
        return int(door.main("".join(sys.argv[2:3]), os.environ))
    return int(door.main(sys.argv[1:]))


if __name__ == "__main__":
    sys.exit(opened())
