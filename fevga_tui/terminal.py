"""What this terminal can do, decided before Textual is imported (standard library only)."""

from __future__ import annotations

import codecs
import gc
import os
import struct
import sys
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from enum import IntEnum
from io import TextIOWrapper
from pathlib import Path
from typing import NamedTuple, TextIO

# Families whose members are taken as they are, so that the game also starts where a terminal is
# newer than the terminfo of the machine that it reaches.
_MANY_COLOURED = {"alacritty", "contour", "foot", "ghostty", "iterm2", "kitty", "wezterm"}
_KNOWN = _MANY_COLOURED | {
    *("eterm", "gnome", "konsole", "linux", "mintty", "mlterm", "nsterm", "putty", "rxvt"),
    *("screen", "st", "terminology", "tmux", "vte", "xterm"),
    *("vt100", "vt102", "vt220", "vt320", "vt340", "vt420", "vt520", "vt525"),
}

_TERMINFO = ("/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo")
_MORE_TERMINFO = ("/usr/local/share/terminfo", "/opt/homebrew/share/terminfo")
_CUP, _COLOURS = 10, 13  # places of cursor_address and max_colors in a compiled description

# Of Textual's variables only these are left for it to read. The others would import a module
# (TEXTUAL_DRIVER), connect to a port (TEXTUAL, TEXTUAL_DEVTOOLS_*), write files (TEXTUAL_DEBUG,
# TEXTUAL_LOG, TEXTUAL_SCREENSHOT*), press keys (TEXTUAL_PRESS), let ctrl+c kill the game
# (TEXTUAL_ALLOW_SIGNALS), print (TEXTUAL_SHOW_RETURN), or choose looks that are chosen here
# (TEXTUAL_THEME, TEXTUAL_COLOR_SYSTEM).
_LEFT_TO_TEXTUAL = {
    "TEXTUAL_ANIMATIONS",
    "TEXTUAL_DISABLE_KITTY_KEY",
    "TEXTUAL_FPS",
    "TEXTUAL_SLOW_THRESHOLD",
}


class Colours(IntEnum):
    """How many colours a terminal has."""

    NONE = 0
    EIGHT = 8
    SIXTEEN = 16
    MANY = 256
    TRUE = 1 << 24


class _Description(NamedTuple):
    """What terminfo says of a terminal: its number of colours, how it moves the cursor."""

    colours: int
    cursor_address: bytes


def refusal(
    environ: Mapping[str, str], streams: Sequence[TextIO | None] | None = None
) -> str | None:
    """Say in a sentence why the game cannot be shown here, or give None where it can.

    The streams are standard input, output and error, by default those that Python opened.
    """
    if streams is None:
        streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    for name, stream in zip(("input", "output", "error"), streams, strict=True):
        trouble = "closed" if _is_closed(stream) else "no terminal"
        if stream is None or trouble == "closed" or not stream.isatty():
            return (
                f"standard {name} is {trouble}: run fevga in a terminal, over ssh with ssh -t, or"
                " play in lines of text with fevga --plain"
            )
    term = environ.get("TERM", "")
    wanted = "set TERM to what this terminal is, for instance TERM=xterm-256color"
    if not term:
        return f"TERM is not set, so it is not known what this terminal can do: {wanted}"
    description = _described(term, environ)
    shown = f"TERM={_quoted(term)}"
    if term in {"dumb", "unknown"}:
        return (
            f"{shown} means that this terminal can only print lines: play so with fevga --plain,"
            f" or {wanted}"
        )
    if _parts(term)[0] in _KNOWN:
        return None
    if description is None:
        return f"{shown} is the name of no known terminal: {wanted}"
    if not description.cursor_address.startswith(b"\x1b["):
        return f"{shown} means that this terminal knows no ANSI sequences: {wanted}"
    return None


def prepare(
    environ: MutableMapping[str, str], streams: Sequence[TextIO | None] | None = None
) -> None:
    """Make environment and streams such that neither misleads Textual; before its import.

    The streams are those written to, by default standard output and error as Python opened them.
    """
    if streams is None:
        streams = (sys.__stdout__, sys.__stderr__)
    for stream in streams:
        # What cannot be encoded would be written as \uXXXX, six columns instead of one.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    # Left over in many environments, they would be believed rather than the terminal.
    for name in ("COLUMNS", "LINES"):
        environ.pop(name, None)
    for name in [name for name in environ if name.startswith("TEXTUAL")]:
        if name not in _LEFT_TO_TEXTUAL:
            del environ[name]
    found = colours(environ)
    if found is Colours.NONE:
        environ["NO_COLOR"] = "1"
    systems = {Colours.MANY: "256", Colours.TRUE: "truecolor"}
    environ["TEXTUAL_COLOR_SYSTEM"] = systems.get(found, "standard")
    if "SSH_CONNECTION" in environ:
        environ["TEXTUAL_ANIMATIONS"] = "none"  # each step of one would travel
    environ["TEXTUAL_SPEEDUPS"] = "0"  # a module that may be there, and speeds nothing up here
    if is_plain(environ):
        environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"


def needs_ascii(environ: Mapping[str, str], encoding: str | None) -> bool:
    """Say whether only 7-bit characters may be drawn.

    With any encoding but UTF-8 they are; with UTF-8 FEVGA_ASCII decides, if it is set to anything.
    """
    try:
        if codecs.lookup(encoding or "").name != "utf-8":
            return True
    except LookupError:
        return True
    wish = environ.get("FEVGA_ASCII", "").strip().lower()
    if wish:
        return wish not in {"0", "no", "off", "false"}
    # The fonts of the Linux console have a filled disc, but no hollow one.
    return _parts(environ.get("TERM", ""))[0] == "linux" or not _has_utf8(environ)


