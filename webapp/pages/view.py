"""What a page says and shows for a snapshot. Pure; ``static/js/state.js`` is its twin.

Everything here is derived from the snapshot that the socket sends as well, so that the
page first drawn by the server and the page kept up to date by script agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import EMPTY
from engine.players import LEVELS
from engine.registry import family_of
from engine.registry import game as game_of
from engine.sentences import PHRASES, name_move, phrase, target_text
from webapp.domain.clock import spent_text
from webapp.domain.hints import HINTS
from webapp.domain.result import NOBODY_WINS, Reason
from webapp.pages.texts import AMONG_MORE, TEXTS
from webapp.svg import Drawing, draw

if TYPE_CHECKING:
    from engine.game import Game
    from webapp.wire.messages import ControlFields, GameFields, SeatFields, Snapshot

FINAL = NOBODY_WINS | {Reason.LEFT}
"""Endings that are somebody's doing, which no takeback undoes."""


SAID = frozenset({"move", "pass", "target", "square", "full", "closed", "your_turn"})
"""What scripts say of a game; all else that is said of a position comes from the server."""


SHARED = frozenset({"turn", "wins", "empty"})
"""What they say of every game."""


def sentences(game: Game, *unsaid: str) -> dict[str, str]:
    """The phrases that the scripts of a page with a board need; none that begins as one of
    `unsaid`."""
    phrases = family_of(game).sentences.PHRASES
    own = {k: text for k, text in phrases.items() if k.split(".")[1] in SAID}
    shared = {k: text for k, text in PHRASES.items() if k.split(".")[0] in SHARED}
    texts = {k: text for k, text in TEXTS.items() if not k.startswith((*_unsaid(game), *unsaid))}
    among = dict(AMONG_MORE) if game.players > 2 else {}
    return texts | among | shared | own


def _unsaid(game: Game) -> tuple[str, ...]:
    """Beginnings of the phrases that no script says of this game."""
    family = family_of(game)
    kinds = "premove.column", "premove.full", "move.column", "pick.column"
    if family.drops:
        kinds = "premove.square", "premove.closed", "move.square", "pick.square"
    alone = () if game.players > 2 else ("handed_over.",)
    counts = () if family.counted else ("result.discs", "result.empty")
    drawn = "one_screen", "somebody", "seat.nobody"  # by the server alone
    return ("seek.", "mine.", *drawn, *kinds, *alone, *counts)


def unsaid_between(snapshot: Snapshot) -> tuple[str, ...]:
    """Beginnings of what is never said where two people play each other, without hints and the
    computer. One of three may come to play it alone."""
    two_people = "versus" in flags(snapshot) and snapshot["game"]["players"] == 2
    computer = "levelled", "turn.thinking", "seat.thinking", "seat.computer", "seat.line"
    return ("hint.", *computer) if two_people else ()


def square_names(game: Game) -> list[str]:
    """What the squares are called, by number, where moves are squares; columns have numbers."""
    if family_of(game).drops:
        return []
    return [game.format_move(square) for square in range(game.columns * game.rows)]


