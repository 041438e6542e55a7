"""Decides what an action does: the events it leads to, or a `Refusal`. Pure.

Every action, a person's or an AI's, passes the same checks in the same order: is the match
open, does the actor hold a seat, is it that seat's turn, is the ply the current one, is the
move legal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import IllegalMove
from webapp.domain.action import Action, ActionKind, Claim
from webapp.domain.clock import GIFT, LONGEST_GIVEN
from webapp.domain.endings import given_up
from webapp.domain.errors import Refusal
from webapp.domain.events import (
    Agreed,
    AnyEvent,
    Created,
    Declined,
    Ended,
    GaveTime,
    Joined,
    Levelled,
    Moved,
    Offered,
    Rematched,
    Shown,
    TookBack,
)
from webapp.domain.hints import ask_hint
from webapp.domain.match import Match, Offer, OfferKind, Status
from webapp.domain.opening import forced_pass
from webapp.domain.result import Reason, Result
from webapp.domain.seat import Guest, Seat, SeatKind
from webapp.domain.timing import overdue

if TYPE_CHECKING:
    from webapp.domain.rating import Rating

OFFER_EVERY = 4
"""Plies after which the same may be asked again: one's own two moves."""

CLAIM_AFTER = 60_000
"""Milliseconds for which a player who left is waited for."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The events an action leads to, and the seat that acted."""

    seat: int
    events: tuple[AnyEvent, ...]


HOSTED = frozenset({ActionKind.LEVEL, ActionKind.RESET, ActionKind.REMATCH})
"""What the host of a match between AIs may do, in the name of the first of them."""


def seats_for(match: Match, guest: str, action: Action) -> tuple[int, ...]:
    """The seats for which a person may do this."""
    if match.is_hosted_by(guest) and action.kind in HOSTED:
        return (0,)
    return match.held_by(guest)


def decide(match: Match, seats: tuple[int, ...], action: Action) -> Decision:
    """What `action` of someone who acts for `seats` does to `match`."""
    if not seats:
        raise Refusal("spectator")
    if action.kind is not ActionKind.REMATCH and action.kind is not ActionKind.RESET:
        _require_open(match, seats, action)
    seat = _acting_seat(match, seats, action)
    return Decision(seat, _DECISIONS[action.kind](match, seat, seats, action))


def repeated(match: Match, guest: str, action: Action) -> int | None:
    """The version a person's action produced when it came first, or None when it is new."""
    if action.key is None:
        return None
    given_up = tuple(seat for seat, person in match.handed_over.items() if person == guest)
    seats = (*seats_for(match, guest, action), *given_up)
    return next((match.acts[s, action.key] for s in seats if (s, action.key) in match.acts), None)


def join(match: Match, guest: Guest, rating: Rating | None = None) -> tuple[AnyEvent, ...]:
    """Take the first open seat; `rating` is the person's, if there is one."""
    if match.held_by(guest.id):
        raise Refusal("seated")
    if match.status is Status.FINISHED:
        raise Refusal("over")
    for index, seat in enumerate(match.seats):
        if seat.kind is SeatKind.OPEN:
            if match.rated and rating is None:
                raise Refusal("nameless")
            return (Joined(index, guest.id, guest.name, guest.registered, rating),)
    raise Refusal("full")


def leave(match: Match, guest: str) -> tuple[AnyEvent, ...]:
    """Give up a rated game for good; others, and one that is over, stay as they are."""
    seats = match.held_by(guest)
    if not match.rated or not seats or match.status is Status.FINISHED:
        return ()
    return _resign(match, seats[0], seats, Action(ActionKind.RESIGN))


def successor(match: Match, fresh_id: str, *, rotate: bool, level: str | None = None) -> Created:
    """The next game of a series: same people, same start; with `rotate` each person gets the
    colour before, so that the next one moves first; with a `level` the AIs play at that one."""
    shift = 1 if rotate else 0
    seats = tuple(
        Seat.ai(level) if level is not None and seat.kind is SeatKind.AI else seat
        for seat in (Seat.open() if s.kind is SeatKind.OPEN else s for s in match.seats)
    )
    if match.ratings:
        seats = tuple(
            replace(seat, rating=rated.after)
            for seat, rated in zip(seats, match.ratings, strict=True)
        )

    def turned(items: tuple[object, ...]) -> tuple[object, ...]:
        return (*items[shift:], *items[:shift])

    return Created(
        match=fresh_id,
        game=match.game.key,
        seats=turned(seats),  # type: ignore[arg-type]
        public=match.public,
        number=match.number + 1,
        wins=turned(match.tally.wins),  # type: ignore[arg-type]
        draws=match.tally.draws,
        previous=match.id,
        moves=match.moves[: match.opening],
        host=match.host,
        control=match.control,
        open=match.open,
        series=match.series,
        rated=match.rated,
    )


CALLING_OFF = frozenset({ActionKind.RESIGN, ActionKind.ABORT, ActionKind.SHOW})
"""What a player may do while others are still missing."""


