import OddsCapture
import OddsHarness
import OddsTraffic

/// The source of a run's frames, which the writing process receives as JSON.
package enum TrafficPlan: Codable, Sendable {
    /// A capture at its pace, which a ramp changes as it changes a schedule at its
    /// first rate.
    case capture(path: String, pacing: CapturePacing, ramp: RateRamp? = nil)
    case generated(TrafficConfiguration, on: FeedProvider)
    /// For memory runs: the first traffic for `phaseNanoseconds`, then the
    /// second one from its beginning for as long, then a dump without entities.
    case phases(
        steady: TrafficConfiguration, churn: TrafficConfiguration, phaseNanoseconds: UInt64,
        on: FeedProvider)

    /// Calls `body` with each frame that is due before `endNanoseconds`.
    package func forEachFrame(
        until endNanoseconds: UInt64,
        _ body: (UnsafeRawBufferPointer, FrameTicket) throws -> Void
    ) throws {
        switch self {
        case .capture(let path, let pacing, nil):
            try CaptureTraffic(path: path).forEachFrame(pacing, until: endNanoseconds, body)
        case .capture(let path, let pacing, let ramp?):
            let distance = ramp.distance(until: Double(endNanoseconds))
            try CaptureTraffic(path: path).forEachFrame(pacing, until: UInt64(distance)) {
                var ticket = $1
                ticket.intendedNanoseconds = UInt64(
                    ramp.time(from: 0, distance: Double(ticket.intendedNanoseconds)))
                try body($0, ticket)
            }
        case .generated(let configuration, let provider):
            switch provider {
            case .everyMatrix:
                try TrafficGenerator.forEachFrame(of: configuration, until: endNanoseconds, body)
            case .sportRadar:
                try SportRadarGenerator.forEachFrame(
                    of: configuration, until: endNanoseconds, body)
            }
        case .phases(let steady, let churn, let phaseNanoseconds, let provider):
            try Self.generated(steady, on: provider).forEachFrame(until: phaseNanoseconds, body)
            try Self.generated(churn, on: provider).forEachFrame(until: phaseNanoseconds) {
                var ticket = $1
                ticket.intendedNanoseconds += phaseNanoseconds
                ticket.isPreload = false
                try body($0, ticket)
            }
            let clear =
                switch provider {
                case .everyMatrix: TrafficGenerator.clearingFrame(of: churn)
                case .sportRadar: SportRadarGenerator.clearingFrame(of: churn)
                }
            try clear.withUnsafeBytes {
                let due = 2 * phaseNanoseconds
                try body($0, FrameTicket(intendedNanoseconds: due, updateCount: 0))
            }
        }
    }
}

extension FrameGenerator where Self: ~Copyable {
    /// Calls `body` with the frames of the initial state, then with those due
    /// before `endNanoseconds`.
    fileprivate static func forEachFrame(
        of configuration: TrafficConfiguration, until endNanoseconds: UInt64,
        _ body: (UnsafeRawBufferPointer, FrameTicket) throws -> Void
    ) throws {
        var generator = try Self(configuration)
        var writer = FrameWriter()
        while generator.nextInitialFrame(into: &writer) != nil {
            let ticket = FrameTicket(intendedNanoseconds: 0, updateCount: 0, isPreload: true)
            try body(writer.bytes, ticket)
        }
        while true {
            let schedule = generator.nextFrame(into: &writer)
            guard schedule.intendedNanoseconds < endNanoseconds else { return }
            let ticket = FrameTicket(
                intendedNanoseconds: schedule.intendedNanoseconds,
                updateCount: schedule.offerUpdateCount)
            try body(writer.bytes, ticket)
        }
    }
}
