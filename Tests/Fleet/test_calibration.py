"""A calibration starts programs of its own, which end with it however it ends."""

import os
import pathlib
import select
import subprocess

import pytest

from fleet import ENVIRONMENT, PATIENCE, PROGRAMS


def parents():
    """The parent of each process, by its number."""
    found = {}
    for file in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rsplit(")", 1)[1].split()
        except OSError:  # It has ended meanwhile.
            continue
        found[int(file.parent.name)] = int(fields[1])
    return found


def descendants(ancestor):
    found, all_parents = {ancestor}, parents()
    while more := {one for one, parent in all_parents.items() if parent in found} - found:
        found |= more
    return found - {ancestor}


@pytest.mark.whole
def test_no_program_outlives_a_calibration_that_is_killed(tmp_path):
    calibration = subprocess.Popen(
        [str(PROGRAMS / "bench-fleet"), "fleet", "plan", "--calibrate", "--results",
         str(tmp_path)],
        env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True)
    try:
        # It says what it measures once the programs for that are there.
        lines = iter(calibration.stderr.readline, "")
        assert any("calibration:" in line for line in lines)
        started = {one: os.pidfd_open(one) for one in descendants(calibration.pid)}
    finally:
        calibration.kill()
        calibration.wait()
    assert started
    # A descriptor of a process is readable once it has ended.
    for one, descriptor in started.items():
        assert select.select([descriptor], [], [], PATIENCE)[0], f"process {one} goes on"
        os.close(descriptor)
