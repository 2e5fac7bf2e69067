"""PyPlanet (TM2, TM2020), in MySQL, MariaDB or PostgreSQL.

`stats_scores` has every finish with its race time. `localrecord` has each player's best lap; its `updated_at`
is when that was driven, but for rows that came from another store: there it is the day of the conversion.
Stamps are wall times of the host that PyPlanet runs on.
"""

from homestretch.event.stores.shape import Shape

_ALL = Shape(
    store="pyplanet", times="stats_scores", map_id="map_id", player_id="player_id", score="score",
    stamp="created_at", is_epoch=False, number="id", maps="map", maps_id="id", uid="uid", players="player",
    players_id="id", login="login", nickname="nickname", keeps_all=True,
)  # fmt: skip

SHAPES = (_ALL, _ALL._replace(times="localrecord", stamp="updated_at", keeps_all=False))