def _require_open(match: Match, seats: tuple[int, ...], action: Action) -> None:
    if match.status is Status.FINISHED:
        rematch = OfferKind.REMATCH
        answers = {ActionKind.ACCEPT, ActionKind.DECLINE}
        if match.offer and match.offer.kind is rematch and action.kind in answers:
            return
        if action.kind is ActionKind.OFFER and action.offer is rematch:
            return
        if action.kind is ActionKind.TAKEBACK and match.may_reopen(seats):
            return
        raise Refusal("over")
    if match.status is Status.WAITING and action.kind not in CALLING_OFF:
        raise Refusal("waiting")


def _acting_seat(match: Match, seats: tuple[int, ...], action: Action) -> int:
    """Which of the actor's seats acts: the named one, else the one to move, else the first."""
    if action.kind is not ActionKind.LEVEL and action.seat is not None:
        if action.seat not in seats:
            raise Refusal("spectator", "That seat is not yours.")
        return action.seat
    if match.offer and action.kind in {ActionKind.ACCEPT, ActionKind.DECLINE}:
        waiting = [seat for seat in seats if seat not in match.offer.agreed]
        return waiting[0] if waiting else seats[0]
    return match.to_move if match.to_move in seats else seats[0]


def _move(match: Match, seat: int, seats: tuple[int, ...], action: Action) -> tuple[AnyEvent, ...]:
    if seat != match.to_move:
        raise Refusal("not_your_turn", _turn_sentence(match))
    if action.ply != match.ply:
        raise Refusal("stale")
    if action.move is None:
        raise Refusal("malformed", "A move names its column or square.")
    try:
        position = match.position.play(action.move)
    except IllegalMove as error:
        raise Refusal("illegal", str(error)) from None
    if overdue(match, action.moment):
        raise Refusal("too_late")
    events: list[AnyEvent] = [Moved(seat, action.move)]
    if (skipped := forced_pass(position)) is not None:
        events.append(Moved(position.to_move, skipped))
        position = position.play(skipped)
    if outcome := position.outcome():
        events.append(Ended(Result.of(outcome)))
    return tuple(events)


def _turn_sentence(match: Match) -> str:
    return f"It is {match.game.player_names[match.to_move]}'s turn."


def _resign(
    match: Match, seat: int, seats: tuple[int, ...], action: Action
) -> tuple[AnyEvent, ...]:
    if match.status is Status.WAITING:
        return (Ended(Result(Reason.ABANDONED, by=seat)),)
    return given_up(match, seat, Reason.RESIGNATION)


def _abort(match: Match, seat: int, seats: tuple[int, ...], action: Action) -> tuple[AnyEvent, ...]:
    if match.begun:
        raise Refusal("begun")
    return (Ended(Result(Reason.ABANDONED, by=seat)),)


def _claim(match: Match, seat: int, seats: tuple[int, ...], action: Action) -> tuple[AnyEvent, ...]:
    absent = match.to_move
    left = match.gone.get(absent)
    if absent in seats or left is None or action.moment.now < left + CLAIM_AFTER:
        raise Refusal("no_claim")
    if action.claim is Claim.DRAW and match.game.players == 2:
        return (Ended(Result(Reason.LEFT, by=absent)),)
    return given_up(match, absent, Reason.LEFT)


def _give(match: Match, seat: int, seats: tuple[int, ...], action: Action) -> tuple[AnyEvent, ...]:
    if match.clock is None:
        raise Refusal("no_clock")
    own = {match.seats[s].guest for s in seats}
    others = [
        i for i, s in enumerate(match.seats) if s.kind is SeatKind.HUMAN and s.guest not in own
    ]
    if not others:
        raise Refusal("no_clock", "Nobody is there to be given time.")
    if any(match.clock.left[other] + GIFT > LONGEST_GIVEN for other in others):
        raise Refusal("too_much")
    return tuple(GaveTime(other, seat, GIFT) for other in others)


def _show(match: Match, seat: int, seats: tuple[int, ...], action: Action) -> tuple[AnyEvent, ...]:
    return tuple(Shown(own, action.on) for own in seats)


def _takeback(
    match: Match, seat: int, seats: tuple[int, ...], action: Action
) -> tuple[AnyEvent, ...]:
    ply = match.undo_ply(seats)
    if ply is None:
        raise Refusal("nothing_to_undo")
    if match.rated:
        raise Refusal("rated")
    if action.ply is not None and action.ply != match.ply:
        raise Refusal("stale")
    if match.asked(seats):
        return _ask(match, seat, seats, OfferKind.TAKEBACK, action)
    return (TookBack(ply, seat),)


def _offer(match: Match, seat: int, seats: tuple[int, ...], action: Action) -> tuple[AnyEvent, ...]:
    if action.offer is None:
        raise Refusal("malformed", "An offer names what is offered.")
    if action.offer is OfferKind.TAKEBACK:
        return _takeback(match, seat, seats, action)
    if action.offer is OfferKind.REMATCH:
        return _rematch(match, seat, seats, action)
    return _ask(match, seat, seats, OfferKind.DRAW, action)