def colours(environ: Mapping[str, str]) -> Colours:
    """Say how many colours may be sent; none where NO_COLOR is set, also to nothing."""
    term = environ.get("TERM", "")
    first, *others = _parts(term)
    if "NO_COLOR" in environ or _is_makers(first) or {"m", "mono"} & set(others):
        return Colours.NONE
    # GNU screen hands down what the terminal around it says, but not its 24-bit colours; the
    # kernel's console takes them, and shows one of eight.
    if first not in {"screen", "linux"}:
        told = environ.get("COLORTERM", "").strip().lower()
        if told in {"truecolor", "24bit"} or "direct" in others:
            return Colours.TRUE
    if "256color" in others or {first, *others[:1]} & _MANY_COLOURED:
        return Colours.MANY
    if "16color" in others:
        return Colours.SIXTEEN
    description = _described(term, environ)
    count = Colours.EIGHT if description is None else description.colours
    # No way to ask for the 88 colours of some is common, so these get sixteen.
    steps = (Colours.MANY, Colours.SIXTEEN, Colours.EIGHT)
    return next((step for step in steps if count >= step), Colours.NONE)


def is_plain(environ: Mapping[str, str]) -> bool:
    """Say whether this terminal may print the end of sequences that it does not know."""
    first = _parts(environ.get("TERM", ""))[0]
    return first == "linux" or _is_makers(first)  # the former up to version 5.10


def is_remote(environ: Mapping[str, str]) -> bool:
    """Say whether the terminal is at the other end of an SSH connection."""
    return any(environ.get(name) for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"))


@contextmanager
def importing() -> Iterator[None]:
    """Import what stays for good without looking for garbage in it, now or later.

    Without OpenSSL, too, which asyncio takes along wherever it is found: nothing here speaks to a
    network, and it takes as much memory as the whole table and milliseconds of every start.
    """
    gc.disable()
    hidden = "ssl" not in sys.modules
    if hidden:
        sys.modules["ssl"] = None  # type: ignore[assignment]  # the language's "not to be found"
    try:
        yield
    finally:
        if hidden:
            del sys.modules["ssl"]
        gc.freeze()
        gc.enable()


def _has_utf8(environ: Mapping[str, str]) -> bool:
    """Say whether the terminal may be taken to read UTF-8, as Python writes it in the locale C."""
    if environ.get("PYTHONUTF8") == "1" or environ.get("PYTHONIOENCODING"):
        return True  # it is told so
    names = [environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if sys.flags.utf8_mode and not names[0] and names[1] in {"C.UTF-8", "C.utf8", "UTF-8"}:
        names[1] = ""  # put there by Python itself
    name = next(filter(None, names), "C")
    codeset = name.partition(".")[2].partition("@")[0]
    return codeset.lower() in {"utf-8", "utf8"} if codeset else name not in {"C", "POSIX"}


def _is_closed(stream: TextIO | None) -> bool:
    try:
        return stream is None or stream.closed or os.fstat(stream.fileno()) is None
    except (OSError, ValueError):  # not a file at all, or one that was closed underneath
        return True


def _parts(term: str) -> list[str]:
    """Take the name of a terminal apart: xterm, 256color."""
    return term.lower().replace("+", "-").replace(".", "-").split("-")


def _is_makers(family: str) -> bool:
    """Tell the terminals of DEC, and what is called after them: VT100, VT220."""
    return family.startswith("vt") and family[2:].isdigit()


def _quoted(text: str) -> str:
    """Give the beginning of a text that may hold anything, without what would act on a screen."""
    return "".join(c if " " < c <= "~" else "?" for c in text[:32])


def _described(term: str, environ: Mapping[str, str]) -> _Description | None:
    """Look a terminal up in terminfo.

    The curses module would do it, but only once in a process.
    """
    if not term[:1].isalnum() or "/" in term or "\0" in term:
        return None
    home = environ.get("HOME")
    places = [environ.get("TERMINFO", ""), f"{home}/.terminfo" if home else ""]
    places += [*environ.get("TERMINFO_DIRS", "").split(":"), *_TERMINFO, *_MORE_TERMINFO]
    for place in filter(None, places):
        # macOS names the folders by the code of the letter.
        for letter in (term[0], f"{ord(term[0]):x}"):
            try:
                found = _parse(Path(place, letter, term).read_bytes())
            except OSError:
                continue
            if found is not None:
                return found
    return None


def _parse(compiled: bytes) -> _Description | None:
    """Read a compiled terminal description (term(5))."""
    try:
        magic, names, flags, numbers, strings, _ = struct.unpack_from("<6h", compiled)
        width = {0o432: 2, 0o1036: 4}[magic]
        at = 12 + names + flags
        at += at % 2
        strings_at = at + numbers * width
        colour_count, cursor_at = -1, -1
        if numbers > _COLOURS:
            form = "<h" if width == 2 else "<i"
            (colour_count,) = struct.unpack_from(form, compiled, at + _COLOURS * width)
        if strings > _CUP:
            (cursor_at,) = struct.unpack_from("<h", compiled, strings_at + _CUP * 2)
        if cursor_at < 0:
            return _Description(colour_count, b"")
        begin = strings_at + strings * 2 + cursor_at
        return _Description(colour_count, compiled[begin : compiled.index(b"\0", begin)])
    except (struct.error, KeyError, ValueError):  # cut short, or in another format
        return None
