"""Stand-ins for the world outside: a Messages API, the real client on a closed home, a terminal. Each is tested."""
