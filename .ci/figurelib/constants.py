"""Quantities in the texts that are no measurements: limits, settings and
definitions. Each is allowed in one text, and names what it follows from: a
string that must occur in the sources, so that a changed limit is noticed, or
`None` where the text itself is the definition.
"""

from .bounds import FOUNDED_ON
from .results import ROOT

SLEEP = "intervalNanoseconds: UInt64 = 1_000_000"
CHECK = "coreCheckNanoseconds: UInt64 = 20_000"
OWN = "ownDelayNanosecondsMax: UInt64 = 2_000"
FLOOR = "floorNanoseconds: UInt64 = 1_000"
LOST = "lostShareMax = 0.05"
STOLEN = "stolenShareMax = 0.02"
TURN = "turnNanoseconds: UInt64 = 20_000_000"
BACKLOG = "backlogNanosecondsMax: UInt64 = 100_000_000"
VERIFIED = "framesMax = 2_000"
UNSERVED = "unservedShareMax = 0.01"
LEDGER = "frameCountMax = 8 << 20"
HARMLESS = "harmlessBytes = 64 << 10"
EXPANSION = "expansionMax = 200"
CHANNELS = "channelsMax = 4_096"
MESSAGE = "messageMillisecondsMax: Int64 = 30_000"
SHORTEST = "shortestWindow = DurationOption(nanoseconds: 10_000_000)"
READS = "readIntervalNanoseconds: UInt64 = 997_000"

# The two-sided interval that all results have.
CONFIDENCE = {"95%": None}

