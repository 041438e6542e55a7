"""Stand-ins for the database, the sockets and the AI, and a model of a browser."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from webapp import wire
from webapp.domain.events import Ended
from webapp.domain.history import Change, Recorded
from webapp.domain.match import Match, Status
from webapp.domain.rating import Rated, Rating
from webapp.service.alarms import Alarms
from webapp.service.crowd import Crowd
from webapp.service.environment import Environment
from webapp.service.guest_addresses import GuestAddresses
from webapp.service.live import LiveMatches
from webapp.service.matches import Matches
from webapp.service.people_store import Past, Ranked
from webapp.service.ports import Batch, Question, VersionConflict
from webapp.service.ratings import Ratings
from webapp.service.seeks import Seeks
from webapp.service.uptime import Uptime
from webapp.service.views import Presence


class MemoryRatings:
    """Ratings in a dict, with the database's promise about those that are others by now."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], Rating] = {}
        self.rated: dict[str, Sequence[Rated]] = {}
        self.day = 1000

    def clear(self) -> None:
        self.kept.clear()
        self.rated.clear()

    def keep_all(self, batches: Sequence[Batch]) -> None:
        """All results that count among these, or none."""
        ends = [
            (batch.match, record.event.ratings)
            for batch in batches
            for record in batch.records
            if isinstance(record.event, Ended) and record.event.ratings
        ]
        for match, ratings in ends:
            if match.id in self.rated:
                raise VersionConflict
            for seat, made in zip(match.seats, ratings, strict=True):
                if self.of(str(seat.guest)).get(match.game.key, Rating()) != made.before:
                    raise VersionConflict
        for match, ratings in ends:
            self.rated[match.id] = ratings
            for seat, made in zip(match.seats, ratings, strict=True):
                self.kept[str(seat.guest), match.game.key] = made.after

    def today(self) -> int:
        return self.day

    def of(self, guest: str) -> dict[str, Rating]:
        return {game: rating for (who, game), rating in self.kept.items() if who == guest}

    def history(self, guest: str, game: str, limit: int) -> Sequence[Past]:
        raise NotImplementedError

    def strongest(self, game: str, since: int, deviation: float, count: int) -> Sequence[Ranked]:
        raise NotImplementedError

    def left_over(self) -> Sequence[str]:
        raise NotImplementedError

    def settle(self, match: Match, ratings: Sequence[Rated]) -> None:
        raise NotImplementedError

    def forget(self, guest: str) -> None:
        raise NotImplementedError


class MemoryStore:
    """Event lists in a dict, with the database's promise about versions."""

    def __init__(self) -> None:
        self.events: dict[str, list[Recorded]] = {}
        self.matches: dict[str, Match] = {}
        self.ratings = MemoryRatings()

    def commit(self, batches: Sequence[Batch]) -> None:
        for batch in batches:
            if batch.records[0].v != len(self.events.get(batch.match.id, ())) + 1:
                raise VersionConflict
        self.ratings.keep_all(batches)
        for batch in batches:
            self.events.setdefault(batch.match.id, []).extend(batch.records)
            self.matches[batch.match.id] = batch.match

    def load(self, match_id: str, after: int = 0) -> list[Recorded]:
        return list(self.events.get(match_id, ()))[after:]

    def load_all(self, match_ids: Collection[str]) -> dict[str, list[Recorded]]:
        return {name: self.load(name) for name in match_ids if name in self.events}

    def versions(self, match_ids: Collection[str]) -> dict[str, int]:
        return {name: len(self.events[name]) for name in match_ids if name in self.events}

    def waiting(self, within: timedelta) -> list[str]:
        waiting = (m for m in self.matches.values() if m.status is Status.WAITING)
        return [match.id for match in waiting if match.public]

    def public(self, limit: int, within: timedelta) -> dict[str, int]:
        return {match_id: len(self.events[match_id]) for match_id in list(self.events)[:limit]}

    def unfinished_of(self, guest: str, within: timedelta) -> dict[str, int]:
        playing = (m for m in self.matches.values() if m.status is not Status.FINISHED)
        return {match.id: match.v for match in playing if match.held_by(guest)}

    def finished_of(self, guest: str, within: timedelta, most: int) -> dict[str, int]:
        over = (m for m in self.matches.values() if m.status is Status.FINISHED)
        theirs = [match for match in over if match.held_by(guest)]
        return {match.id: match.v for match in theirs[: -most - 1 : -1]}

    def matches_of(self, guest: str, after: str, most: int, *, over: bool) -> list[str]:
        theirs = [match for match in self.matches.values() if match.held_by(guest)]
        found = [one.id for one in theirs if over or one.status is not Status.FINISHED]
        return sorted(match_id for match_id in found if match_id > after)[:most]

    def awaiting_ai(self) -> list[str]:
        return [match.id for match in self.matches.values() if match.ai_to_move() is not None]

    def count_public(self, within: timedelta) -> int:
        return sum(m.public and m.status is Status.PLAYING for m in self.matches.values())

    def clocked(self) -> list[str]:
        matches = self.matches.values()
        return [m.id for m in matches if m.control is not None and m.status is Status.PLAYING]