def flags(snapshot: Snapshot) -> set[str]:
    """What is so: elements marked ``data-when`` show only while all they name is."""
    you, offer, outcome = snapshot["you"], snapshot["offer"], snapshot["outcome"]
    playing = snapshot["status"] == "playing"
    kinds = {seat["kind"] for seat in snapshot["seats"]}
    played = snapshot["moves"][snapshot["opening"] :]
    others = [seat for seat in snapshot["seats"] if seat["seat"] not in you]
    alone = bool(you) and all(seat["kind"] == "ai" for seat in others)
    facts = {
        snapshot["status"]: True,
        "started": snapshot["status"] != "waiting",
        "player": bool(you),
        "director": bool(you) or snapshot["host"],
        "restarter": alone or snapshot["host"],
        "spectator": not you,
        "joinable": snapshot["can_join"],
        "alone": alone,
        "talks": snapshot["status"] != "waiting" and not alone,
        "versus": bool(you) and any(seat["kind"] != "ai" for seat in others),
        "mine": playing and snapshot["to_move"] in you,
        "moved": any(seat in you and text != "--" for seat, _, text in played),
        "early": playing and len({seat for seat, _, _ in played}) < len(snapshot["seats"]),
        "timed": snapshot["clock"] is not None,
        "casual": not snapshot["rated"],
        "levels": bool(next_level(snapshot)),
        "reopenable": alone and outcome is not None and outcome["reason"] not in FINAL,
        "hintable": playing and alone and _hintable(snapshot),
        "ai": "ai" in kinds,
        "offer": offer is not None,
        "answer": bool(offer and you) and not set(you) & set(offer["agreed"]) if offer else False,
        "asked": offer is not None and offer["by"] in you,
        "unasked": offer is None,
        "rematched": snapshot["next"] is not None,
        "unmatched": snapshot["next"] is None,
        "invites": not snapshot["open"],
        "seeks": snapshot["open"],
        "shown": snapshot["wants_public"],
        "hidden": not snapshot["wants_public"],
        "private": not snapshot["public"],
    }
    return {name for name, so in facts.items() if so}


def result(snapshot: Snapshot) -> str:
    """``won``, ``lost`` or ``drawn`` for a player of one seat, else empty; so where nobody wins."""
    outcome, you = snapshot["outcome"], snapshot["you"]
    if outcome is None or len(you) != 1:
        return ""
    winner = outcome["winner"]
    if winner is None:
        return "" if outcome["reason"] in NOBODY_WINS else "drawn"
    return "won" if winner in you else "lost"


def next_level(snapshot: Snapshot) -> str:
    """The level to try next: the one above for who did not lose to the computer, else the one
    below; empty where there is none such, or somebody else would have to agree."""
    levels = {seat["level"] for seat in snapshot["seats"] if seat["seat"] not in snapshot["you"]}
    level = levels.pop() if len(levels) == 1 else None
    so = result(snapshot)
    if not so or level not in LEVELS:
        return ""
    other = str(int(level) + (-1 if so == "lost" else 1))
    return other if other in LEVELS else ""


def turn(snapshot: Snapshot) -> str:
    """The one sentence that says how things stand."""
    game, to_move = snapshot["game"], snapshot["to_move"]
    if snapshot["outcome"]:
        return f"{verdict(snapshot)} {snapshot['outcome']['text']}"
    if snapshot["status"] == "waiting":
        return TEXTS["turn.waiting"].format(player=game["colours"][turn_seat(snapshot)])
    if snapshot["hint"] and to_move in snapshot["you"]:
        return hint_line(snapshot)
    if snapshot["you"] == [to_move]:
        return phrase(game["family"], "your_turn")
    if len(snapshot["you"]) == 1:
        seat = snapshot["seats"][to_move]
        key = "turn.thinking" if seat["kind"] == "ai" else "turn.waiting"
        return TEXTS[key].format(player=seat["name"])
    several = len(snapshot["you"]) > 1 and to_move in snapshot["you"]
    player = snapshot["seats"][to_move]["name"] if several else game["colours"][to_move]
    return PHRASES["turn"].format(player=player)


def hint_line(snapshot: Snapshot) -> str:
    """What the viewer was told to play, and how often that may be asked again."""
    hint = snapshot["hint"]
    if hint is None or hint["move"] is None:
        return TEXTS["hint.search"]
    count = snapshot["hints_left"][hint["seat"]]
    left = TEXTS[f"hint.left.{'many' if count > 1 else 'one' if count else 'none'}"]
    return f"{hint['said']} {left.format(count=count)}"


def _hintable(snapshot: Snapshot) -> bool:
    """Whether the seat to move, which is the viewer's, may ask what to play."""
    mover = snapshot["to_move"]
    left = snapshot["hints_left"][mover]
    return mover in snapshot["you"] and snapshot["hint"] is None and left > 0


