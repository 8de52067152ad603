"""The smallest Textual app with one label, which a key redraws: the floor that Fevga is held to."""

from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Label


class Smallest(App[None]):
    """Shows one label."""

    ENABLE_COMMAND_PALETTE = False

    def compose(self) -> ComposeResult:
        """Yield the label."""
        yield Label("ready")

    def on_key(self, event: events.Key) -> None:
        """Redraw the label; `q` leaves."""
        if event.key == "q":
            self.exit()
        else:
            self.query_one(Label).update(f"key {event.key}")


if __name__ == "__main__":
    Smallest().run()