class Time:
    """A monotonic source that goes on when the test says so, and remembers like a disk."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.kept = 0

    def __call__(self) -> float:
        return self.seconds

    def uptime(self) -> int:
        return self.kept

    def keep_uptime(self, moment: int) -> None:
        self.kept = moment


class RecordingAnnouncer:
    """Keeps what the clients of each match would have got."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.told_seeks: list[str] = []
        self.beats: list[tuple[str, str, int]] = []
        self.others: list[tuple[str, object]] = []

    def event(self, change: Change) -> None:
        self.events.append(wire.event(change))

    def hints(self, match: Match, guest: str) -> None:
        self.others.append(("hints", guest))

    def thinking(self, match_id: str, seat: int | None, ahead: int = 0) -> None:
        self.others.append(("thinking", seat))

    def presence(self, match_id: str, presence: Presence) -> None:
        self.others.append(("presence", presence))

    def beat(self, match_id: str, guest: str, now: int) -> None:
        self.beats.append((match_id, guest, now))

    def seeks(self, matches: Sequence[Match]) -> None:
        self.told_seeks = [match.id for match in matches]

    def lobby(self, match: Match) -> None:
        self.others.append(("lobby", match))

    def own(self, match: Match) -> None:
        self.others.append(("own", match))

    def challenged(self, match: Match, guest: str) -> None:
        self.others.append(("challenged", guest))

    def hang_up(self, sid: str) -> None:
        self.others.append(("hang_up", {"sid": sid}))