def _ask(
    match: Match, seat: int, seats: tuple[int, ...], kind: OfferKind, action: Action
) -> tuple[AnyEvent, ...]:
    """Ask the other people; where there is none to ask, the answer is known at once."""
    if match.offer is not None:
        if match.offer.kind is kind and seat not in match.offer.agreed:
            return _accept(match, seat, seats, action)
        raise Refusal("offered")
    if match.asked(seats):
        last = match.offered.get((seat, kind))
        if last is not None and kind is not OfferKind.REMATCH and match.ply < last + OFFER_EVERY:
            raise Refusal("too_soon")
        return (Offered(kind, seat),)
    if kind is OfferKind.DRAW and any(s.kind is SeatKind.AI for s in match.seats):
        return (Offered(kind, seat), Declined(kind, _first_ai(match)))
    return _granted(match, Offer(kind, seat, frozenset(seats)), action)


def _accept(
    match: Match, seat: int, seats: tuple[int, ...], action: Action
) -> tuple[AnyEvent, ...]:
    offer = match.offer
    if offer is None or offer.by in seats or seat in offer.agreed:
        raise Refusal("no_offer")
    if match.asked((*seats, *offer.agreed)):
        return (Agreed(offer.kind, seat),)
    if offer.kind is OfferKind.DRAW and any(s.kind is SeatKind.AI for s in match.seats):
        return (Declined(offer.kind, _first_ai(match)),)
    return _granted(match, offer, action)


def _granted(match: Match, offer: Offer, action: Action) -> tuple[AnyEvent, ...]:
    if offer.kind is OfferKind.DRAW:
        return (Ended(Result(Reason.AGREEMENT)),)
    if offer.kind is OfferKind.REMATCH:
        return (Rematched(action.fresh_id),)
    ply = match.undo_ply((offer.by,))
    if ply is None:
        raise Refusal("nothing_to_undo")
    return (TookBack(ply, offer.by),)


def _decline(
    match: Match, seat: int, seats: tuple[int, ...], action: Action
) -> tuple[AnyEvent, ...]:
    if match.offer is None:
        raise Refusal("no_offer")
    return (Declined(match.offer.kind, seat),)


def _level(match: Match, seat: int, seats: tuple[int, ...], action: Action) -> tuple[AnyEvent, ...]:
    target = action.seat
    if target is None:
        target = next((i for i, s in enumerate(match.seats) if s.kind is SeatKind.AI), None)
    if target is None or not 0 <= target < len(match.seats):
        raise Refusal("no_ai")
    if match.seats[target].kind is not SeatKind.AI or action.level is None:
        raise Refusal("no_ai")
    return (Levelled(target, action.level),)


def _rematch(
    match: Match, seat: int, seats: tuple[int, ...], action: Action
) -> tuple[AnyEvent, ...]:
    if match.status is not Status.FINISHED:
        raise Refusal("unfinished")
    if match.next is not None:
        raise Refusal("next_exists")
    if action.level is not None:
        return _rematch_at(match, seats, action)
    return _ask(match, seat, seats, OfferKind.REMATCH, action)


def _rematch_at(match: Match, seats: tuple[int, ...], action: Action) -> tuple[AnyEvent, ...]:
    """Against the computer at another level; people would have to agree to that."""
    if match.asked(seats):
        raise Refusal("not_alone")
    if all(seat.kind is not SeatKind.AI for seat in match.seats):
        raise Refusal("no_ai")
    return (Rematched(action.fresh_id, level=action.level),)


def _reset(match: Match, seat: int, seats: tuple[int, ...], action: Action) -> tuple[AnyEvent, ...]:
    if match.asked(seats) or any(s.kind is SeatKind.OPEN for s in match.seats):
        raise Refusal("not_alone")
    if match.next is not None:
        raise Refusal("next_exists")
    if match.status is Status.FINISHED:
        return (Rematched(action.fresh_id, swapped=False),)
    return (Ended(Result(Reason.ABANDONED, by=seat)), Rematched(action.fresh_id, swapped=False))


def _first_ai(match: Match) -> int:
    return next(i for i, seat in enumerate(match.seats) if seat.kind is SeatKind.AI)


_DECISIONS: dict[
    ActionKind, Callable[[Match, int, tuple[int, ...], Action], tuple[AnyEvent, ...]]
] = {
    ActionKind.MOVE: _move,
    ActionKind.RESIGN: _resign,
    ActionKind.OFFER: _offer,
    ActionKind.ACCEPT: _accept,
    ActionKind.DECLINE: _decline,
    ActionKind.TAKEBACK: _takeback,
    ActionKind.LEVEL: _level,
    ActionKind.REMATCH: _rematch,
    ActionKind.RESET: _reset,
    ActionKind.ABORT: _abort,
    ActionKind.CLAIM: _claim,
    ActionKind.GIVE: _give,
    ActionKind.SHOW: _show,
    ActionKind.HINT: ask_hint,
}
