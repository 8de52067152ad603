"""The whole game as lines of text: for screen readers, dumb terminals, logs and scripts."""
