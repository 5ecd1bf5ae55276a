"""`.ci/outdated`, with repositories of this machine."""

import importlib.machinery
import importlib.util
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[2] / ".ci/outdated"
loader = importlib.machinery.SourceFileLoader("outdated", str(PROGRAM))
outdated = importlib.util.module_from_spec(importlib.util.spec_from_loader("outdated", loader))
loader.exec_module(outdated)


class OutdatedTests(unittest.TestCase):
    def repository(self, folder, tags):
        def git(*arguments):
            subprocess.run(["git", "-C", folder, *arguments], check=True)
        git("init", "--quiet")
        git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a", "--allow-empty")
        for tag in tags:
            git("tag", tag)

    def test_the_newest_release_counts_by_its_numbers(self):
        with tempfile.TemporaryDirectory() as folder:
            self.repository(folder, ["1.9.0", "v1.10.0", "1.11.0-beta.1", "swift-6.0-RELEASE"])
            self.assertEqual(outdated.newest_tag(folder), ("1.10.0", None))

    def test_one_without_releases_and_one_that_is_not_there_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            self.repository(folder, ["nightly"])
            self.assertEqual(outdated.newest_tag(folder), (None, "it has no tag of a release"))
        newest, error = outdated.newest_tag(folder)
        self.assertIsNone(newest)
        self.assertTrue(error)

    def test_a_later_build_of_a_release_is_newer(self):
        self.assertGreater(outdated.release("2026.1.post1"), outdated.release("2026.1"))
        self.assertIsNone(outdated.release("1.0rc1"))


if __name__ == "__main__":
    unittest.main()
