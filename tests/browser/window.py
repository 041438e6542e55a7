"""A browser window as a person uses it: look at the board, play, wait for what should come."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

BOARD = """() => {
  const cells = [], drawn = [];
  for (const cell of document.querySelectorAll("#board [data-square]"))
    cells[cell.dataset.square] = cell.dataset.owner === "" ? -1 : Number(cell.dataset.owner);
  for (const disc of document.querySelectorAll("#board [data-disc]"))
    drawn[disc.dataset.disc] = Number(disc.getAttribute("href")?.split("-").at(-1) ?? -1);
  return [cells, drawn];
}"""
"""Whose disc each square has: as the accessible grid says, and as it is drawn."""

SHOWS = f"cells => ({BOARD})().every((view) => String(view) === String(cells))"

OPEN = """() => [...document.querySelectorAll("#board button[name=move]:not(:disabled)")]
  .map((button) => Number(button.value))"""

IDLE = """() => document.getElementById("main").dataset.status === "finished" ||
  document.querySelector("#board button[name=move]:not(:disabled)") !== null"""


class Window:
    """One tab of one person."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    @property
    def context(self) -> BrowserContext:
        return self.page.context

    # -- Before a match --------------------------------------------------------------------

    def create(self, **fields: object) -> str:
        """Order a match as this person, without the form; answers its id. All may watch it."""
        return str(self._post("/api/matches", {"public": True} | fields)["match"])

    def act(self, match: str, **fields: object) -> None:
        """Do something in a match as this person, without the page."""
        self._post(f"/api/matches/{match}/act", fields)

    def join(self, match: str) -> None:
        """Take a seat as this person, without the page."""
        self._post(f"/api/matches/{match}/join", {})

    def see(self, match: str) -> Window:
        """Open the page of a match and wait until its script runs and its socket is open."""
        self.go(f"/m/{match}")
        return self.ready()

    def watch(self, match: str) -> Window:
        """Open the page of a match for onlookers, though a seat may be free."""
        self.go(f"/m/{match}?watch=1")
        return self.ready()

    def see_without_script(self, match: str) -> Window:
        return self.go(f"/m/{match}")

    def go(self, path: str) -> Window:
        self.page.goto(f"{self.address}{path}")
        return self

    def ready(self) -> Window:
        expect(self.page.locator("#main[data-ready]")).to_be_attached()
        return self

    def second_tab(self) -> Window:
        """Another tab of the same person."""
        return Window(self.context.new_page(), self.address)

    # -- What is to be seen ----------------------------------------------------------------

    @property
    def match(self) -> str:
        return self.page.url.rpartition("/")[2].partition("?")[0]

    @property
    def snapshot(self) -> dict[str, Any]:
        """What the server tells this person about the match on the page."""
        return dict(self.context.request.get(f"{self.address}/api/matches/{self.match}").json())

    @property
    def finished(self) -> bool:
        return self.page.get_attribute("#main", "data-status") == "finished"

    @property
    def open_moves(self) -> list[int]:
        """The targets that may be clicked now."""
        return list(self.page.evaluate(OPEN))

    @property
    def spoken(self) -> str:
        """What screen readers heard lately."""
        return self.page.inner_text("#spoken")

    def target(self, move: int) -> Locator:
        return self.page.locator(f"#move-{move}")

    def cell(self, square: int) -> Locator:
        return self.page.locator(f"#board [data-square='{square}']")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def seat(self, colour: str) -> Locator:
        return self.page.get_by_role("region", name=colour, exact=True)

    def notice(self, text: str) -> Locator:
        return self.page.locator("#notices").get_by_text(text)

    def keep_notices(self) -> None:
        """Remember from now on what is noticed; after a while a notice goes."""
        self.page.evaluate(
            """() => {
              window.said = [];
              new MutationObserver((records) => {
                for (const { addedNodes } of records) {
                  window.said.push(...[...addedNodes].map((node) => node.textContent));
                }
              }).observe(document.getElementById("notices"), { childList: true });
            }"""
        )

    def wait_until_noticed(self, text: str) -> None:
        self.page.wait_for_function(
            "(text) => window.said.some((said) => said.includes(text))", arg=text
        )

    # -- Playing ---------------------------------------------------------------------------

    def play(self, move: int) -> None:
        """Click a target and wait until the move is on this board."""
        ply = self.ply
        self.target(move).click()
        self.page.wait_for_function(
            "ply => Number(document.querySelector('#board input[name=ply]').value) > ply", arg=ply
        )

    @property
    def ply(self) -> int:
        return int(self.page.input_value("#board input[name=ply]"))

    def wait_for_ply(self, ply: int) -> None:
        expect(self.page.locator("#board input[name=ply]")).to_have_value(str(ply))

    def wait_for_turn(self) -> bool:
        """Wait until a move may be made or the game is over; answers whether it goes on."""
        self.page.wait_for_function(IDLE)
        return not self.finished

    def expect_cells(self, cells: list[int]) -> None:
        """The board, drawn and spoken, comes to show exactly these owners."""
        self.page.wait_for_function(SHOWS, arg=cells)

    def expect_truth(self) -> dict[str, Any]:
        """The page comes to show what the server says; answers that."""
        truth = self.snapshot
        self.wait_for_ply(truth["ply"])
        self.expect_cells(truth["cells"])
        return truth

    def _post(self, path: str, fields: dict[str, object]) -> Any:
        session = self.context.request.get(f"{self.address}/api/session").json()
        response = self.context.request.post(
            f"{self.address}{path}", data=fields, headers={"X-CSRF-Token": session["csrf_token"]}
        )
        assert response.ok, response.text()
        return response.json()
