"""The API does what its description says, whatever is sent: Schemathesis, with all its default checks."""

import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.config import SchemathesisConfig
from served import Site, served

from homestretch.store.service import Info
from homestretch.web.app import create_app
from homestretch.web.site import Site as Served

MATCH, TOKEN = "aaaaaaaaaa", "a-token-with-which-seat-0-acts"
STEADY: dict[str, Any] = {
    "generation": {"max-examples": 25, "deterministic": True, "database": "none"},
    "checks": {
        "positive_data_acceptance": {
            "expected-statuses": ["2xx", "401", "403", "404", "409", "413", "422"],
        },
        "negative_data_rejection": {
            "expected-statuses": [
                "400",
                "401",
                "403",
                "404",
                "405",
                "406",
                "409",
                "413",
                "415",
                "422",
                "429",
            ],
        },
    },
}
"""422 is for what fits the description and is refused by the rules; what does not fit it gets 400."""
AT_THE_TABLE = STEADY | {
    "parameters": {"path.match": MATCH},
    "headers": {"Authorization": f"Bearer {TOKEN}"},
}


def described(config: dict[str, Any]) -> Any:
    """Read the API's description."""
    return schemathesis.openapi.from_dict(create_app().openapi(), config=SchemathesisConfig.from_dict(config))


anybody, seat = described(STEADY), described(AT_THE_TABLE)


@pytest.fixture(autouse=True, scope="module")
def _bots_rest() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("homestretch.web.botworks.bot_to_move", lambda info: -1)
        yield


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(tmp_path_factory.mktemp("site")) as site:
        yield site


async def _look_at_once(site: Served, match: str, version: int, seconds: float) -> Info:
    return site.service.info(match)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Give a server on which one match waits for seat 0; nobody waits there for a change."""
    secrets = types.SimpleNamespace(choice=lambda letters: "a", token_urlsafe=lambda count: TOKEN)
    monkeypatch.setattr("homestretch.web.api.wait_for_change", _look_at_once)
    with served(tmp_path) as site:
        with monkeypatch.context() as patch:
            patch.setattr("homestretch.store.service.secrets", secrets)
            assert site.program().make(players=["person", "random"])["id"] == MATCH
        yield site


@anybody.parametrize()  # type: ignore[untyped-decorator]
def test_what_anybody_sends(case: Case[Any], site: Site) -> None:
    case.call_and_validate(base_url=site.address)


@seat.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_a_seat_sends(case: Case[Any], table: Site) -> None:
    case.call_and_validate(base_url=table.address)
