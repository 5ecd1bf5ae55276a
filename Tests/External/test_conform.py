"""Programs in other languages against the feed contract, and broken ones.

Each program of Benchmarks/External passes `bench conform` at the level that it claims, and a
mutant of the Python program for each of the contract's eleven rules is caught, with the right
rule named. What `bench init` writes runs, and `bench run` measures programs. BENCH is the program
of the commands, PRESETS that of `init`; SWIFT_STRATEGY and CPP_STRATEGY are built programs;
without them, and without node, these are skipped.
"""

import concurrent.futures
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BENCH = pathlib.Path(os.environ.get("BENCH", ROOT / ".build" / "release" / "bench-core"))
PRESETS = os.environ.get("PRESETS", BENCH.parent / "bench-presets")
PROGRAMS = ROOT / "Benchmarks" / "External"
CAPTURES = os.environ.get("CONFORM_CAPTURES", "20")


def conform(*program, captures=CAPTURES):
    """The exit status and the result of `bench conform`."""
    command = [BENCH, "conform", "--format", "json", "--captures", captures, "--", *program]
    run = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return run.returncode, json.loads(run.stdout) if run.stdout else run.stderr


class Programs(unittest.TestCase):
    def passes(self, level, *program):
        status, result = conform(*program)
        self.assertEqual(status, 0, result)
        self.assertEqual(result["level"], level)

    def test_python(self):
        self.passes("full", "python3", PROGRAMS / "python" / "strategy.py")

    @unittest.skipUnless(shutil.which("node"), "there is no node")
    def test_javascript(self):
        self.passes("full", "node", PROGRAMS / "javascript" / "strategy.mjs")

    @unittest.skipUnless("CPP_STRATEGY" in os.environ, "the C++ program is not built")
    def test_cpp(self):
        self.passes("full", os.environ["CPP_STRATEGY"])

    @unittest.skipUnless("SWIFT_STRATEGY" in os.environ, "the Swift program is not built")
    def test_swift(self):
        self.passes("full", os.environ["SWIFT_STRATEGY"])


class Skeletons(unittest.TestCase):
    """What `bench init --language` writes runs, answers all that it is asked, and is told which
    rule is to be written first: never that it failed."""

    def begins(self, language, *program):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                [PRESETS, "init", "--language", language, folder],
                check=True, stdout=subprocess.DEVNULL)
            if (pathlib.Path(folder) / "Makefile").exists():
                subprocess.run(["make", "--silent", "-C", folder], check=True)
            program = [part.replace("FOLDER", folder) for part in program]
            status, result = conform(*program, captures="1")
        self.assertEqual(status, 1, result)
        # Illegal frames are rejected already, with their offsets.
        self.assertEqual(result["brokenRules"][0]["rule"], "EM-E1", result)

    def test_python(self):
        self.begins("python", "python3", "FOLDER/strategy.py")

    @unittest.skipUnless(shutil.which("node"), "there is no node")
    def test_javascript(self):
        self.begins("javascript", "node", "FOLDER/strategy.mjs")

    @unittest.skipUnless("CPP_STRATEGY" in os.environ, "simdjson is not installed")
    def test_cpp(self):
        self.begins("cpp", "FOLDER/build/strategy")


# For each rule of the contract's list: what is replaced by what, and the names that the rule
# has in its parts.
MUTANTS = {
    "the protocol: more events are covered by the checksum than are read": (
        'islice(state.entities["MATCH"].values(), events)',
        'state.entities["MATCH"].values()',
        {"oddsbench.strategy/1"},
    ),
    "1, a frame that is not one is applied as far as it goes": (
        'if message_type not in ("INITIAL_DUMP", "UPDATE") or type(records) is not list:',
        "if type(records) is not list:",
        {"EM-F1"},
    ),
    "2, a record that cannot be read ends its frame": (
        'counters["recordsRejected"] += 1\n                continue',
        'counters["recordsRejected"] += 1\n                break',
        {"EM-R1"},
    ),
    "2, the other properties of a rejected record are taken": (
        "integer = oddsbench.whole_value(number(value))",
        "if type(value) is str:\n        return None\n"
        "    integer = oddsbench.whole_value(number(value))",
        {"EM-R2"},
    ),
    "3, updates ahead of the first dump are dropped": (
        "released, self.held = self.held, deque()",
        "released, self.held = deque(), deque()",
        {"EM-D2"},
    ),
    "3, updates ahead of the first dump are applied": (
        "if self.state is None:\n            self.hold(data)\n"
        "            return oddsbench.HELD, 0, 0",
        "if self.state is None:\n            self.state = State()",
        {"EM-D1"},
    ),
    "4, a dump adds to the state": (
        "self.state = State()\n        self.state.apply(records, True",
        "self.state = self.state or State()\n        self.state.apply(records, True",
        {"EM-D3"},
    ),
    "5, old updates are applied": (
        "int(version) < int(self.version)",
        "int(version) < 0",
        {"EM-V3"},
    ),
    "6, an update removes what it does not name": (
        "self.change(entity, entity.properties | properties)",
        'self.change(entity, {"id": id} | properties)',
        {"EM-R4"},
    ),
    "7, a creation keeps what it does not name": (
        "has_changed = self.change(entity, properties)",
        "has_changed = self.change(entity, entity.properties | properties)",
        {"EM-R5"},
    ),
    "8, a deletion deletes the children": (
        "self.link(entity, -1)\n        del self.entities",
        "self.link(entity, -1)\n"
        "        for name in list(self.children.get((entity.type, entity.id), ())):\n"
        "            if child := self.find(*name):\n"
        "                self.delete(child)\n"
        "        del self.entities",
        {"EM-R6"},
    ),
    "9, a child whose parent is missing is dropped": (
        "self.entities[type][id] = entity\n        self.link(entity, 1)",
        "self.entities[type][id] = entity\n"
        "        above = LINKS.get(type)\n"
        "        if not above or self.find(above[0], properties.get(above[1])):\n"
        "            self.link(entity, 1)",
        {"EM-E3"},
    ),
    "10, siblings are in the order of their ids": (
        "key=ARRIVAL)",
        "key=attrgetter(\"id\"))",
        {"EM-E4"},
    ),
    "11, a change that changes nothing is reported": (
        "for name in new):\n            return False",
        "for name in new):\n            return True",
        {"EM-R7"},
    ),
}


