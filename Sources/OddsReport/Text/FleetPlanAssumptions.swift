import OddsResults

/// What a plan assumes, line by line, with the option that changes it.
package enum FleetPlanAssumptions {
    package struct Line: Equatable, Sendable {
        package let name: String
        package let value: String
        /// `nil` for what no option changes.
        package let option: String?
    }

    package static func lines(_ result: FleetPlanResult) -> [Line] {
        let input = result.input
        func count(_ number: Int) -> String { FigureFormat.count(Double(number)) }
        func time(_ nanoseconds: Double) -> String {
            FigureFormat.duration(nanoseconds: nanoseconds)
        }
        func line(_ name: String, _ value: String, _ option: String? = nil) -> Line {
            Line(name: name, value: value, option: option)
        }
        let machine = [
            line("cores of a machine", count(input.cores), "--cores"),
            line(
                "speed of a core, beside those that were measured",
                FigureFormat.ratio(input.speed), "--speed"),
            line(
                "cores that may be busy", FigureFormat.percent(input.utilization),
                "--utilization"),
            line("memory of a machine", FigureFormat.bytes(input.memoryBytes), "--memory"),
            line(
                "memory that may be used", FigureFormat.percent(input.memoryShare),
                "--memory-share"),
            line(
                "network of a machine, each way", FleetPlanText.bits(input.networkBits / 8),
                "--network"),
            line(
                "network that may be used", FigureFormat.percent(input.networkShare),
                "--network-share"),
            line("file descriptors of a machine", count(input.descriptors), "--descriptors"),
            line("local ports of an agent, for each edge", count(input.ports), "--ports"),
        ]
        let fleet = [
            line("topics, of which each client has one", count(input.topics), "--topics"),
            line("topics whose frames fall due together", count(input.burst), "--burst"),
            line(
                "longest fan-out of a burst, p99", time(input.burstNanoseconds), "--burst-limit"),
            line("edges to spare in a region", count(input.spareEdges), "--spare"),
            line(
                "NATS servers of a region, one to spare", "≥ \(count(input.natsServers))",
                "--nats-servers"),
            line("replicas of the stream", count(input.replicas), "--replicas"),
        ]
        let connection =
            result.costs.edgeNanosecondsPerConnection == nil
            ? [
                line(
                    "processor time of a connection with TLS", time(input.connectionNanoseconds),
                    "--connection-cpu")
            ] : []
        let loss = [
            line("bytes of a dump", count(input.dumpBytes), "--dump-bytes"),
            line(
                "from the loss until clients notice", time(input.detectionNanoseconds),
                "--detection"),
            line(
                "client's first delay, and its longest",
                "\(time(input.backoffInitialNanoseconds)), \(time(input.backoffCapNanoseconds))"),
            line(
                "growth of its delays, and their jitter",
                """
                \(FigureFormat.ratio(input.backoffFactor)), \
                \(FigureFormat.percent(input.backoffJitter))
                """),
            line("client's limit to connect", time(input.connectNanosecondsMax)),
            line("client's limit for a dump", time(input.dumpNanosecondsMax)),
        ]
        let wire = [
            line("data of a segment of TCP", "\(count(input.segmentBytes)) B", "--segment"),
            line("IP, TCP and Ethernet around it", "\(count(input.segmentOverheadBytes)) B"),
            line("TLS around a record", "\(count(input.recordBytes)) B", "--record"),
            line(
                "the kernel's memory of a connection", "\(count(input.socketBytes)) B",
                "--socket-memory"),
        ]
        return machine + fleet + connection + loss + wire + beliefs.map { line($0, "") }
    }

    /// What has no number.
    private static let beliefs = [
        "regions have equal shares of the clients, and topics on average, too",
        "bursts come at random moments",
        "costs grow neither with the number of cores nor with the load",
        "each segment has its frame alone, and each second one is acknowledged",
        "a region takes each frame through one gateway, and a server passes it to each other",
        "an edge sends frames before it takes in who returns, in the order in which they came",
        "who gives up before being taken in costs nothing",
    ]
}
