"""The exceptions of the rules: the caller, or a file, is wrong."""


class FevgaError(ValueError):
    """What every exception of the rules room is."""


class PositionError(FevgaError):
    """A position that cannot stand on a board, or text that is no position."""


class DiceError(FevgaError):
    """A die outside 1–6, or a roll that is none."""


class RulesetError(FevgaError):
    """A ruleset that does not exist, or a dimension with a value that it does not have."""


class IllegalMoveError(FevgaError):
    """A move pushed on a turn that does not allow it."""


class IllegalEventError(FevgaError):
    """An event that the phase of the match, or the rules, do not allow."""


class NotationError(FevgaError):
    """Text that is no roll, no move or no play."""
