"""The README's session with the rules as a library, run as it stands."""

import doctest
import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"
SESSION = re.compile(r"^```(?:pycon|python)?\n(>>> .*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_readme_says_what_helps_where_the_mouse_does_not() -> None:
    text = " ".join(README.read_text(encoding="utf-8").split())
    for words in (
        "hold Shift while dragging",
        "type `reset`",
        "`fevga --no-mouse`",
        "fevga export",
    ):
        assert words in text


def test_the_session_of_the_readme_says_what_is_so() -> None:
    text = "\n".join(SESSION.findall(README.read_text(encoding="utf-8")))
    session = doctest.DocTestParser().get_doctest(text, {}, README.name, str(README), 0)
    assert session.examples, "the README shows no session with the library"
    told: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(session, out=told.append)
    assert result.failed == 0, "".join(told)
