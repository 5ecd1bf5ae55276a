"""The platform's OpenAPI document, and the service held to it by schemathesis."""

import os
import pathlib
import subprocess
import sys
import urllib.request

from emsim import PATIENCE, simulator
from platform_client import Service

HERE = pathlib.Path(__file__).parent
EXAMPLES = os.environ.get("OPENAPI_EXAMPLES", "10")


def test_service_is_that_of_its_document(tmp_path):
    with simulator(
        "--platform", "--password-cost", "1", "--log-level", "error", "--events", "2",
        "--markets", "1", "--rate", "1"
    ) as sim:
        service = Service(sim)
        player = sim.post("/players", {"count": 1, "balance": "50.00"})["players"][0]
        session = service.log_in(service.connect(), player)
        # The player of all requests is the one who is logged in.
        config = tmp_path / "schemathesis.toml"
        config.write_text(
            f'[parameters]\n"path.player" = "{player["userId"]}"\n\n'
            + (HERE / "schemathesis.toml").read_text())
        answer = subprocess.run(
            [os.path.join(os.path.dirname(sys.executable), "schemathesis"), "--config-file",
             str(config), "run", sim.player + "/openapi.yaml", "-H", f"X-SessionId: {session}",
             "--checks", "all", "--max-examples", EXAMPLES, "--seed", "18", "--phases",
             "coverage,fuzzing", "--suppress-health-check", "all"],
            cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
        print(answer.stdout)
        assert answer.returncode == 0, answer.stdout
        # Whatever was sent, the ledger is whole.
        assert b'"ok":true' in sim.get("/ledger/check")


def test_document_is_served():
    with simulator("--platform", "--events", "2", "--markets", "1", "--rate", "1") as sim:
        for path in ("/openapi.yaml", "/openapi-schemas.yaml"):
            with urllib.request.urlopen(sim.player + path, timeout=PATIENCE) as answer:
                assert answer.headers["Content-Type"] == "text/yaml"
                assert answer.read()
