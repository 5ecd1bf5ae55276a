"""The deployment files and the operator's article are in order: NATS and systemd read the files,
and the programs have the options and the metrics that are named."""

import functools
import pathlib
import re
import shutil
import subprocess

import pytest

from fleet import ENVIRONMENT, PATIENCE, PROGRAMS
from secure import DEPLOYMENT, Certificates, configuration

UNITS = sorted((DEPLOYMENT / "systemd").glob("*.service"))
FOLDER = "/opt/oddsbench"
# How each program that units name is asked for its options.
HELP = {"emsim-fleet": ["--help"], "bench-fleet": ["agent", "--help"]}
ARTICLE = DEPLOYMENT.parent / "OddsFleetServer.docc" / "Fleet.md"


def test_nats_accepts_its_configuration(tmp_path):
    Certificates(tmp_path, {"127.0.0.1"})
    file = tmp_path / "nats.conf"
    file.write_text(configuration(tmp_path)[0])
    done = subprocess.run(
        ["nats-server", "-t", "-c", str(file)], capture_output=True, text=True,
        env=ENVIRONMENT, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert "is valid" in done.stderr


def test_there_are_units_for_all_that_runs_by_itself():
    assert [unit.name for unit in UNITS] == [
        "oddsbench-agent@.service", "oddsbench-edge.service", "oddsbench-source.service"]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_accepts_its_units(unit, tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    text = re.sub(rf"{FOLDER}/[\w-]+", str(program), unit.read_text())
    # One agent of the template.
    copy = tmp_path / unit.name.replace("@.", "@agent-1.")
    copy.write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True,
        timeout=PATIENCE)
    # Complaints name the file; other units of the machine are not ours.
    complaints = [line for line in done.stderr.splitlines() if "oddsbench" in line]
    assert complaints == [], done.stderr


def test_systemd_refuses_what_is_wrong(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    copy = tmp_path / "oddsbench-edge.service"
    text = (DEPLOYMENT / "systemd" / copy.name).read_text()
    copy.write_text(text.replace("Restart=on-failure", "Restart=on-a-whim"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True,
        timeout=PATIENCE)
    assert "on-a-whim" in done.stderr


def command(unit):
    """The words of a unit's command."""
    text = unit.read_text().replace("\\\n", " ")
    found = re.search(r"^ExecStart=(.+)$", text, re.MULTILINE)
    assert found, unit
    return found.group(1).split()


@functools.cache
def options(program, *words):
    done = subprocess.run(
        [str(PROGRAMS / program), *(words or HELP[program])], capture_output=True, text=True,
        timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return set(re.findall(r"--[a-z][a-z0-9-]*", done.stdout))


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_programs_have_the_options_of_their_units(unit):
    path, *words = command(unit)
    program = pathlib.PurePath(path).name
    used = {word for word in words if word.startswith("--")}
    assert used and used <= options(program), used - options(program)


def test_each_unit_has_a_user_of_the_configuration():
    text = (DEPLOYMENT / "nats.conf").read_text()
    users = set(re.findall(r"user: ([\w-]+),", text))
    for unit in UNITS:
        words = command(unit)
        user = pathlib.PurePath(words[words.index("--nats-creds") + 1]).stem
        assert user.replace("%i", "agent-1") in users


def test_programs_have_the_options_of_the_article():
    known = options("emsim-fleet") | options("bench-fleet")
    known |= options("bench-fleet", "fleet", "run", "--help")
    known |= {"--format", "--data-urlencode"}
    used = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", ARTICLE.read_text()))
    assert used <= known, used - known


@pytest.mark.parametrize("role", ["source", "edge"])
def test_the_article_has_all_metrics(make_fleet, role):
    fleet = make_fleet(rate=100, events=4, markets=2, edges=1, agents=0)
    page = {"source": fleet.source, "edge": fleet.edges[0]}[role].get("/metrics").decode()
    served = set(re.findall(rf"^emsim_{role}_(\w+) ", page, re.MULTILINE))
    table = ARTICLE.read_text().split(f"| {role}: `emsim_{role}_…` |")[1].split("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("|")]
    assert served and set(re.findall(r"`(\w+)`", "".join(cells))) == served