class PatientThinker:
    """An AI that answers when the test says so."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.cancelled: list[str] = []

    def ask(self, question: Question) -> None:
        self.asked.append(question)

    def cancel(self, match_id: str) -> None:
        self.cancelled.append(match_id)


class House:
    """The service over fakes."""

    def __init__(
        self,
        store: MemoryStore | None = None,
        time: Time | None = None,
        guest_addresses: GuestAddresses | None = None,
    ) -> None:
        self.store = store or MemoryStore()
        self.guest_addresses = guest_addresses or GuestAddresses()
        self.announcer = RecordingAnnouncer()
        self.crowd = Crowd()
        self.live = LiveMatches(self.store, lambda match_id: not self.crowd.is_empty(match_id))
        self.time = time or Time()
        self.uptime = Uptime(self.time, self.time)
        self.alarms = Alarms(self.uptime)
        self.ratings = Ratings(self.store.ratings)
        environment = Environment(
            self.store,
            self.live,
            self.crowd,
            self.announcer,
            self.uptime,
            self.alarms,
            self.ratings,
            self.guest_addresses,
        )
        self.matches = Matches(environment)
        self.thinker = PatientThinker()
        self.seeks = Seeks(self.matches, environment)
        self.matches.attach(self.thinker)

    def wait(self, seconds: float) -> None:
        """Let time go by, and all that is due happen at its moment."""
        end = self.time.seconds + seconds
        while (at := self.alarms.next()) is not None and self._seconds(at) <= end:
            self.time.seconds = max(self.time.seconds, self._seconds(at))
            self.alarms.ring_due()
        self.time.seconds = end

    def _seconds(self, moment: int) -> float:
        return self.time.seconds + (moment - self.uptime.now()) / 1000 + 1e-6

    def snapshot(self, match_id: str, viewer: str | None = None) -> Any:
        """What a page of `viewer` is given."""
        return wire.snapshot(self.matches.view(match_id, viewer))


class PageState:
    """What a page knows: a snapshot, kept current by the live events alone."""

    def __init__(self, snapshot: dict[str, Any]) -> None:
        self.view = snapshot

    def apply(self, event: dict[str, Any]) -> None:
        """Like the page: no rules, only what the event says. Events come without a gap."""
        assert event["v"] == self.view["v"] + 1
        self.view["v"] = event["v"]
        getattr(self, f"_{event['t']}")(event)
        if "clock" in event:
            self.view["clock"] = event["clock"]

    def _moved(self, event: dict[str, Any]) -> None:
        for square, owner in event["changes"]:
            self.view["cells"][square] = owner
        self.view["last"] = [square for square, _ in event["changes"]]
        self._turn(event)
        self.view["offer"] = self.view["hint"] = None
        if event["clock"]:
            self.view["spent"].append(event["clock"]["at"] - self.view["clock"]["at"])

    def _shown(self, event: dict[str, Any]) -> None:
        self.view["public"] = event["public"]

    def _gave_time(self, event: dict[str, Any]) -> None:
        pass

    def _left(self, event: dict[str, Any]) -> None:
        self.view["gone"].append({name: event[name] for name in ("seat", "at", "claim_at")})

    def _returned(self, event: dict[str, Any]) -> None:
        self.view["gone"] = [left for left in self.view["gone"] if left["seat"] != event["seat"]]

    def _turn(self, event: dict[str, Any]) -> None:
        for field in ("ply", "to_move", "legal"):
            self.view[field] = event[field]

    def _took_back(self, event: dict[str, Any]) -> None:
        self.view["cells"], self.view["last"] = event["cells"], event["last"]
        self._turn(event)
        self.view["offer"] = self.view["outcome"] = self.view["hint"] = None
        self.view["tally"], self.view["status"] = event["tally"], "playing"
        del self.view["spent"][event["moves"] - self.view["opening"] :]

    def _ended(self, event: dict[str, Any]) -> None:
        self.view["outcome"], self.view["tally"] = event["outcome"], event["tally"]
        self.view["status"], self.view["legal"] = "finished", []
        self.view["offer"] = self.view["hint"] = None

    def _joined(self, event: dict[str, Any]) -> None:
        seat = self.view["seats"][event["seat"]]
        seat["name"], seat["kind"] = event["name"], "human"
        self.view["status"] = event["status"]

    def _renamed(self, event: dict[str, Any]) -> None:
        self.view["seats"][event["seat"]]["name"] = event["name"]

    def _offered(self, event: dict[str, Any]) -> None:
        kind, by = event["kind"], event["by"]
        self.view["offer"] = {"kind": kind, "by": by, "agreed": [by]}

    def _agreed(self, event: dict[str, Any]) -> None:
        self.view["offer"]["agreed"] = sorted({*self.view["offer"]["agreed"], event["by"]})

    def _declined(self, event: dict[str, Any]) -> None:
        self.view["offer"] = None

    def _levelled(self, event: dict[str, Any]) -> None:
        seat = self.view["seats"][event["seat"]]
        seat["level"], seat["name"] = event["level"], event["name"]

    def _handed_over(self, event: dict[str, Any]) -> None:
        seat = self.view["seats"][event["seat"]]
        seat["kind"], seat["level"], seat["name"] = "ai", event["level"], event["name"]
        self._returned(event)
        self.view["offer"] = None

    def _rematched(self, event: dict[str, Any]) -> None:
        self.view["next"], self.view["offer"] = event["next"], None

    def _asked_hint(self, event: dict[str, Any]) -> None:
        self.view["hint"] = {"seat": event["seat"], "move": None, "text": "", "said": ""}
        self.view["hints_left"][event["seat"]] = event["left"]

    def _hinted(self, event: dict[str, Any]) -> None:
        told = {name: event[name] for name in ("seat", "move", "text", "said")}
        self.view["hint"] = told if event["move"] is not None else None
        self.view["hints_left"][event["seat"]] = event["left"]

    def _ai_failed(self, event: dict[str, Any]) -> None:
        pass
