"""The versions of Swift packages: exact where this package is the root, ranges for apps."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NEWER = "1.999.0"
MANIFEST = f"""// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "App",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "file://REPOSITORY", revision: "COMMIT"),
        .package(url: "https://github.com/apple/swift-log", exact: "{NEWER}"),
    ],
    targets: [
        .executableTarget(name: "App", dependencies: [
            .product(name: "ServicesProvider", package: "oddsbench"),
            .product(name: "Logging", package: "swift-log"),
        ])
    ]
)
"""


def run(*command, folder, **environment):
    result = subprocess.run(
        command, cwd=folder, env=os.environ | environment, capture_output=True, text=True)
    assert result.returncode == 0, f"{command}: {result.stderr}"
    return result.stdout


def pins(folder):
    return json.loads((folder / "Package.resolved").read_text())["pins"]


class VersionsTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def requirements(self, folder=ROOT, **environment):
        manifest = json.loads(run(
            "swift", "package", "dump-package", folder=folder, **environment))
        packages = [dependency["sourceControl"][0] for dependency in manifest["dependencies"]]
        return {package["identity"]: package["requirement"] for package in packages}

    def test_the_root_has_exact_ones_and_is_resolved_to_them(self):
        resolved = {pin["identity"]: pin["state"]["version"] for pin in pins(ROOT)}
        for identity, requirement in self.requirements(ROOT / "Tests").items():
            self.assertEqual({"exact": [resolved[identity]]}, requirement, identity)

    def test_apps_that_depend_on_a_folder_ask_for_ranges(self):
        for identity, requirement in self.requirements(BENCH_RANGES="1").items():
            self.assertEqual(["range"], list(requirement), identity)

    def test_an_app_may_have_newer_ones(self):
        repository = self.folder / "oddsbench"
        run("git", "clone", "--quiet", "--bare", ROOT, repository, folder=self.folder)
        commit = run("git", "rev-parse", "HEAD", folder=ROOT).strip()
        app = self.folder / "app"
        (app / "Sources/App").mkdir(parents=True)
        (app / "Sources/App/App.swift").write_text("")
        (app / "Package.swift").write_text(
            MANIFEST.replace("REPOSITORY", str(repository)).replace("COMMIT", commit))
        run("swift", "package", "config", "set-mirror", "--original",
            "https://github.com/apple/swift-log", "--mirror", self.newer_log(), folder=app)
        run("swift", "package", "resolve", folder=app)
        versions = {pin["identity"]: pin["state"].get("version") for pin in pins(app)}
        self.assertEqual(NEWER, versions["swift-log"])

    def newer_log(self):
        """A repository with a version of swift-log that nobody else has."""
        repository = self.folder / "swift-log"
        run("git", "clone", "--quiet", "--bare", ROOT / ".build/checkouts/swift-log", repository,
            folder=self.folder)
        run("git", "tag", NEWER, folder=repository)
        return f"file://{repository}"


if __name__ == "__main__":
    unittest.main()
