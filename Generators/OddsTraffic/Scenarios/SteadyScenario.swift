/// An ordinary minute: odds follow a random walk, offers are suspended and
/// reopened, points are scored, lines move. The base case, and the background
/// of the other scenarios.
struct SteadyScenario: TrafficScenario {
    static let name: StaticString = "steady"
    static let purpose: StaticString = "odds random walk, suspensions, scores"

    init(_ configuration: TrafficConfiguration) {}

    mutating func writeFrame(
        of world: inout TrafficWorld, _ mix: inout ChangeMix, to writer: inout FrameWriter
    ) {
        mix.writeFrame(&world, to: &writer)
    }
}