class Mutants(unittest.TestCase):
    def test_each_rule(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes = pool.map(self.outcome, MUTANTS.values())
            for (name, (_, _, rules)), (status, result) in zip(MUTANTS.items(), outcomes):
                with self.subTest(name):
                    self.assertEqual(status, 1, result)
                    self.assertIn(result["brokenRules"][0]["rule"], rules, result["smallest"])
                    self.assertTrue(result["smallest"]["lines"])

    def outcome(self, mutant):
        with mutated(*mutant[:2]) as program:
            return conform("python3", program, captures="1")


@contextlib.contextmanager
def mutated(old, new):
    """A Python program in which something is replaced."""
    source = (PROGRAMS / "python" / "strategy.py").read_text()
    assert source.count(old) == 1, f"the mutant does not fit the program: {old}"
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(PROGRAMS / "python" / "oddsbench.py", folder)
        program = pathlib.Path(folder, "strategy.py")
        program.write_text(source.replace(old, new))
        yield program


class Runs(unittest.TestCase):
    """`bench run` with programs beside a strategy of the package."""

    def run_beside_graph(self, *strategies):
        words = [word for strategy in strategies for word in ("--strategy", strategy)]
        # Where there is no folder Results, in which results would be kept.
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(
                [BENCH, "run", "--strategy", "graph", *words, "--events", "10", "--markets", "5",
                 "--rate", "500", "--duration", "1s", "--warmup", "200ms", "--format", "json"],
                capture_output=True, text=True, timeout=600, cwd=folder)
        return run.returncode, run.stdout, run.stderr

    def test_programs_stand_beside_a_strategy(self):
        strategies = [f"exec:python3 {PROGRAMS / 'python' / 'strategy.py'}"]
        if "SWIFT_STRATEGY" in os.environ:
            strategies.append(f"exec-ring:{os.environ['SWIFT_STRATEGY']}")
        status, output, errors = self.run_beside_graph(*strategies)
        # 4 says that the machine was too busy to keep the schedule.
        self.assertIn(status, (0, 4), errors)
        runs = {run["strategy"]: run for run in json.loads(output)["result"]["runs"]}
        python, null = runs["python"], runs["null"]
        self.assertEqual(
            {name: python["program"].get(name) for name in ("level", "transport")},
            {"level": "full", "transport": "pipe"})
        self.assertGreater(python["program"]["answersChecked"], 100)
        self.assertEqual(null["program"]["answersChecked"], 0)
        self.assertEqual(null["program"]["command"], "bench null-strategy")
        # Of the child: an interpreter of Python is larger than what answers nothing.
        self.assertGreater(python["memory"]["residentBytesPeak"], 5 << 20)
        self.assertNotIn("program", runs["graph"])
        if len(strategies) > 1:
            self.assertEqual(runs["swift graph (ring)"]["program"]["transport"], "ring")

    def test_wrong_answers_end_the_run(self):
        old = "oddsbench.offer_text(entity.id, odds, is_available)"
        with mutated(old, old.replace("odds,", "odds and odds + 1,")) as program:
            status, _, errors = self.run_beside_graph(f"exec:python3 {program}")
        self.assertEqual(status, 1, errors)
        self.assertIn("python", errors)


if __name__ == "__main__":
    unittest.main()
