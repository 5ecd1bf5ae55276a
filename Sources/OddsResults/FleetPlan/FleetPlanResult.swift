import OddsMeasurement

/// The machines that a fleet takes, computed from measured costs.
package struct FleetPlanResult: ResultContent {
    package static var kind: String { "fleet-plan" }

    /// What was asked, and all assumptions.
    package var input: FleetPlanInput
    /// The measured costs that everything is computed from.
    package var costs: FleetCosts
    /// The machine that these were measured on.
    package var measuredOn: Machine
    /// The machines, in the order in which a frame meets them.
    package var roles: [FleetRole]
    package var burst: FleetBurst
    /// `nil` if a region has one edge only, or the others cannot carry its clients.
    package var recovery: FleetRecovery?
    /// What a reader must know beside, such as costs that were measured on other frames.
    package var notes: [String]

    package init(
        input: FleetPlanInput, costs: FleetCosts, measuredOn: Machine, roles: [FleetRole],
        burst: FleetBurst, recovery: FleetRecovery?, notes: [String]
    ) {
        self.input = input
        self.costs = costs
        self.measuredOn = measuredOn
        self.roles = roles
        self.burst = burst
        self.recovery = recovery
        self.notes = notes
    }

    /// The machines of one kind.
    package func role(_ name: FleetRole.Name) -> FleetRole? { roles.first { $0.role == name } }
}

/// The machines of one kind.
package struct FleetRole: Codable, Equatable, Sendable {
    package enum Name: String, Codable, CaseIterable, Sendable {
        case source, nats, edge, agent
    }

    package var role: Name
    /// Machines in all.
    package var count: Int
    /// The same with all costs at the lower ends of their intervals.
    package var countLow: Int
    /// The same with all costs at the upper ends; `nil` if no number is enough then.
    package var countHigh: Int?
    /// Busy cores of the busiest machine by its cores, 0 to 1, with nothing lost.
    package var utilization: Double
    /// The same with the spare machines of its region lost.
    package var utilizationAfterLoss: Double
    /// Memory of the busiest machine for connections, after the loss.
    package var memoryBytes: Double?
    /// Into the busiest machine, after the loss.
    package var bytesInPerSecond: Double
    /// Out of the busiest machine, after the loss.
    package var bytesOutPerSecond: Double
    /// Into all machines of the kind.
    package var totalBytesInPerSecond: Double
    /// Out of all machines of the kind.
    package var totalBytesOutPerSecond: Double
    /// What bounds a machine, the first limit first.
    package var limits: [FleetLimit]

    package init(
        role: Name, count: Int, utilization: Double, utilizationAfterLoss: Double,
        memoryBytes: Double? = nil, bytesInPerSecond: Double, bytesOutPerSecond: Double,
        totalBytesInPerSecond: Double, totalBytesOutPerSecond: Double, limits: [FleetLimit]
    ) {
        self.role = role
        self.count = count
        countLow = count
        countHigh = count
        self.utilization = utilization
        self.utilizationAfterLoss = utilizationAfterLoss
        self.memoryBytes = memoryBytes
        self.bytesInPerSecond = bytesInPerSecond
        self.bytesOutPerSecond = bytesOutPerSecond
        self.totalBytesInPerSecond = totalBytesInPerSecond
        self.totalBytesOutPerSecond = totalBytesOutPerSecond
        self.limits = limits.sorted { $0.share > $1.share }
    }
}

/// How much of what it may have a machine uses, after the loss of the spare ones.
package struct FleetLimit: Codable, Equatable, Sendable {
    package enum Name: String, Codable, CaseIterable, Sendable {
        case processor, feedThread, networkIn, networkOut, memory, descriptors, ports, burst

        /// What it is of a kind of machine, in words.
        package func words(of role: FleetRole.Name) -> String {
            switch (self, role) {
            case (.processor, _): "cores"
            case (.feedThread, .nats): "thread that reads the source"
            case (.feedThread, _): "thread of the feed"
            case (.networkIn, _): "network in"
            case (.networkOut, _): "network out"
            case (.memory, _): "memory"
            case (.descriptors, _): "file descriptors"
            case (.ports, _): "ports"
            case (.burst, _): "fan-out burst"
            }
        }
    }

    package var limit: Name
    /// 1 for all that is allowed.
    package var share: Double

    package init(_ limit: Name, share: Double) {
        self.limit = limit
        self.share = share
    }
}

/// How long an edge takes to hand out the frames that fall due together.
package struct FleetBurst: Codable, Equatable, Sendable {
    /// Connections that a frame is sent to at one edge.
    package var fanOut: Double
    /// Work of a burst by the cores, ns.
    package var serviceNanoseconds: Double
    /// From the arrival at the edge to the last hand-out of the burst, ns.
    package var p99Nanoseconds: Double
    /// The same after the loss of the spare edges.
    package var p99NanosecondsAfterLoss: Double

    package init(
        fanOut: Double, serviceNanoseconds: Double, p99Nanoseconds: Double,
        p99NanosecondsAfterLoss: Double
    ) {
        self.fanOut = fanOut
        self.serviceNanoseconds = serviceNanoseconds
        self.p99Nanoseconds = p99Nanoseconds
        self.p99NanosecondsAfterLoss = p99NanosecondsAfterLoss
    }
}

/// The loss of one edge at peak: all of its clients return at once.
package struct FleetRecovery: Codable, Equatable, Sendable {
    /// Clients that come to each of the remaining edges.
    package var clients: Double
    /// Clients that an edge can take in per second beside its frames.
    package var clientsPerSecond: Double
    /// How often a client tries, at most.
    package var attempts: Int
    /// From the loss until the last client has its dump, ns.
    package var nanoseconds: Double
    /// The longest that a dump waits for the network, ns.
    package var dumpWaitNanoseconds: Double
    /// A burst of frames while clients return, p99, ns.
    package var burstP99Nanoseconds: Double

    package init(
        clients: Double, clientsPerSecond: Double, attempts: Int, nanoseconds: Double,
        dumpWaitNanoseconds: Double, burstP99Nanoseconds: Double
    ) {
        self.clients = clients
        self.clientsPerSecond = clientsPerSecond
        self.attempts = attempts
        self.nanoseconds = nanoseconds
        self.dumpWaitNanoseconds = dumpWaitNanoseconds
        self.burstP99Nanoseconds = burstP99Nanoseconds
    }
}
