/// What happens in the traffic: a way to choose the next frame.
///
/// To add one, write a file with a conforming type, its purpose on top, and put
/// the type into `TrafficScenarios.all`.
protocol TrafficScenario: Sendable {
    /// The name on the command line and in reports.
    static var name: StaticString { get }
    /// One line for the help.
    static var purpose: StaticString { get }

    /// The smallest mean size of frames that the scenario keeps.
    static var recordsPerFrameMin: Int { get }

    init(_ configuration: TrafficConfiguration)

    /// The shares of the different changes.
    var shares: ChangeShares { get }

    /// How many times its usual rate the traffic has at a time, in milliseconds
    /// since 1970.
    func intensity(at now: Int64) -> Double

    /// Writes the frame of a frame slot, or none.
    mutating func writeFrame(
        of world: inout TrafficWorld, _ mix: inout ChangeMix, to writer: inout FrameWriter)
}

extension TrafficScenario {
    static var recordsPerFrameMin: Int { TrafficLimits.recordsPerFrameMin }

    var shares: ChangeShares { ChangeShares() }

    func intensity(at now: Int64) -> Double { 1 }
}

/// The scenarios that there are.
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

    /// Name and purpose of each.
    public static var descriptions: [(name: String, purpose: String)] {
        all.map { ("\($0.name)", "\($0.purpose)") }
    }

    static func named(_ name: String) -> (any TrafficScenario.Type)? {
        all.first { "\($0.name)" == name }
    }
}
