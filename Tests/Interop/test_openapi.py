"""The platform's OpenAPI document, and the service held to it by schemathesis."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import urllib.parse
import urllib.request

import pytest

from emsim import PATIENCE, TOPIC, simulator
from platform_client import Service

HERE = pathlib.Path(__file__).parent
EXAMPLES = os.environ.get("OPENAPI_EXAMPLES", "10")


@contextlib.contextmanager
def logged_in():
    """A simulator, a player's number, and the player's session."""
    with simulator(
        "--platform", "--sportradar", "--password-cost", "1", "--log-level", "error", "--events",
        "2", "--markets", "1", "--rate", "1"
    ) as sim:
        service = Service(sim)
        player = sim.post("/players", {"count": 1, "balance": "50.00"})["players"][0]
        yield sim, player["userId"], service.log_in(service.connect(), player)
        # Whatever was sent, the ledger is whole.
        assert b'"ok":true' in sim.get("/ledger/check")


def hold_to_document(
        document, url, parameters, headers, folder, *options, rules="schemathesis.toml"):
    """Runs schemathesis against a base URL; parameters are the same in all requests."""
    config = folder / "schemathesis.toml"
    lines = [f'"{name}" = "{value}"\n' for name, value in parameters.items()]
    config.write_text(
        "[parameters]\n" + "".join(lines) + "\n" + (HERE / rules).read_text())
    fields = [word for header in headers.items() for word in ("-H", "%s: %s" % header)]
    answer = subprocess.run(
        [os.path.join(os.path.dirname(sys.executable), "schemathesis"), "--config-file",
         str(config), "run", document + "/openapi.yaml", "--url", url, *fields,
         "--checks", "all", "--max-examples", EXAMPLES, "--seed", "18", "--phases",
         "coverage,fuzzing", "--suppress-health-check", "all", *options],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
    print(answer.stdout)
    assert answer.returncode == 0, answer.stdout


def test_service_is_that_of_its_document(tmp_path):
    with logged_in() as (sim, player, session):
        # The player of all requests is the one who is logged in.
        hold_to_document(
            sim.player, sim.player, {"path.player": player}, {"X-SessionId": session}, tmp_path,
            "--exclude-tag", "bets")


def test_service_of_bets_is_that_of_its_document(tmp_path):
    with logged_in() as (sim, player, session):
        bet = place(sim, player, session)
        # Streams of cashout values last as long as the bet.
        sim.post("/faults", {"rules": [{"fault": "sseClose", "everySeconds": 0.05}]})
        hold_to_document(
            sim.player, sim.odds,
            {"path.bet": bet, "query.betId": bet,
             **{f"header.{name}": player for name in ("userid", "userId", "x-user-id")}},
            {"X-SessionId": session, "X-Session-Id": session}, tmp_path,
            "--include-tag", "bets")


# Whatever arguments and session are, the HTTP status of accounts is 200: the status of the
# answer says what is wrong with them.
@pytest.mark.parametrize("tag, options", [
    ("accounts", ["--exclude-checks", "negative_data_rejection,ignored_auth"]), ("bets", []),
])
def test_service_of_sportradar_is_that_of_its_document(tmp_path, tag, options):
    with logged_in() as (sim, player, session):
        # A session of one provider is one of the other.
        bet = place(sim, player, session).replace("b-", "") + ".1"
        game = urllib.parse.urlencode(
            {"productCode": "SPORT_RADAR", "gameId": "SPORTSBOOK", "sessionKey": session})
        with urllib.request.urlopen(
                f"{sim.sportradar}/ps/ips/openGameSession?{game}", timeout=PATIENCE) as answer:
            token = json.load(answer)["launchToken"]
        hold_to_document(
            sim.sportradar, sim.sportradar,
            {"path.bet": bet, "query.sessionKey": session, "header.Authorization": token},
            {"Authorization": token} if tag == "bets" else {}, tmp_path, "--include-tag", tag,
            *options, rules=f"schemathesis-sportradar-{tag}.toml")


def place(sim, player, session):
    """Places a bet on some offer of the feed, and returns its name."""
    event, market, outcome, offer = next(
        (event, market, outcome, offer)
        for event in sim.truth(TOPIC)["events"] for market in event["markets"]
        for outcome in market["outcomes"] for offer in outcome["bettingOffers"]
        if offer["isAvailable"] and offer["odds"] > 1)
    service = Service(sim)
    status, answer = service.ask(
        service.connect_to_odds(), "POST", "/place-bet/7001/v2/bets",
        {"currency": "EUR", "type": "SINGLE", "amount": "5.00", "oddsValidationType": "ACCEPT_ANY",
         "selections": [{"bettingOfferId": offer["id"], "priceValue": 1.5, "eventId": event["id"],
                         "marketId": market["id"], "outcomeId": outcome["id"]}]},
        session=session, user=player)
    assert status == 200, answer
    return answer["betId"]


def test_document_is_served():
    with simulator("--platform", "--events", "2", "--markets", "1", "--rate", "1") as sim:
        for path in ("/openapi.yaml", "/openapi-schemas.yaml"):
            with urllib.request.urlopen(sim.player + path, timeout=PATIENCE) as answer:
                assert answer.headers["Content-Type"] == "text/yaml"
                assert answer.read()
