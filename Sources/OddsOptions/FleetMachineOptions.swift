import ArgumentParser
import OddsResults

/// What a machine of a planned fleet has, and how many are to spare.
package struct FleetMachineOptions: ParsableArguments {
    private static let standard = FleetPlanInput()

    @Option(help: "Cores of a machine.")
    package var cores = Defaulted(standard.cores)

    @Option(help: "Speed of a core, beside one of those that the costs were measured on.")
    package var speed = DecimalOption(standard.speed)

    @Option(help: "How much of the cores may be busy.")
    package var utilization = PercentOption(share: standard.utilization)

    @Option(help: "Memory of a machine.")
    package var memory = SizeOption(bytes: standard.memoryBytes)

    @Option(help: "How much of the memory may be used.")
    package var memoryShare = PercentOption(share: standard.memoryShare)

    @Option(
        help: ArgumentHelp("Network of a machine each way, in bits per second.", valueName: "rate"))
    package var network = DecimalOption(standard.networkBits)

    @Option(help: "How much of the network may be used.")
    package var networkShare = PercentOption(share: standard.networkShare)

    @Option(help: "Connections of a machine at most: its limit of file descriptors.")
    package var descriptors = Defaulted(standard.descriptors)

    @Option(
        help: """
            Local ports of an agent for each edge: 28232 by Linux's default range, 64511 with all \
            from 1025 on.
            """)
    package var ports = Defaulted(standard.ports)

    @Option(help: "Edges of a region that may be lost at once within all limits.")
    package var spare = Defaulted(standard.spareEdges)

    @Option(help: "NATS servers of a region at least; one of them may be lost.")
    package var natsServers = Defaulted(standard.natsServers)

    @Option(help: "Replicas of the stream.")
    package var replicas = Defaulted(standard.replicas)

    @Option(help: "The longest that the fan-out of a burst may take, p99.")
    package var burstLimit = DurationOption(
        nanoseconds: UInt64(standard.burstNanoseconds))

    package init() {}

    package func validate() throws {
        try LoadChecks.ranges([
            ("cores", cores.value, 1...4_096), ("descriptors", descriptors.value, 1...100_000_000),
            ("ports", ports.value, 1...64_511), ("spare", spare.value, 0...1_000),
            ("nats-servers", natsServers.value, 2...100), ("replicas", replicas.value, 1...5),
        ])
        guard replicas.value % 2 == 1, replicas.value <= natsServers.value else {
            throw ValidationError(
                "--replicas \(replicas.value): must be 1, 3 or 5, and at most --nats-servers, "
                    + "\(natsServers.value)")
        }
        for (name, share) in [
            ("utilization", utilization.share), ("memory-share", memoryShare.share),
            ("network-share", networkShare.share),
        ] where !(0.01...0.99).contains(share) {
            throw ValidationError(
                "--\(name) \(PercentText.text(share: share)): must be between 1% and 99%")
        }
        guard (0.01...100).contains(speed.value) else {
            throw ValidationError(
                "--speed \(speed.defaultValueDescription): must be between 0.01 and 100")
        }
        guard (1e6...1e13).contains(network.value) else {
            throw ValidationError(
                "--network \(network.defaultValueDescription): must be between 1M and 10000G")
        }
        guard memory.bytes >= 1_048_576 else {
            throw ValidationError(
                "--memory \(memory.defaultValueDescription): must be at least 1MiB")
        }
        guard burstLimit.nanoseconds > 0 else {
            throw ValidationError("--burst-limit must be more than 0")
        }
    }

    func fill(_ input: inout FleetPlanInput) {
        input.cores = cores.value
        input.speed = speed.value
        input.utilization = utilization.share
        input.memoryBytes = memory.bytes
        input.memoryShare = memoryShare.share
        input.networkBits = network.value
        input.networkShare = networkShare.share
        input.descriptors = descriptors.value
        input.ports = ports.value
        input.spareEdges = spare.value
        input.natsServers = natsServers.value
        input.replicas = replicas.value
        input.burstNanoseconds = Double(burstLimit.nanoseconds)
    }

    var words: [String] {
        [
            "--cores", "\(cores.value)", "--speed", speed.defaultValueDescription,
            "--utilization", utilization.defaultValueDescription,
            "--memory", memory.defaultValueDescription,
            "--memory-share", memoryShare.defaultValueDescription,
            "--network", network.defaultValueDescription,
            "--network-share", networkShare.defaultValueDescription,
            "--descriptors", "\(descriptors.value)", "--ports", "\(ports.value)",
            "--spare", "\(spare.value)", "--nats-servers", "\(natsServers.value)",
            "--replicas", "\(replicas.value)",
            "--burst-limit", burstLimit.defaultValueDescription,
        ]
    }
}
