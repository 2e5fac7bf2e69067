"""XAseco, PyXaseco (TMN, TMF) and XAseco2 (TM2), in MySQL or MariaDB.

`rs_times` has every finish with a true epoch stamp, while the controller's statistics are on. `records` has
each player's best in local time, only the best of a map up to a number, and forgets maps that leave the
server: yesterday's rows can be gone after the map change.
"""

from homestretch.event.stores.shape import Shape

_XASECO = Shape(
    store="xaseco", times="rs_times", map_id="challengeID", player_id="playerID", score="score", stamp="date",
    is_epoch=True, number="ID", maps="challenges", maps_id="Id", uid="Uid", players="players",
    players_id="Id", login="Login", nickname="NickName", keeps_all=True,
)  # fmt: skip
_XASECO_BEST = _XASECO._replace(
    times="records", map_id="ChallengeId", player_id="PlayerId", score="Score", stamp="Date", is_epoch=False,
    number="Id", keeps_all=False,
)  # fmt: skip
_XASECO2 = _XASECO._replace(store="xaseco2", map_id="MapId", maps="maps")
_XASECO2_BEST = _XASECO_BEST._replace(store="xaseco2", map_id="MapId", maps="maps")

SHAPES = (_XASECO, _XASECO_BEST, _XASECO2, _XASECO2_BEST)
