/// What a fleet is planned for, and what the plan assumes.
package struct FleetPlanInput: Codable, Equatable, Sendable {
    // MARK: What is asked of the fleet

    /// Clients at once, each on one topic.
    package var connections = 1_000_000
    /// Frames per second of each topic.
    package var framesPerSecond = 10.0
    /// Bytes of a frame, without any envelope.
    package var frameBytes = 1_200
    /// Regions, each with edges and a NATS cluster of its own, and an equal share of the clients.
    package var regions = 3
    /// Topics of the world; clients choose one at random.
    package var topics = 100
    /// Topics whose frames fall due at the same moment.
    package var burst = 10

    // MARK: A machine

    package var cores = 16
    /// The speed of a core beside one of those that the costs were measured on.
    package var speed = 1.0
    /// The share of the cores that may be busy, 0 to 1.
    package var utilization = 0.6
    package var memoryBytes = 64.0 * 1_073_741_824
    /// The share of the memory that may be used.
    package var memoryShare = 0.8
    /// The network, each way, in bits per second.
    package var networkBits = 10e9
    /// The share of the network that may be used.
    package var networkShare = 0.7
    /// Connections that a machine may have: the limit of its file descriptors.
    package var descriptors = 500_000
    /// Local ports of an agent for each address that it connects to: 28,232 by Linux's
    /// default range, 64,511 with all from 1,025 on.
    package var ports = 28_232

    // MARK: The fleet

    /// Edges of a region that may be lost without more than `utilization`.
    package var spareEdges = 1
    /// The fewest NATS servers of a region, one of which may be lost.
    package var natsServers = 3
    /// Replicas of the stream, all in the source's region.
    package var replicas = 3
    /// The longest that the fan-out of a burst may take, p99.
    package var burstNanoseconds = 100e6

    // MARK: The loss of an edge

    /// Bytes of a topic's dump.
    package var dumpBytes = 100_000
    /// Processor time of a connection with TLS until its dump is sent, unless the costs
    /// have it measured.
    package var connectionNanoseconds = 2e6
    /// From the loss until the clients notice: none if the process ends and the kernel
    /// closes its connections, 25 s to 35 s if the machine falls silent.
    package var detectionNanoseconds = 0.0
    /// The client's back-off and its time limits, as `ClientConfiguration` has them.
    package var backoffInitialNanoseconds = 250e6
    package var backoffCapNanoseconds = 30e9
    package var backoffFactor = 2.0
    package var backoffJitter = 0.5
    package var connectNanosecondsMax = 10e9
    package var dumpNanosecondsMax = 20e9

    // MARK: The wire

    /// Bytes of data in a segment of TCP.
    package var segmentBytes = 1_448
    /// Bytes around each segment: 20 of IP, 32 of TCP with timestamps, 38 of Ethernet.
    package var segmentOverheadBytes = 90
    /// Bytes around each record of TLS 1.3.
    package var recordBytes = 22
    /// Memory of the kernel for each connection.
    package var socketBytes = 16_384

    package init() {}
}
