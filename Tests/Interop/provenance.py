"""What a result is from."""

import subprocess


def commit():
    """The commit of the sources; ends with -dirty if they were modified."""
    return subprocess.run(
        ["git", "describe", "--always", "--abbrev=40", "--dirty", "--exclude=*"],
        check=True, capture_output=True, text=True).stdout.strip()


def processor():
    """The processor's name, as Linux has it; empty elsewhere."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            names = [line.split(":", 1)[1].strip() for line in lines
                     if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else ""