def turn_seat(snapshot: Snapshot) -> int:
    """Whose disc stands beside the sentence of `turn`."""
    outcome = snapshot["outcome"]
    if outcome and outcome["winner"] is not None:
        return int(outcome["winner"])
    if snapshot["status"] == "waiting":
        kinds = [seat["kind"] for seat in snapshot["seats"]]
        return kinds.index("open")
    return int(snapshot["to_move"])


def verdict(snapshot: Snapshot) -> str:
    """Who won, to the viewer's face where the viewer is one of the two; at one screen by name."""
    outcome, you = snapshot["outcome"], snapshot["you"]
    if outcome is None:
        return ""
    winner = outcome["winner"]
    if winner is None or not you:
        return outcome["title"]
    own = "wins" if len(you) > 1 else "wins.you"
    key = own if winner in you else "wins.other"
    name = snapshot["seats"][winner]["name"]
    return PHRASES[key].format(player=name, result=outcome["result"])


def heading(snapshot: Snapshot) -> str:
    """What is played by whom."""
    names = (seat["name"] or TEXTS["heading.free"] for seat in snapshot["seats"])
    return f"{snapshot['game']['name']}, {TEXTS['heading.against'].join(names)}"


def headline(snapshot: Snapshot) -> str:
    """The verdict as a heading, whose score is never parted by the end of a line."""
    return verdict(snapshot).replace("–", "–\N{WORD JOINER}")


def seat_name(snapshot: Snapshot, seat: SeatFields) -> str:
    """Who sits there, or who is awaited."""
    return seat["name"] or TEXTS["seat.stranger" if snapshot["open"] else "seat.friend"]


def seat_state(snapshot: Snapshot, seat: SeatFields) -> str:
    """The small line under a player's name, after the colour."""
    turn_is = snapshot["status"] == "playing" and snapshot["to_move"] == seat["seat"]
    if seat["kind"] == "open":
        return TEXTS["seat.open"]
    if turn_is and seat["seat"] in snapshot["you"]:
        return TEXTS["seat.your_turn"]
    if seat["kind"] == "ai":
        return TEXTS["seat.thinking" if turn_is else "seat.computer"]
    if seat["seat"] in snapshot["you"]:
        return TEXTS["seat.online"]
    if seat["seat"] in {left["seat"] for left in snapshot["gone"]}:
        return TEXTS["seat.left"]
    if not seat["online"]:
        return TEXTS[f"seat.{seat['standing']}"]
    return TEXTS["seat.to_move" if turn_is else "seat.online"]


def watching_line(snapshot: Snapshot) -> str:
    """How many look on, and who of them wishes to be named."""
    names = ", ".join(snapshot["watchers"])
    key = "watching.named" if names else "watching"
    return TEXTS[key].format(count=snapshot["watching"], names=names)


def result_line(snapshot: Snapshot) -> str:
    """How much was played, and with how many hints."""
    hints = (_hints_line(snapshot, seat) for seat in snapshot["seats"])
    return " ".join(filter(None, (_played_line(snapshot), *hints)))


def _hints_line(snapshot: Snapshot, seat: SeatFields) -> str:
    """That a game was won with help is no secret."""
    count = HINTS - snapshot["hints_left"][seat["seat"]]
    key = f"hint.taken.{'many' if count > 1 else 'one'}"
    return TEXTS[key].format(player=seat["name"], count=count) if count else ""


def _played_line(snapshot: Snapshot) -> str:
    """How much was played: discs where they count, the winner's first, and moves."""
    count = sum(text != "--" for _, _, text in snapshot["moves"])
    moves = TEXTS["moves.one" if count == 1 else "moves.many"].format(count=count)
    if not snapshot["game"]["counted"]:
        return TEXTS["result.moves"].format(moves=moves)
    outcome, counts = snapshot["outcome"], snapshot["counts"]
    winner, score = (outcome["winner"], outcome["score"]) if outcome else (None, None)
    order = sorted(range(len(counts)), key=lambda player: player != winner)
    text = "–".join(str(counts[player]) for player in order)
    lead = counts[order[0]] - counts[order[1]]
    key = "result.discs"
    if winner is not None and score is not None and abs(score) != lead:
        key = "result.empty"
    player = snapshot["game"]["colours"][order[0]]
    return TEXTS[key].format(counts=text, moves=moves, player=player)


