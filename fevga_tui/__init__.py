"""Fevga, the running game of the Greek Tavli, for two people at one terminal."""

__version__ = "0.1.0"
