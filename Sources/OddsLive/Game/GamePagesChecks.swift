import OddsHarness
import OddsResults

/// What all pages and the server must agree on.
enum GamePagesChecks {
    /// What a page has at the end.
    struct Page: Equatable, Sendable {
        let received: Int
        let digest: String
    }

    static func all(
        _ pages: [Page], _ worlds: [GameControl.World], problems: [String], lostStreams: Int
    ) -> [PlatformCheck] {
        let count = { (value: Int) in FigureFormat.count(Double(value)) }
        let sent = worlds.reduce(0) { $0 + $1.sent }
        let received = pages.reduce(0) { $0 + $1.received }
        let isReceived = zip(pages, worlds).allSatisfy { $0.received == $1.sent }
        let unequal = zip(pages, worlds).count { $0.digest != $1.digest }
        return [
            PlatformCheck(
                "received", isOK: isReceived,
                "\(count(sent)) updates were sent, and \(count(received)) received"),
            PlatformCheck(
                "digest", isOK: unequal == 0,
                unequal == 0
                    ? "all \(count(pages.count)) pages have the odds of their worlds"
                    : "\(FigureFormat.counted(unequal, "page")) have other odds than their worlds"),
            PlatformCheck(
                "streams", isOK: lostStreams == 0 && problems.isEmpty,
                lostStreams > 0
                    ? "\(FigureFormat.counted(lostStreams, "stream")) ended early"
                    : problems.first ?? "none ended early, and all messages were read"),
        ]
    }
}

/// Whether a measurement of many pages is valid, and whether the server kept up.
struct GamePagesVerdict: Equatable {
    let status: RunResult.Status
    let reason: String?

    /// How busy the thread of the pages may be: from then on what they wait for is each other.
    static let clientShareMax = 0.8

    /// Judges a measurement.
    ///
    /// - Parameters:
    ///   - load: Its figures and checks.
    ///   - generator: The delay of the provider's feed; `nil` for the server's own worlds, whose
    ///     delay is a part of what is measured.
    ///   - stolenShare: The share of the machine's processor time that the hypervisor stole;
    ///     `nil` where it is not known.
    ///   - stall: That the program of the pages stood still; `nil` if it did not.
    ///   - fault: Why no figure counts; `nil` if there is no such reason.
    init(
        _ load: GameLoad, generator: LatencySummary? = nil, stolenShare: Double? = nil,
        stall: String? = nil, fault: String? = nil
    ) {
        if let check = load.failedCheck {
            self.init(.invalid, "\(check.name): \(check.detail)")
        } else if let fault {
            self.init(.invalid, fault)
        } else if load.updates == 0 {
            self.init(.invalid, "no update was due within the window")
        } else if let share = load.client.processorShare, share > Self.clientShareMax {
            self.init(
                .invalid,
                """
                the program that has the pages was busy for \(FigureFormat.percent(share)) of the \
                time, and the bound is \(FigureFormat.percent(Self.clientShareMax)): lower \
                --pages or --rates
                """)
        } else if let delay = generator.flatMap({ GameVerdict.delay($0, in: load.delay) }) {
            self.init(.invalid, delay)
        } else if let stolenShare, stolenShare > HarnessLimits.stolenShareMax {
            self.init(.invalid, HarnessLimits.stolenText(stolenShare))
        } else if let stall {
            self.init(.invalid, stall)
        } else if let tail = load.delay.p99 ?? load.delay.max,
            tail > GameVerdict.behindNanosecondsMax
        {
            self.init(
                .saturated,
                """
                the pages were \(FigureFormat.duration(nanoseconds: Double(tail))) behind, and \
                the bound is \
                \(FigureFormat.duration(nanoseconds: Double(GameVerdict.behindNanosecondsMax)))
                """)
        } else {
            self.init(.ok, nil)
        }
    }

    private init(_ status: RunResult.Status, _ reason: String?) {
        self.status = status
        self.reason = reason
    }
}
