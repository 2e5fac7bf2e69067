"""What the events of a game server mean: the map, the status, who is there, and the finishes that count."""

import json
from typing import Any, NamedTuple

from homestretch.event.gbx_client import Event
from homestretch.event.gbx_xml import without_forbidden
from homestretch.games.boardmania.day import Finish

PLAYING = 4
REPEAT_MS = 2_000
_LONGEST_TIME = 2**31 - 1
_MAP = ("BeginChallenge", "BeginMap", "GetCurrentChallengeInfo", "GetCurrentMapInfo")


class Suspicion(NamedTuple):
    """The server found a player's run incoherent, which may be cheating: a person should look.

    at: receipt, milliseconds since the epoch, UTC.
    """

    login: str
    at: int
    map_uid: str
    source: str


class Watch:
    """A game server as its events tell of it; they must be seen in the order in which they came.

    Logins are kept to the letter, blanks and the address that a LAN server adds included: two people cut
    down to one name could not be told apart again, while one person under two logins can be merged (B11).
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.map_uid, self.status, self.scripted = "", 0, False
        self.newcomer = False
        self._nicknames: dict[str, str] = {}
        self._latest: dict[str, Finish] = {}

    def see(self, event: Event) -> Finish | Suspicion | None:
        """Take an event in; gives a finish that counts (B9), or a suspicion, if it is one.

        Of the two pairs of callbacks with which TMF announces a map only that of the challenge is heeded.
        """
        match event.name.rpartition(".")[2], event.args:
            case "PlayerFinish", (int(uid), str(login), int(time)) if self._is_race(uid):
                return self._finish(login, time, event.at)
            case "ModeScriptCallbackArray", ("Trackmania.Event.WayPoint", [str(text), *_]) if self.scripted:
                return self._way_point(text, event.at)
            case "PlayerIncoherence", (_, str(login), *_):
                return Suspicion(login, event.at, self.map_uid, self.source)
            case name, args:
                self._learn(name, args)
        return None

    def _is_race(self, uid: int) -> bool:
        """Player 0 is the server itself; outside status 4 nobody races."""
        return uid != 0 and self.status == PLAYING and not self.scripted

    def _learn(self, name: str, args: tuple[Any, ...]) -> None:
        match name, args:
            case _, ({"UId": str(uid)} | {"Uid": str(uid)}, *_) if name in _MAP:
                self.map_uid = uid
            case ("GetStatus", ({"Code": int(code)},)) | ("StatusChanged", (int(code), *_)):
                self.status = code
            case "GetPlayerList", ([*players],):
                self._name(players)
            case "PlayerConnect", _:
                self.newcomer = True

    def _name(self, players: list[Any]) -> None:
        for player in players:
            match player:
                case {"Login": str(login), "NickName": str(nickname)}:
                    self._nicknames[login] = nickname

    def _way_point(self, text: str, at: int) -> Finish | None:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return None
        match data:
            case {"isendrace": True, "login": str(login), "racetime": int(time)}:
                return self._finish(without_forbidden(login), time, at)
        return None

    def _finish(self, login: str, time: int, at: int) -> Finish | None:
        """Time 0 is a retirement. What is said twice comes twice within REPEAT_MS, and counts once."""
        if not login or not 0 < time <= _LONGEST_TIME:
            return None
        nickname = self._nicknames.get(login, "")
        finish = Finish(login, time, at, self.map_uid, nickname=nickname, source=self.source)
        if _is_repeat(finish, self._latest.get(login)):
            return None
        self._latest[login] = finish
        return finish


def _is_repeat(finish: Finish, before: Finish | None) -> bool:
    if before is None or (before.map_uid, before.time_ms) != (finish.map_uid, finish.time_ms):
        return False
    return abs(finish.driven_at - before.driven_at) < REPEAT_MS
