"""The text commands, one a file: each adds its arguments to a parser and returns an exit code."""
