/// The parts of a run on several machines: the same clients by agent and by edge.
public struct FleetFigures: Codable, Equatable, Sendable {
    /// The clients of one agent, or those of one edge.
    public struct Part: Codable, Equatable, Sendable {
        /// The agent's name, or the edge's host and port.
        public var name: String
        /// The number of its clients; for an edge, of those that were to connect to it first.
        public var clients: Int
        /// The frames of its response times: all that were due, and of a lost agent those that
        /// readers had until its last report.
        public var frames: Int
        /// Of those, the ones that nobody had when the window closed.
        public var unseenFrames: Int
        /// From a frame's intended time until a reader had it or a later state.
        public var responseTime: LatencySummary
        /// How far each of these times may be off, as the agent's clock is not the source's; 0
        /// on the source's machine, and `nil` for an edge.
        public var clockUncertaintyNanoseconds: UInt64?
        /// How long NATS was away from an agent between the run's plan and its end; `nil` for an
        /// edge, and if it was there.
        public var natsAwayNanoseconds: UInt64?
        /// The clients that an edge had at the end, also those that came from another edge; `nil`
        /// for an agent, and in a run that lost agents.
        public var clientsAtEnd: Int?

        package init(
            name: String, clients: Int, frames: Int, unseenFrames: Int,
            responseTime: LatencySummary, clockUncertaintyNanoseconds: UInt64? = nil
        ) {
            self.name = name
            self.clients = clients
            self.frames = frames
            self.unseenFrames = unseenFrames
            self.responseTime = responseTime
            self.clockUncertaintyNanoseconds = clockUncertaintyNanoseconds
        }
    }

    /// An agent that did not deliver its whole result.
    public struct LostAgent: Codable, Equatable, Sendable {
        /// Its name.
        public var name: String
        /// When its last report came, in ISO 8601; `nil` if none did.
        public var lastReportAt: String?
        /// The end of that report, since the window opened.
        public var lastReportNanoseconds: UInt64?
        /// About how many frames its clients had after that, or were due to them.
        public var unknownFrames: Int

        package init(
            name: String, lastReportAt: String?, lastReportNanoseconds: UInt64?,
            unknownFrames: Int
        ) {
            self.name = name
            self.lastReportAt = lastReportAt
            self.lastReportNanoseconds = lastReportNanoseconds
            self.unknownFrames = unknownFrames
        }
    }

    /// The name of the run.
    public var run: String
    /// The name of the world.
    public var world: String
    /// By agent, in the order of their names.
    public var agents: [Part]
    /// By edge, in the order of the plan.
    public var edges: [Part]
    /// The agents without a whole result; empty if there are none.
    public var lost: [LostAgent]
    /// About how many frames are in no figure: those of lost agents, and those after the source
    /// came back on another clock.
    public var unknownFrames: Int
    /// The largest of the agents.
    public var clockUncertaintyNanoseconds: UInt64

    package init(
        run: String, world: String, agents: [Part], edges: [Part], lost: [LostAgent],
        unknownFrames: Int, clockUncertaintyNanoseconds: UInt64
    ) {
        self.run = run
        self.world = world
        self.agents = agents
        self.edges = edges
        self.lost = lost
        self.unknownFrames = unknownFrames
        self.clockUncertaintyNanoseconds = clockUncertaintyNanoseconds
    }
}

extension FleetFigures {
    /// What the clocks leave open, if that is more than a tenth of the median; `nil` otherwise.
    ///
    /// - Parameter median: That of the response time; `nil` if it is not known.
    package func clockWarning(median: UInt64?) -> String? {
        guard let median, clockUncertaintyNanoseconds > median / 10 else { return nil }
        let text = { (nanoseconds: UInt64) in
            FigureFormat.duration(nanoseconds: Double(nanoseconds))
        }
        return """
            the clocks agree to \(text(clockUncertaintyNanoseconds)) only, which is more than a \
            tenth of the median of \(text(median)): latencies may be off by that much, all of an \
            agent in the same direction
            """
    }

    /// What is in no figure; `nil` if nothing is.
    package var unknownText: String? {
        guard unknownFrames > 0 else { return nil }
        let frames = FigureFormat.counted(unknownFrames, "frame")
        return "not known, and in no percentile: about \(frames)"
    }

    /// Of whom the figures are that only whole results have; `nil` if no agent was lost.
    package var restText: String? {
        guard !lost.isEmpty, lost.count < agents.count else { return nil }
        let names = Set(lost.map(\.name))
        let all = agents.reduce(0) { $0 + $1.clients }
        let rest = agents.reduce(0) { $0 + (names.contains($1.name) ? 0 : $1.clients) }
        return """
            memory, stages of the response time and compared trees are those of the other agents, \
            which had \(FigureFormat.count(Double(rest))) of the \
            \(FigureFormat.counted(all, "client"))
            """
    }

    /// That NATS was away within the run; `nil` if it was there.
    package var outageText: String? {
        let away = agents.filter { $0.natsAwayNanoseconds != nil }
        guard let longest = away.compactMap(\.natsAwayNanoseconds).max() else { return nil }
        return """
            NATS was away from \(away.map(\.name).joined(separator: ", ")) for up to \
            \(FigureFormat.duration(nanoseconds: Double(longest))); frames of such a time come \
            late, all at once, or a new dump replaces them
            """
    }

    /// Edges that had fewer clients at the end than were to connect to them first, one line each.
    package var leftTexts: [String] {
        edges.compactMap { edge in
            guard let end = edge.clientsAtEnd, end < edge.clients else { return nil }
            return """
                \(edge.name) had \(FigureFormat.counted(end, "client")) at the end, where \
                \(FigureFormat.count(Double(edge.clients))) were to be
                """
        }
    }
}

extension FleetFigures.LostAgent {
    /// `a2 was lost: its last report came at 2026-07-01T12:00:00Z, 5.00 s into the window`.
    package var text: String {
        guard let lastReportAt, let lastReportNanoseconds else {
            return "\(name) was lost before its first report"
        }
        let passed = FigureFormat.duration(nanoseconds: Double(lastReportNanoseconds))
        return """
            \(name) was lost: its last report came at \(lastReportAt), \(passed) into the window
            """
    }
}
