"""Every refusal a person can meet: one table of codes and their sentences."""

from __future__ import annotations

SENTENCES: dict[str, str] = {
    "malformed": "That message makes no sense to the server.",
    "unknown_event": "The server knows no such message.",
    "unsupported_game": "There is no such game.",
    "no_match": "There is no such match.",
    "unreadable": "This match cannot be read any more.",
    "no_job": "That question is not remembered any more; please ask again.",
    "limit": "That was too much at once; please try again in a moment.",
    "open_matches": "You have many games going on; please end one of them first.",
    "watching": "You look at many games at once; please leave one of them first.",
    "too_long": "This match has gone on for too long; please start a new one.",
    "parked_enough": "One question of yours, four of all people, may go on alone; stop one first.",
    "busy": "Too many questions are waiting already; please try again later.",
    "over": "This game is over.",
    "unfinished": "This game is still going on.",
    "waiting": "A player is still missing.",
    "spectator": "You are watching; only the players can do that.",
    "not_your_turn": "It is not your turn.",
    "stale": "The board has changed since; it is up to date now.",
    "illegal": "That move is not legal.",
    "private": "This game is private: only its players see it, unless they let others watch.",
    "other": "This browser is somebody else by now; please load the page anew.",
    "begun": "Everybody has moved; you may resign instead.",
    "no_claim": "The other player is not away, or has a while left to come back.",
    "no_clock": "This game is played without a clock.",
    "too_soon": "You have asked that already; ask again in a few moves.",
    "too_much": "That is time enough.",
    "too_late": "Too late. Your time ran out.",
    "full": "All seats are taken; you are welcome to watch.",
    "seated": "You have a seat in this match already.",
    "nothing_to_undo": "There is no move of yours to take back.",
    "no_offer": "There is no offer to answer.",
    "offered": "An offer is waiting for its answer already.",
    "not_alone": "Only someone who plays alone can do that.",
    "no_hint": "Hints are for games against the computer or at one screen.",
    "hinted": "You have a hint for this move already.",
    "no_more_hints": "You have taken all the hints of this game.",
    "rated": "A rated game goes on as it was played: nothing is taken back.",
    "unratable": "Rated games are played by two people with a clock, on the usual board from its "
    "first position.",
    "nameless": "Rated games are for people who keep a name: register yours first.",
    "no_ai": "That seat is not played by the computer.",
    "next_exists": "The next game has begun already.",
    "conflict": "Somebody else was a moment faster; please try again.",
    "no_chat": "There is no chat on this server.",
    "chat_off": "Chat is switched off in this game.",
    "other_room": "You cannot write there.",
    "no_line": "That message is gone already.",
    "empty_line": "There is nothing to read in that.",
    "long_line": "That is too long; 160 letters are the most.",
    "no_puzzle": "There is no such puzzle.",
    "no_study": "There is no such study, or not any more.",
    "not_yours": "This study is somebody else's; make a copy to change it.",
    "old_study": "This study was changed elsewhere meanwhile; it is up to date now.",
    "full_study": "This study is as large as one may be; please begin another.",
    "many_studies": "You have a hundred studies already; please delete one first.",
    "full_library": "You have as many games in the library as one may; please delete a file first.",
    "full_shelves": "The library of this server is full; please ask whoever runs it.",
    "bringing": "Your last file is not kept yet; please wait until it is, or delete it.",
    "name_taken": "That name is somebody's already; please choose another one.",
    "wrong_password": "That name and that password do not belong together.",
    "no_account": "Nobody keeps a name here by which you could be found; please sign in.",
    "challenges": "Three challenges of yours wait for an answer; call one off first.",
    "challenged": "More challenges wait there than can be answered; please try again later.",
    "no_person": "Nobody here goes by that name.",
    "protocol": "This page is from an older version; please reload it.",
    "cookies": "Your browser keeps no cookies of this site, so it is not known who you are. "
    "Allow them, and try again.",
    "csrf": "This form has expired; please reload the page and try again.",
    "origin": "This request came from another site.",
    "bad_link": "This link is not valid.",
    "too_large": "That is too large.",
    "not_found": "There is nothing at this address.",
    "method": "This address does not take that kind of request.",
    "unavailable": "The server cannot do that just now; please try again.",
}
"""Code -> the sentence shown unless the refusal carries a more precise one."""


class Refusal(Exception):
    """An action that is not done, and why, in words for the person.

    Attributes:
        code: a key of `SENTENCES`.
        message: the sentence to show.
        retry: seconds after which to try again; None: that would change nothing.
    """

    def __init__(self, code: str, message: str | None = None, retry: int | None = None) -> None:
        self.code = code
        self.retry = retry
        self.message = message or SENTENCES[code]
        super().__init__(self.message)
