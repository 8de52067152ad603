"""The widgets, one a file: they show values and tell their parents what was asked."""
