"""`fevga stats`: matches in numbers, and whether the dice were what chance gives."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from fevga_tui.commands.common import add_data, as_typed, day, match_number, opened
from fevga_tui.commands.output import WRONG_USE, CommandError, complain, followed, put, run_told
from fevga_tui.rules.events import clean_name
from fevga_tui.rules.position import Side
from fevga_tui.rules.record import retold
from fevga_tui.rules.statistics import Tally, report, tally
from fevga_tui.store import DamagedMatchError, NoSuchMatchError, Store


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `fevga stats`."""
    parser.add_argument(
        "match", metavar="MATCH", type=match_number, nargs="?", help="the number of one match"
    )
    parser.add_argument("--player", metavar="NAME", help="all matches of a player")
    add_data(
        parser,
        "Without arguments: all matches, White beside Black. With a player: the player beside all"
        " opponents. Dice count as soon as they are thrown, those of the opening contests as"
        " single ones; 'due' is what fair dice give on average. How often fair dice stray as far"
        " as these did is told for faces (chi-square), doubles and pips; what they do less than"
        " once in 100 times is called beyond what chance gives.",
    )


def run(options: Namespace) -> int:
    """Show the statistics."""
    return run_told(_show, options)


def _show(options: Namespace) -> None:
    if options.match is not None and options.player is not None:
        raise CommandError("a match or a player, not both", WRONG_USE)
    with opened(options) as store:
        if options.match is not None:
            lines = _of_match(store, options.match)
        elif options.player is not None:
            lines = _of_player(store, as_typed(options.player))
        else:
            lines = _of_all(store)
    put("".join(f"{line.removeprefix('# ')}\n" for line in lines))


def _of_match(store: Store, number: int) -> list[str]:
    match, record = retold(store.look_at(number).events)
    started = day(store.summary(number).started_at)
    when = f", {started:%Y-%m-%d}" if started else ""
    columns = [(match.name(side), tally(match, record, side)) for side in Side]
    return [f"Match {number}{when}", "", *report(columns)]


def _of_all(store: Store) -> list[str]:
    sums = dict.fromkeys(Side, Tally())
    numbers = store.numbers()
    for number in followed(numbers, len(numbers), "counting"):
        found = _tallies(store, number)
        for side in found:
            sums[side] += found[side]
    if not sums[Side.WHITE].matches:
        raise CommandError("no matches to count")
    return ["All matches", "", *report([(side.word, sums[side]) for side in Side])]


def _of_player(store: Store, player: str) -> list[str]:
    mine = theirs = Tally()
    wanted = clean_name(player).casefold()
    name = player
    for summary in followed(store.summaries(player), len(store.numbers()), "counting"):
        found = _tallies(store, summary.number)
        if not found:
            continue
        side = Side.WHITE if summary.white.casefold() == wanted else Side.BLACK
        name = summary.white if side is Side.WHITE else summary.black
        mine, theirs = mine + found[side], theirs + found[side.other]
    if not mine.matches:
        raise CommandError(f"no matches of {clean_name(player)!r} to count")
    return [f"All matches of {name}", "", *report([(name, mine), ("the opponents", theirs)])]


def _tallies(store: Store, number: int) -> dict[Side, Tally]:
    """Return what each side of a match did; nothing where it is damaged, which is told."""
    try:
        match, record = retold(store.look_at(number).events)
    except DamagedMatchError as error:
        complain(f"not counted: {error}")
        return {}
    except NoSuchMatchError:
        return {}
    return {side: tally(match, record, side) for side in Side}
