"""An operator's help for somebody who has lost the password."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from webapp.cli import cli
from webapp.domain.errors import Refusal
from webapp.domain.seat import Guest
from webapp.persistence.accounts import AccountRows
from webapp.persistence.database import open_database
from webapp.service.accounts import Accounts
from webapp.service.passwords import Passwords


def test_an_operator_makes_a_rescue_link_for_who_has_lost_the_password(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    engine = open_database(url)
    accounts = Accounts(AccountRows(engine), Passwords("scrypt:1024:8:1"))
    _, first = accounts.register(Guest("a" * 22, "Anna"), "Anna", "correct horse")
    asked = ["account", "rescue", "anna", "--database", url, "--origin", "https://four.example/"]
    done = CliRunner().invoke(cli, asked)
    assert done.exit_code == 0, done.output
    link = done.output.strip()
    assert link.startswith("Anna: https://four.example/rescue/")
    assert accounts.sign_in("Anna", "correct horse").name == "Anna"
    with pytest.raises(Refusal, match="worth nothing"):
        accounts.rescue(first, "battery staple")
    accounts.rescue(link.rpartition("/")[2], "battery staple")
    assert accounts.sign_in("Anna", "battery staple").name == "Anna"
    with pytest.raises(Refusal):
        accounts.sign_in("Anna", "correct horse")
    engine.dispose()


def test_a_name_that_nobody_keeps_is_one_clear_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    open_database(url).dispose()
    done = CliRunner().invoke(cli, ["account", "rescue", "Nobody", "--database", url])
    assert done.exit_code != 0
    assert "Nobody keeps the name Nobody." in done.output
