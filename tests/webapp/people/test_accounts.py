"""Names that are kept: which may be, whose they are, and the passwords they go with."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, event

from tests.webapp.browsers import PATIENCE
from webapp.domain.errors import Refusal
from webapp.domain.seat import Guest
from webapp.persistence.accounts import AccountRows
from webapp.persistence.departures import DepartureRows
from webapp.persistence.identities import Identities as IdentityRows
from webapp.service import passwords
from webapp.service.accounts import RENAMES, Accounts
from webapp.service.identities import Identities
from webapp.service.passwords import Passwords
from webapp.service.people_store import Standing

CHEAP = "scrypt:1024:8:1"
SECRET = "correct horse"  # noqa: S105


@pytest.fixture
def accounts(engine: Engine) -> Accounts:
    return Accounts(AccountRows(engine), Passwords(CHEAP))


def refused(act: Callable[[], object]) -> Refusal:
    with pytest.raises(Refusal) as error:
        act()
    return error.value


def test_a_name_is_kept_with_the_guests_id(accounts: Accounts) -> None:
    account, _ = accounts.register(Guest("ann", "Quick Fox"), "Anna Lee", SECRET)
    assert accounts.registered("ann") == accounts.by_name("anna_LEE") == account
    assert (account.guest_id, account.name) == ("ann", "Anna Lee")
    assert abs(datetime.now(UTC) - account.since) < timedelta(minutes=5)
    assert accounts.sign_in("ANNA lee", SECRET) == account
    assert accounts.names_of(["ann", "ben"]) == {"ann": "Anna Lee"}
    assert [one.name for one in accounts.find("anna")] == ["Anna Lee"]
    assert accounts.registered("ben") is accounts.by_name("Ben") is None


def test_unknown_names_and_wrong_passwords_sound_alike(accounts: Accounts) -> None:
    accounts.register(Guest("ann", ""), "Anna", SECRET)
    wrong = refused(lambda: accounts.sign_in("Anna", "something else"))
    unknown = refused(lambda: accounts.sign_in("Nora", SECRET))
    assert (wrong.code, wrong.message) == (unknown.code, unknown.message)


def test_an_unknown_name_takes_as_many_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    check: Any = vars(passwords)["check_password_hash"]
    monkeypatch.setattr(
        passwords, "check_password_hash", lambda kept, said: seen.append(said) or check(kept, said)
    )
    kept = Passwords(CHEAP)
    assert not kept.fits(None, SECRET)
    assert kept.fits(kept.hash(SECRET), SECRET)
    assert seen == [SECRET, SECRET]


@pytest.mark.parametrize("password", ["short", "", "x" * 257, "é" * 129])
def test_a_password_is_neither_short_nor_endless(accounts: Accounts, password: str) -> None:
    refused(lambda: accounts.register(Guest("ann", ""), "Anna", password))
    assert accounts.registered("ann") is None


@pytest.mark.parametrize(
    "password",
    [
        "aaaaaaaa",
        "12121212",
        "12345678",
        "87654321",
        "qwertzuiop",
        "Password1",
        "ANNA LEE",
        "annalee99",
    ],
)
def test_what_strangers_try_first_is_no_password(accounts: Accounts, password: str) -> None:
    wrong = refused(lambda: accounts.register(Guest("ann", ""), "Anna Lee", password))
    assert "try first" in wrong.message
    _, secret = accounts.register(Guest("ann", ""), "Anna Lee", SECRET)
    refused(lambda: accounts.change_password("ann", SECRET, password))
    refused(lambda: accounts.rescue(secret, password))
    assert accounts.sign_in("Anna Lee", SECRET)


@pytest.mark.parametrize(
    ("kept", "said"),
    [("caf\u00e9 creme", "cafe\u0301 creme"), ("half \ud800 sign", "half ? sign")],
)
def test_a_password_is_the_same_however_it_is_typed(
    accounts: Accounts, kept: str, said: str
) -> None:
    accounts.register(Guest("ann", ""), "Anna", kept)
    assert accounts.sign_in("Anna", said).guest_id == "ann"


def test_of_two_who_want_a_name_at_once_one_gets_it(accounts: Accounts) -> None:
    start, done = threading.Barrier(6), []

    def want(number: int) -> None:
        start.wait()
        try:
            accounts.register(
                Guest(f"guest{number}", ""), ("Anna", "ANNA", "Änna")[number % 3], SECRET
            )
            done.append("")
        except Refusal as error:
            done.append(error.code)

    threads = [threading.Thread(target=want, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # Who finds too many waiting for a hash is told to try again, and has nothing either.
    assert done.count("") == 1
    assert set(done) <= {"", "name_taken", "limit"}


def test_a_guest_keeps_one_name(accounts: Accounts) -> None:
    accounts.register(Guest("ann", ""), "Anna", SECRET)
    assert refused(lambda: accounts.register(Guest("ann", ""), "Nora", SECRET)).code == "name_taken"
    assert accounts.by_name("Nora") is None


def test_an_old_name_leads_to_the_new_one_and_is_nobody_elses(accounts: Accounts) -> None:
    accounts.register(Guest("ann", ""), "Anna", SECRET)
    refused(lambda: accounts.rename("ann", "wrong word", "Nora"))
    assert accounts.rename("ann", SECRET, "Nora").name == "Nora"
    assert accounts.by_name("Anna") == accounts.by_name("Nora") == accounts.registered("ann")
    refused(lambda: accounts.register(Guest("ben", ""), "Anna", SECRET))
    assert "in 30 days" in refused(lambda: accounts.rename("ann", SECRET, "Mira")).message
    assert accounts.rename("ann", SECRET, "NORA").name == "NORA", "only written otherwise"


def test_a_name_may_change_again_after_a_while(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts.register(Guest("ann", ""), "Anna", SECRET)
    accounts.rename("ann", SECRET, "Nora")
    later = datetime.now(UTC) + RENAMES + timedelta(minutes=1)
    monkeypatch.setattr(accounts._store, "date", lambda: later)
    accounts.register(Guest("ben", ""), "Ben", SECRET)
    assert refused(lambda: accounts.rename("ann", SECRET, "Ben")).code == "name_taken"
    assert accounts.rename("ann", SECRET, "Anna").name == "Anna", "back to one of her own"


def test_a_new_password_takes_the_place_of_the_old_one(accounts: Accounts) -> None:
    accounts.register(Guest("ann", ""), "Anna", SECRET)
    assert refused(lambda: accounts.change_password("ann", "wrong word", "a new password"))
    thiefs = accounts.new_rescue("ann", SECRET)
    mine = accounts.change_password("ann", SECRET, "a new password")
    assert refused(lambda: accounts.of_rescue(thiefs)).code == "bad_link"
    assert accounts.of_rescue(mine).name == "Anna"
    refused(lambda: accounts.sign_in("Anna", SECRET))
    assert accounts.sign_in("Anna", "a new password").name == "Anna"


@pytest.mark.parametrize("late", ["password", "rescue", "name"])
def test_what_an_old_password_has_begun_undoes_no_new_one(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch, late: str
) -> None:
    """While a request that has proved the old password goes on, its owner sets a new one."""
    accounts.register(Guest("ann", ""), "Anna", SECRET)
    fits = accounts._passwords.fits

    def overtaken(kept: str | None, password: str) -> bool:
        answer = fits(kept, password)
        monkeypatch.setattr(accounts._passwords, "fits", fits)
        accounts.change_password("ann", SECRET, "a new password")
        return answer

    acts: dict[str, Callable[[], object]] = {
        "password": lambda: accounts.change_password("ann", SECRET, "the thief's one"),
        "rescue": lambda: accounts.new_rescue("ann", SECRET),
        "name": lambda: accounts.rename("ann", SECRET, "Nora"),
    }
    monkeypatch.setattr(accounts._passwords, "fits", overtaken)
    assert "just now" in refused(acts[late]).message
    assert accounts.sign_in("Anna", "a new password").name == "Anna"
    assert accounts.by_name("Nora") is None


def test_of_two_changes_of_a_name_at_once_one_is_made(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts.register(Guest("ann", ""), "Anna", SECRET)
    fits = accounts._passwords.fits

    def overtaken(kept: str | None, password: str) -> bool:
        monkeypatch.setattr(accounts._passwords, "fits", fits)
        accounts.rename("ann", SECRET, "Nora")
        return fits(kept, password)

    monkeypatch.setattr(accounts._passwords, "fits", overtaken)
    assert "just now" in refused(lambda: accounts.rename("ann", SECRET, "Mira")).message
    assert accounts.by_name("Mira") is None


def test_the_rescue_link_sets_a_password_once(accounts: Accounts) -> None:
    _, secret = accounts.register(Guest("ann", ""), "Anna", SECRET)
    assert accounts.of_rescue(secret).name == "Anna"
    account, following = accounts.rescue(secret, "a new password")
    assert account.guest_id == "ann"
    assert refused(lambda: accounts.rescue(secret, "another one")).code == "bad_link"
    assert accounts.sign_in("Anna", "a new password")
    anew = accounts.new_rescue("ann", "a new password")
    assert refused(lambda: accounts.of_rescue(following)).code == "bad_link"
    assert accounts.of_rescue(anew).guest_id == "ann"


def test_who_has_gone_leaves_a_name_that_nobody_gets(engine: Engine, accounts: Accounts) -> None:
    accounts.register(Guest("ann", ""), "Anna", SECRET)
    for _ in range(2):
        DepartureRows(engine).note("ann", everywhere=True)
    assert accounts.registered("ann") is accounts.by_name("Anna") is None
    assert refused(lambda: accounts.sign_in("Anna", SECRET)).code == "wrong_password"
    assert refused(lambda: accounts.register(Guest("ben", ""), "Anna", SECRET)).code == "name_taken"
    assert accounts.is_free("Anna", "cat"), "a guest may go by it, as by any other"


def test_the_store_says_how_a_cookie_stands(engine: Engine, accounts: Accounts) -> None:
    identities = Identities(IdentityRows(engine))
    assert identities.standing("ann", "Anna") == Standing()
    accounts.register(Guest("ann", ""), "Anna", SECRET)
    identities.forget("ann")
    assert identities.standing("ann", "Anna") == Standing(0, "Anna")
    assert identities.standing("ben", "ANNA") == Standing(0, None, taken=True)
    assert identities.standing("ben", "Ben") == Standing()
    assert identities.sign_out("ann") == 1
    assert identities.standing("ann", "Anna") == Standing(1, "Anna")


def test_who_signs_others_out_stays_though_a_page_of_his_is_answered_meanwhile(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = IdentityRows(engine)
    identities = Identities(rows)
    old = rows.standing("ann", ())
    monkeypatch.setattr(rows, "standing", lambda guest, keys: old)  # read before, kept after it
    assert identities.sign_out("ann") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only there threads have priorities")
def test_moves_go_before_what_passwords_take(monkeypatch: pytest.MonkeyPatch) -> None:
    def priority(*_: object) -> str:
        return str(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    own = int(priority())
    monkeypatch.setattr(passwords, "generate_password_hash", priority)
    assert int(Passwords(CHEAP).hash(SECRET)) > own or own > passwords.NICENESS
    assert int(priority()) == own


def test_a_crowd_that_signs_in_is_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    hold, begun = threading.Event(), threading.Semaphore(0)

    def slow(*_: Any) -> str:
        begun.release()
        hold.wait(PATIENCE)
        return "hash"

    monkeypatch.setattr(passwords, "generate_password_hash", slow)
    kept, answers = Passwords(CHEAP), []

    def ask() -> None:
        try:
            answers.append(kept.hash(SECRET))
        except Refusal as error:
            answers.append(error.code)

    crowd = [threading.Thread(target=ask) for _ in range(passwords.AT_ONCE + passwords.WAITING)]
    for thread in crowd:
        thread.start()
    for _ in range(passwords.AT_ONCE):
        begun.acquire()
    while kept._room.acquire(blocking=False):  # until all have found a place
        kept._room.release()
    assert refused(lambda: kept.hash(SECRET)).retry is not None
    assert not begun.acquire(blocking=False), "no more than these at a time"
    hold.set()
    for thread in crowd:
        thread.join()
    assert answers == ["hash"] * len(crowd)


def test_who_signs_out_at_two_servers_at_once_is_signed_out_twice(engine: Engine) -> None:
    """Also the first time, when both find nothing that they could change."""
    if engine.dialect.name == "sqlite":
        pytest.skip("there one server writes after the other")
    rows, begun = IdentityRows(engine), threading.Event()

    def faster(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("INSERT INTO identities") and not begun.is_set():
            begun.set()
            assert rows.advance("ann") == 1

    event.listen(engine, "before_cursor_execute", faster)
    assert rows.advance("ann") == 2
    assert begun.is_set()
