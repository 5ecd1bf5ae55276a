/// What a calibration measures, and for how long. Each condition has a window in every round,
/// so that what a machine does slowly meets all conditions alike.
package struct CalibrationPlan: Equatable, Sendable {
    /// Rounds that count; one more goes before them.
    package var rounds = 6
    /// How long the world of a cell runs in a round.
    package var cellWindow = Duration.seconds(2)
    /// How long a NATS server is loaded in a round, for each condition.
    package var natsWindow = Duration.milliseconds(1_500)
    /// How long nothing happens in a round: what processes take all the same.
    package var idleWindow = Duration.seconds(2)
    /// Steps in which the memory of connections and of clients is measured.
    package var memorySteps = 5

    package init() {}

    /// The messages with which a NATS server is loaded, each at a time of its own: those of a
    /// source come one by one as well, as it takes longer to make a frame than NATS to pass it on.
    package static let natsMessagesPerSecond = 1_000

    /// The conditions of a round, in order: every other round goes backwards, so that a drift
    /// across rounds adds as much to the first as to the last.
    package func cells(inRound round: Int) -> [CalibrationCell.Kind] {
        Self.order(CalibrationCell.Kind.all, inRound: round)
    }

    /// The same for the NATS server.
    package func servers(inRound round: Int) -> [NATSCondition] {
        Self.order(NATSCondition.all, inRound: round)
    }

    private static func order<Condition>(
        _ conditions: [Condition], inRound round: Int
    ) -> [Condition] { round % 2 == 0 ? conditions : conditions.reversed() }

    /// How long the windows of all rounds take; connecting and waiting for rest come on top.
    package var duration: Duration {
        let round =
            cellWindow * CalibrationCell.Kind.all.count + natsWindow * NATSCondition.all.count
            + idleWindow
        return round * (rounds + 1)
    }
}

/// What is asked of a NATS server beside a fleet.
package struct NATSCondition: Hashable, Sendable {
    /// Whether a stream stores and acknowledges the messages.
    package var hasStream: Bool
    /// Subscribers of each message.
    package var copies: Int

    package init(hasStream: Bool, copies: Int) {
        self.hasStream = hasStream
        self.copies = copies
    }

    /// Enough for a line, with and without the stream.
    package static let all = [false, true].flatMap { hasStream in
        [0, 1, 4].map { NATSCondition(hasStream: hasStream, copies: $0) }
    }

    package static let copiesMax = all.map(\.copies).max() ?? 0
}

extension CalibrationCell {
    /// What a cell is for.
    package enum Kind: Hashable, Sendable {
        /// A source without an edge: what its world takes.
        case world
        /// An edge whose clients are sent nothing: they have not requested their dump.
        case waiting
        /// Each frame goes to so many clients of the edge.
        case fanOut(Int)
        /// Clients that apply their frames.
        case agent

        package static let fanOuts = [1, 10, 100, 1_000]
        package static let all = [.world, .waiting] + fanOuts.map(fanOut) + [agent]

        /// As a world is named.
        package var name: String {
            switch self {
            case .world: "world"
            case .waiting: "waiting"
            case .fanOut(let clients): "fanout-\(clients)"
            case .agent: "agent"
            }
        }

        /// Topics that have clients: many clients have fewer, so that two cores carry them.
        var topics: Int {
            switch self {
            case .world: 0
            // Of those that are live.
            case .waiting, .agent, .fanOut(..<100): 5
            case .fanOut(..<1_000): 2
            case .fanOut: 1
            }
        }

        /// Clients of each topic.
        package var clientsPerTopic: Int {
            switch self {
            case .world: 0
            case .waiting: 1
            case .fanOut(let clients): clients
            case .agent: 5
            }
        }

        /// Frames of each topic per second, about.
        var framesPerSecond: Double {
            switch self {
            case .world, .waiting, .fanOut(1): 200
            case .fanOut(..<100): 60
            case .fanOut(..<1_000): 60
            case .fanOut: 15
            case .agent: 20
            }
        }
    }
}

/// The world that all cells have, each its own: few matches, which all change at once, so that
/// a frame has more than a record.
enum CalibrationWorld {
    static let events = 10
    private static let recordsPerFrame = 40
    /// Updates of offers among the records of a frame, by the traffic's mix.
    private static let updatesPerFrame = 18.0

    /// The options of a simulator whose topics have so many frames per second, about.
    static func options(framesPerSecond: Double) -> [String] {
        [
            "--events", "\(events)", "--markets", "20", "--records-per-frame",
            "\(recordsPerFrame)", "--rate", "\(Int(framesPerSecond * updatesPerFrame))",
            // No match begins or ends meanwhile.
            "--life-cycle", "86400",
        ]
    }
}
