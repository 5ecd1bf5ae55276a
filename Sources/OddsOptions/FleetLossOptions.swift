import ArgumentParser
import OddsResults

/// What a plan assumes of clients that lost their edge, and of what is around a frame.
package struct FleetLossOptions: ParsableArguments {
    private static let standard = FleetPlanInput()

    @Option(help: "Bytes of a topic's dump.")
    package var dumpBytes = Defaulted(standard.dumpBytes)

    @Option(
        help: """
            Processor time of a connection with TLS until its dump is sent, for costs that do not \
            have it.
            """)
    package var connectionCPU = DurationOption(
        nanoseconds: UInt64(standard.connectionNanoseconds))

    @Option(
        help: """
            From the loss of an edge until its clients notice: none if its process ends, 25s to \
            35s if its machine falls silent.
            """)
    package var detection = DurationOption(nanoseconds: 0)

    @Option(help: "Bytes of data in a segment of TCP.")
    package var segment = Defaulted(standard.segmentBytes)

    @Option(help: "Bytes of TLS around a record; 0 without TLS.")
    package var record = Defaulted(standard.recordBytes)

    @Option(help: "The kernel's memory for each connection.")
    package var socketMemory = SizeOption(bytes: Double(standard.socketBytes))

    package init() {}

    package func validate() throws {
        try LoadChecks.ranges([
            ("dump-bytes", dumpBytes.value, 1...1_000_000_000),
            ("segment", segment.value, 100...9_000), ("record", record.value, 0...1_000),
        ])
        guard connectionCPU.nanoseconds > 0, connectionCPU.nanoseconds <= 10_000_000_000 else {
            throw ValidationError(
                "--connection-cpu \(connectionCPU.defaultValueDescription): must be more than 0 "
                    + "and at most 10s")
        }
        guard detection.nanoseconds <= 3_600_000_000_000 else {
            throw ValidationError(
                "--detection \(detection.defaultValueDescription): must be at most 1h")
        }
        guard socketMemory.bytes <= 1_073_741_824 else {
            throw ValidationError(
                "--socket-memory \(socketMemory.defaultValueDescription): must be at most 1GiB")
        }
    }

    func fill(_ input: inout FleetPlanInput) {
        input.dumpBytes = dumpBytes.value
        input.connectionNanoseconds = Double(connectionCPU.nanoseconds)
        input.detectionNanoseconds = Double(detection.nanoseconds)
        input.segmentBytes = segment.value
        input.recordBytes = record.value
        input.socketBytes = Int(socketMemory.bytes)
    }

    var words: [String] {
        [
            "--dump-bytes", "\(dumpBytes.value)",
            "--connection-cpu", connectionCPU.defaultValueDescription,
            "--detection", detection.defaultValueDescription, "--segment", "\(segment.value)",
            "--record", "\(record.value)",
            "--socket-memory", socketMemory.defaultValueDescription,
        ]
    }
}
