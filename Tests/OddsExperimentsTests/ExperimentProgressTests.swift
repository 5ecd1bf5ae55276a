import OddsLauncher
import OddsResults
import Synchronization
import Testing

@testable import OddsExperiments

@Suite struct ExperimentProgressTests {
    /// Before a step has finished, one second is reckoned for loading; afterwards what
    /// finished ones took.
    @Test func timeLeftLearnsFromFinishedSteps() {
        var left = TimeLeft()
        let later = ExperimentProgress.Later(count: 2, seconds: 20)
        #expect(left.seconds(spent: 0, elapsed: 0, scheduled: 10, later: later) == 33)
        #expect(left.seconds(spent: 5, elapsed: 4, scheduled: 10, later: later) == 28)
        left.note(seconds: 13, scheduled: 10)
        #expect(left.seconds(spent: 0, elapsed: 0, scheduled: 10, later: later) == 39)
        #expect(left.seconds(spent: 13, elapsed: 10, scheduled: 10, later: .init()) == 0)
    }

    @Test(arguments: [(0.2, "1 s"), (59, "59 s"), (68, "1:08"), (3_723, "1:02:03")])
    func clockTexts(seconds: Double, text: String) {
        #expect(ClockText.text(seconds: seconds) == text)
    }

    private static func step() -> ExperimentProgress.Step {
        var step = ExperimentProgress.Step(
            position: "run 2 of 3", strategy: "graph", scheduledSeconds: 12)
        step.later = .init(count: 1, seconds: 12)
        return step
    }

    /// In a log: a line every ten seconds, with the latest figure.
    @Test func logHasALineEveryTenSeconds() {
        let now = Mutex(ContinuousClock.now)
        let lines = Mutex<[String]>([])
        let line = ProgressLine(
            isTerminal: false, now: { now.withLock { $0 } },
            write: { text in lines.withLock { $0.append(text) } })
        let progress = ExperimentProgress(command: "run", line: line)
        progress.begin(Self.step())
        progress.end(figure: "full SATURATED at 2,245/s")
        progress.begin(Self.step())
        for second in 1...21 {
            now.withLock { $0 = $0.advanced(by: .seconds(1)) }
            progress.update(.measuring, elapsed: Double(second))
        }
        let shown = lines.withLock { $0 }
        #expect(shown.count == 2)
        #expect(shown[0].hasPrefix("bench: run 2 of 3; graph, measuring 10.0 of 12.0 s; "))
        #expect(shown[0].hasSuffix(" left; full SATURATED at 2,245/s\n"))
    }

    /// On a terminal: in place, and gone in the end.
    @Test func terminalIsLeftAsItWas() {
        let written = Mutex("")
        let line = ProgressLine(
            isTerminal: true, write: { text in written.withLock { $0 += text } })
        line.show(["one", "two"], log: "")
        line.show(["three"], log: "")
        line.clear()
        line.clear()
        let erase = "\u{1B}[K"
        let rest = "\u{1B}[J"
        #expect(
            written.withLock { $0 } == "\rone\(erase)\ntwo\(erase)\(rest)"
                + "\r\u{1B}[1Athree\(erase)\(rest)" + "\r\(rest)")
    }

    @Test func followersReceiveSnapshots() {
        let snapshots = Mutex<[LiveSnapshot]>([])
        var outputs = LiveOutputs()
        outputs.receive = { snapshot in snapshots.withLock { $0.append(snapshot) } }
        let progress = ExperimentProgress(command: "soak", line: nil, outputs: outputs)
        progress.update(.measuring, elapsed: 1)
        #expect(snapshots.withLock { $0.isEmpty }, "nothing has begun")
        progress.begin(Self.step())
        let interval = LiveInterval(
            number: 0, atNanoseconds: 1, responseP50: 1, responseP99: 2, responseMax: 3,
            serviceP50: 1, serviceP99: 1, frames: 1, updates: 1, seconds: 1, residentBytes: nil,
            allocatedBytes: nil)
        progress.update(.measuring, elapsed: 3, intervals: [interval])
        progress.update(.measuring, elapsed: 4)
        let last = snapshots.withLock { $0.last }
        #expect(last?.command == "soak")
        #expect(last?.interval == interval)
        #expect(last?.elapsedSeconds == 4)
    }
}