def series_line(snapshot: Snapshot) -> str:
    """How a series of games stands, the viewer's points first; empty in its first game."""
    tally, you = snapshot["tally"], snapshot["you"]
    if snapshot["number"] == 1:
        return ""
    order = sorted(range(len(tally["wins"])), key=lambda seat: seat not in you[:1])
    points = "–".join(tally_text(snapshot, seat) for seat in order)
    return TEXTS["result.series"].format(points=points)


def tally_text(snapshot: Snapshot, seat: int) -> str:
    """Points of a seat's player in the series: a win is one, a draw is half of one."""
    tally = snapshot["tally"]
    whole, half = divmod(2 * tally["wins"][seat] + tally["draws"], 2)
    return f"{whole or ''}½" if half else str(whole)


def move_name(snapshot: Snapshot, ply: int) -> str:
    """What an entry of the list of moves is called: "Move 3, Red, column 4"."""
    seat, move, text = snapshot["moves"][ply - 1]
    key = "pass" if text == "--" else "column" if snapshot["game"]["drops"] else "square"
    player = snapshot["game"]["colours"][seat]
    shown, took = move_text(snapshot["game"], move), move_took(snapshot, ply)
    name = TEXTS[f"move.{key}"].format(number=ply, player=player, text=shown)
    return f"{name}, {took}" if took else name


def move_took(snapshot: Snapshot, ply: int) -> str:
    """How long a move took, where a clock was there; a pass is made by itself."""
    at = ply - 1 - snapshot["opening"]
    timed = 0 <= at < len(snapshot["spent"]) and snapshot["moves"][ply - 1][2] != "--"
    return spent_text(snapshot["spent"][at]) if timed else ""


def move_text(game: GameFields, move: int) -> str:
    """A move as people read it."""
    return name_move(game_of(game["key"]), move)


def offer_line(snapshot: Snapshot) -> str:
    """What was asked, and by whom."""
    offer = snapshot["offer"]
    if offer is None:
        return ""
    key = "offered" if offer["by"] in snapshot["you"] else "offer"
    return TEXTS[f"{key}.{offer['kind']}"].format(player=snapshot["seats"][offer["by"]]["name"])


def clock_rule(control: ControlFields | None) -> str:
    """A time control in few words: "5 min + 3 s"."""
    if control is None:
        return "None"
    if control["kind"] == "move":
        return f"{control['base'] // 1000} s a move"
    return f"{control['base'] / 60_000:g} min + {control['increment'] // 1000} s"


def inviter(snapshot: Snapshot) -> str:
    """Who waits for the others: the first person at the board."""
    names = [seat["name"] for seat in snapshot["seats"] if seat["kind"] == "human"]
    return names[0] if names else TEXTS["somebody"]


def own_seat(snapshot: Snapshot) -> int:
    """The seat below the board: the viewer's first, for spectators the last."""
    return int(snapshot["you"][0] if snapshot["you"] else len(snapshot["seats"]) - 1)


def target_name(snapshot: Snapshot, move: int) -> str:
    """What a control of the board is called."""
    shown = snapshot["game"]
    game, landing = game_of(shown["key"]), snapshot["landing"].get(str(move))
    if not shown["drops"]:
        flipped = snapshot["flips"].get(str(move))
        return (
            game.format_move(move) if flipped is None else target_text(game, move, (move, *flipped))
        )
    if landing is not None:
        return target_text(game, move, (landing,))
    full = snapshot["cells"][(game.rows - 1) * game.columns + move] != EMPTY
    return target_text(game, move, ()) if full else f"Column {move + 1}"


def drawing(snapshot: Snapshot) -> Drawing:
    """The board of a snapshot."""
    outcome = snapshot["outcome"]
    return draw(
        game_of(snapshot["game"]["key"]),
        snapshot["cells"],
        last=snapshot["last"],
        line=outcome["squares"] if outcome else (),
        to_move=snapshot["to_move"],
        title=heading(snapshot),
    )