CONSTANTS = {
    "AnyLanguage.md": {
        "30 s": "helloSeconds = 30.0", "10 s": "answerSeconds = 10.0", "5 s": "endSeconds = 5.0",
        "64 KiB": "greetingBytesMax = 64 << 10", "1 GiB": "snapshotBytesMax = 1 << 30",
        "32 bytes": "byteCount = 32"},
    "FeedContract.md": {"64 MiB": "frameBytesMax = 64 << 20", "1,024": "heldFramesMax = 1024",
                        "4,096": CHANNELS, "64 KiB": "channelBytesMax = 64 << 10"},
    "SportRadarContract.md": {"4,096": "contentsMax = 4_096"},
    "Changelog.md": {"10,000": None, "1,000": None, "100 ms": BACKLOG, "20 ms": TURN,
                     "4,096": CHANNELS, "30 s": MESSAGE,
                     "64 KiB": "static let bytesMax = 64 << 10",
                     "4 KiB": "lineBytesMax = 4 << 10", "5 s": "DATABASE_MS = 5_000",
                     "2 s": "CHANGED_MS = 2_000", "10 ms": SHORTEST},
    "Names.md": {"1,024": "messagesMax = 1_024"},
    "Commands.md": {"4,096": CHANNELS},
    # 50 ms is what browsers call a long task.
    "ReadingResults.md": CONFIDENCE | {"20 µs": CHECK, "1%": UNSERVED, "100 ms": BACKLOG,
                                       "50 ms": None},
    "Client.md": {"30s": None, "615s": None, "50ms": None, "64 KiB": HARMLESS,
                  "200 times": EXPANSION, "1 MiB": "bufferBytesMax: Int = 1 << 20"},
    "Method.md": CONFIDENCE | {
        "1 ms": SLEEP, "1%": UNSERVED, "997 µs": READS, "5%": LOST, "20 µs": CHECK,
        "2 µs": OWN, "1 µs": FLOOR, "2%": STOLEN, "100 ms": BACKLOG, "10 µs": None,
        "2,000": VERIFIED, "32 MiB": "initialBytesMax = 32 << 20",
        "8 MiB": "scheduledBytesMax = 8 << 20",
        "64 bytes": "allocate(byteCount: 64",
        "100 µs": "wakeUpNanosecondsMax: UInt64 = 100_000",
        "5 ms": "delayNanosecondsMax: UInt64 = 5_000_000",
        "60 frames a second": "frameNanoseconds: ClosedRange<UInt64> = 16_000_000...17_400_000",
        "4 ms": "case .mainThread: 4e6", "25 ms": "case .paintMedian: 25e6",
        "50 ms": "case .longTasks, .paintTail: 50e6", "80%": "clientShareMax = 0.8",
        "10 s": "catchUpLimit = Duration.seconds(10)", "8,388,608": LEDGER,
        "32 bytes": None, "24 bytes": None},
    "Simulator.md": {"8,388,608": LEDGER, "64 KiB": HARMLESS, "200 times": EXPANSION,
                     "30 s": MESSAGE, "16 KiB": "headBytesMax = 16 << 10",
                     "60 s": "controlExchangeSecondsMax: Int64 = 60",
                     "300 KiB": "some 300 KiB of memory for each connection"},
    # 60 s is the limit of an upload and of silence.
    "Platform.md": {"64 KiB": "bodyBytesMax = 64 << 10", "32 MiB": "uploadBytesMax = 32 << 20",
                    "10 MiB": "bytesMax = 10 << 20", "16 KiB": "headerBytesMax = 16 << 10",
                    "10 s": "bodyTimeLimit = Duration.seconds(10)",
                    "30 s": "headTimeLimit = Duration.seconds(30)",
                    "60 s": "uploadTimeLimit = Duration.seconds(60)",
                    "20 s": "liveDelay.nanoseconds <= 20_000_000_000",
                    "24 h": "lifeMilliseconds: Int64 = 24 * 60 * 60_000",
                    "5 min": "lockMilliseconds: Int64 = 5 * 60_000",
                    "15 min": "lifeMilliseconds: Int64 = 15 * 60_000",
                    "20,000": "unknownNamesMax: Int64 = 20_000"},
    "SportRadarPlatform.md": {
        "15 min": "lifeMilliseconds: Int64 = 15 * 60_000",
        "30 s": "offerMilliseconds: Int64 = 30_000",
        "24 h": "slipLifeMilliseconds: Int64 = 24 * 60 * 60_000"},
    "ResultSchema.md": CONFIDENCE | {
        "1%": UNSERVED, "997 µs": READS, "5%": None, "20 µs": CHECK, "100 ms": BACKLOG,
        "3,688": "3_688", "36,887": "36_887"},
    "Fleet.md": {
        "8,388,608": LEDGER, "24 hours": "age: .seconds(86_400)", "24 h": "age: .seconds(86_400)",
        "1 GiB": "bytesMax: 1 << 30", "256 MiB": "bytesMax: Int64 = 256 << 20",
        "8 MiB": "heldBytes = 8 << 20", "64 MiB": "bytesMax = 64 << 20",
        "3 s": "staleAfter: UInt64 = 3_000_000_000", "15 s": "grace: UInt64 = 15_000_000_000",
        "10 s": "checkLimit: UInt64 = 10_000_000_000", "64 times": "exchangeCount = 64",
        "30 s": "startLimit: UInt64 = 30_000_000_000",
        "2 s": "dumpTimeout: UInt64 = 2_000_000_000", "512 bytes": "bytesMax = 512",
        "500 ms": "interval: UInt64 = 500_000_000", "2,048 bytes": "headerBytes = 2_048",
        "65,536": "partsMax = 65_536", "4,096": "topicsMax = 4_096",
        "2 minutes": "lifetime: UInt64 = 120_000_000_000",
        "16 a minute": "sessionTopics = 16", "256 a minute": "edgeTopics = 256",
        "250 ms": "dumpRetry: UInt64 = 250_000_000", "4 s": "dumpRetryMax: UInt64 = 4_000_000_000",
        "1 MiB": "bodyBytesMax = 1 << 20", "200 ms": "beatGrace: UInt64 = 200_000_000",
        "1 s": "gapTimeout: UInt64 = 1_000_000_000",
        "8,192": "entriesMax = 2 * FleetLimits.topicsMax",
        "100,000": "clientCounts = 1...100_000",
        "12 h": "durations: ClosedRange<UInt64> = 1_000...43_200_000"},
    "FleetPlan.md": CONFIDENCE | {
        "2%": "(0.98...1.02).contains(busy)", "0.7 to 1.3 times": None,
        "1,000": "fanOuts = [1, 10, 100, 1_000]",
        "1,000 messages/s": "natsMessagesPerSecond = 1_000",
        "1.3 times": "p99 <= 1.3", "10%": "0.1 * expected + 3 * deviation"},
    "History.md": CONFIDENCE | {
        "5%": "changeMin = 0.05", "2%": "shareMax = 0.02",
    },
    "Gates.md": CONFIDENCE | {
        "0.5%": "falseAlarmProbabilityMax = 0.005", "5%": "passProbabilityMax = 0.05", "15%": None,
        "30%": None, "2%": "share: 0.02", "7%": "share: 0.07", "0.1%": None,
        "3,680": "3,680 for the p99", "20 ms": TURN},
    "Results/README.md": CONFIDENCE | {
        "50 ms": None, "2,000": None, "1,000 updates/s": "rate=1000", "250 µs": None,
        "60 s": "WINDOW = 60"},
    "Benchmarks/README.md": CONFIDENCE,
    "Generators/README.md": {
        "5 s": "DATABASE_MS = 5_000", "2 s": "CHANGED_MS = 2_000",
        "64 KiB": "str(64 << 10)", "10,000": "matchesMax = 10_000",
        "100 ms": "pauseMax = GameInterval.milliseconds(100)", "20,000": "rateMax = 20_000",
        "60 a second": "listRateMin = 60", "4 ms": "span = GameInterval.milliseconds(4)",
        "1,000": "static let countMax = 1_000", "1 MiB": "queueBytesMax = 1 << 20",
        "16 KiB": "headBytesMax = 16 << 10", "10 s": "firstRequest = TimeAmount.seconds(10)",
        "60 s": "idle = TimeAmount.seconds(60)", "8,192": "connectionsMax = 8_192",
        "100 MiB": "bodyBytesMax = 100 * GameRoutes.bodyBytesMax"},
}


def sources():
    for folder in ("Sources", "Generators", "Tests", "Benchmarks"):
        for path in (ROOT / folder).glob("**/*"):
            if path.suffix in (".swift", ".py", ".js") and ".build" not in path.parts:
                yield path.read_text(encoding="utf-8")


def unfounded():
    """What is wrong with the constants themselves."""
    wanted = {needle for text in CONSTANTS.values() for needle in text.values() if needle}
    wanted |= FOUNDED_ON
    for source in sources():
        wanted -= {needle for needle in wanted if needle in source}
    return [f".ci/figurelib/constants.py:1: {needle!r} is not in the sources"
            for needle in sorted(wanted)]
