/// Determines what happens in the traffic, by choosing each frame.
///
/// To add a scenario, write a file with a conforming type, document its purpose
/// at the top, and add the type to `TrafficScenarios.all`.
protocol TrafficScenario: Sendable {
    /// The name on the command line and in reports.
    static var name: StaticString { get }
    /// A one-line description for the help.
    static var purpose: StaticString { get }

    /// The smallest mean number of records per frame that the scenario can
    /// keep.
    static var recordsPerFrameMin: Int { get }

    init(_ configuration: TrafficConfiguration)

    /// The shares of the kinds of change.
    var shares: ChangeShares { get }

    /// The rate of the traffic at a time in milliseconds since 1970, relative
    /// to its usual rate.
    func intensity(at now: Int64) -> Double

    /// Writes the frame of a frame slot, or nothing.
    mutating func writeFrame(
        of world: inout TrafficWorld, _ mix: inout ChangeMix, to writer: inout FrameWriter)
}

extension TrafficScenario {
    static var recordsPerFrameMin: Int { TrafficLimits.recordsPerFrameMin }

    var shares: ChangeShares { ChangeShares() }

    func intensity(at now: Int64) -> Double { 1 }
}

/// The registry of scenarios.
public enum TrafficScenarios {
    static let all: [any TrafficScenario.Type] = [
        SteadyScenario.self,
        GoalScenario.self,
        KickoffScenario.self,
        ChurnScenario.self,
        RedumpScenario.self,
        HostileScenario.self,
        OddsScenario.self,
    ]

    /// The name and purpose of each scenario.
    public static var descriptions: [(name: String, purpose: String)] {
        all.map { ("\($0.name)", "\($0.purpose)") }
    }

    static func named(_ name: String) -> (any TrafficScenario.Type)? {
        all.first { "\($0.name)" == name }
    }
}
