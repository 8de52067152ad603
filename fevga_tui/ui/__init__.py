"""The table on the screen: the app, its screens and its widgets."""
