"""Tests against the real client and the fake API."""
