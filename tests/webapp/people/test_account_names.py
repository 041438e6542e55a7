"""Which names may be kept, which are one name, and how people are found by them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine, text

from webapp.domain.account import chosen_name
from webapp.domain.errors import Refusal
from webapp.lookalikes import keys
from webapp.names import clean_name
from webapp.persistence.accounts import AccountRows, beginning_with
from webapp.service.accounts import FOUND, Accounts
from webapp.service.passwords import Passwords

ALIKE = [
    ("Anna", "ANNA"),
    ("Anna Lee", "anna_lee"),
    ("Zoë", "Zoe"),
    ("Illy", "lIly"),
    ("Paul1", "Paull"),
    ("Bob", "B0b"),
    ("Barney", "Bamey"),
    ("Coco", "\u0421\u043e\u0441\u043e"),  # in Cyrillic letters
    ("Anna", "\uff21\uff4e\uff4e\uff41"),  # in wide ones
    ("TOTO", "\u03a4\u039f\u03a4\u039f"),  # in Greek capitals
    ("Straße", "STRASSE"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_are_one_name(one: str, other: str) -> None:
    assert keys(one) & keys(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Hanna"), ("Tom", "Tim"), ("Mira", "Mara"), ("Юля", "Оля")]
)
def test_names_that_differ_stay_apart(one: str, other: str) -> None:
    assert not keys(one) & keys(other)


@given(st.text(max_size=40))
def test_case_never_tells_names_apart(text: str) -> None:
    if text.isascii() and any(map(str.isalnum, text)):
        assert keys(text) & keys(text.swapcase())


@pytest.mark.parametrize(
    "name", ["Tomasz", "Zoë", "Юля", "O'Neil", "Anna-Lena", "x_y.z", "田中さん", "김민준", "राम"]
)
def test_people_may_have_names_of_their_own_letters(name: str) -> None:
    assert chosen_name(f"  {name} ") == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "say which"),
        ("x", "two letters"),
        ("1234", "one letter"),
        ("x" * 21, "20 letters"),
        ("Tom🦊", "letters and digits"),
        ("-Tom-", "letters and digits"),
        ("a/b", "letters and digits"),
        ("Tom\u202e", "nobody could read"),
        ("P\u0430ul", "one kind of letters"),
        ("AI level 4", "nobody's to keep"),
        ("ai-depth 6", "nobody's to keep"),
        ("Guest", "nobody's to keep"),
        ("s0mebody", "nobody's to keep"),
        ("Admln", "nobody's to keep"),
        ("Quick Otter", "nobody's to keep"),
    ],
)
def test_what_is_no_name_is_refused_in_a_sentence(name: str, why: str) -> None:
    with pytest.raises(Refusal) as refusal:
        chosen_name(name)
    assert why in refusal.value.message


@given(st.text(max_size=60))
def test_a_name_that_is_kept_is_one_that_can_be_shown(text: str) -> None:
    try:
        name = chosen_name(text)
    except Refusal:
        return
    assert clean_name(name) == name == chosen_name(name)
    assert keys(name)


def keep(engine: Engine, *names: str) -> None:
    rows = AccountRows(engine)
    for name in names:
        assert rows.add(f"guest of {name}", name, keys(name), "hash", f"rescue of {name}")


@pytest.mark.parametrize(
    ("beginning", "found"),
    [
        ("an", ["Anna", "Anna Lee", "Antje"]),
        ("ANNA L", ["Anna Lee"]),
        ("ю", ["Юлия", "Юля"]),
        ("田", ["田中さん"]),
        ("anz", []),
        ("a_", ["Anna", "Anna Lee", "Antje"]),
        ("%", []),
    ],
)
def test_people_are_found_by_how_their_names_begin(
    engine: Engine, beginning: str, found: list[str]
) -> None:
    keep(engine, "Antje", "Anna Lee", "Anna", "Berta", "Юля", "Юлия", "田中さん")
    accounts = Accounts(AccountRows(engine), Passwords())
    assert [one.name for one in accounts.find(beginning)] == found


def test_somebody_is_found_once_though_old_names_begin_alike(engine: Engine) -> None:
    rows = AccountRows(engine)
    keep(engine, *(f"Anna{letter}" for letter in "abcdefghijkmnopqrstu"))
    kept = rows.of("guest of Annaa")
    assert kept is not None
    assert rows.rename(kept, "Annabella", keys("Annabella"), None)
    found = [one.name for one in rows.search("anna", FOUND)]
    assert len(found) == len(set(found)) == FOUND


def test_a_name_leads_to_whoever_writes_it_so_before_who_looks_like_it(engine: Engine) -> None:
    keep(
        engine, "1\u03bd\u03b1", "1NA"
    )  # Greek letters, of which the capitals look like Latin ones
    kept = AccountRows(engine).by_keys(keys("1\u039d\u0391"))
    assert kept is not None
    assert kept.account.name == "1\u03bd\u03b1"


def test_who_looks_for_people_reads_no_more_than_is_shown(engine: Engine) -> None:
    """By what the database says that it will do where a table is too large to be read."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL enable_seqscan = off"))
        way = "EXPLAIN " if engine.dialect.name == "postgresql" else "EXPLAIN QUERY PLAN "
        query = beginning_with("an", FOUND).compile(engine, compile_kwargs={"literal_binds": True})
        said = " ".join(str(row) for row in connection.execute(text(way + str(query))))
    assert "account_names" in said
    assert "SCAN account_names" not in said
    if engine.dialect.name == "postgresql":
        assert "Index Cond: (((key)::text >= 'an'" in said
