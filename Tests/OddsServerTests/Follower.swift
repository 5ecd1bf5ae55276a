import OddsReconstruction
import OddsServer
import OddsWAMP

/// A client that keeps a topic as the contract says, and asks for a new dump
/// when it sees that it missed something.
struct Follower: ~Copyable {
    let topic: String
    let socket: TestSocket
    private(set) var registration: WAMPID = 0
    private(set) var channel = Channel<IncrementalGraph>()
    private(set) var invocationCount = 0
    private(set) var redumpCount = 0
    private var lastRequest = 10
    private var isWaitingForDump = false
    /// Frames that came since a dump was asked for.
    private var held: [[UInt8]] = []

    init(_ topic: String, on socket: TestSocket) async throws {
        self.topic = topic
        self.socket = socket
        registration = try await socket.register(topic)
        try await askDump()
    }

    private mutating func askDump() async throws {
        guard !isWaitingForDump else { return }
        isWaitingForDump = true
        lastRequest += 1
        try await socket.askDump(topic, request: lastRequest)
    }

    /// Reads one message.
    mutating func step() async throws {
        let frame = try await socket.readFrame()
        guard frame.opcode == 1 else { return }
        let head = frame.data.withUnsafeBytes { WAMPEnvelopeHead($0) }
        guard let head else { return }
        let bytes = Array(frame.data[head.keywords])
        if head.type == .result {
            isWaitingForDump = false
            try await receive(bytes)
            try await receiveHeld()
        } else {
            invocationCount += 1
            if isWaitingForDump { held.append(bytes) } else { try await receive(bytes) }
        }
    }

    /// Those that the dump knows are stale. What is broken may be something that
    /// it does not know, and so may be what is stale behind one that is not.
    private mutating func receiveHeld() async throws {
        var isBehindDump = false
        var hasMissed = false
        for frame in held {
            switch frame.withUnsafeBytes({ channel.receive($0) }) {
            case .applied: isBehindDump = true
            case .stale: hasMissed = hasMissed || isBehindDump
            case .rejected, .held: hasMissed = true
            }
        }
        held = []
        guard hasMissed else { return }
        redumpCount += 1
        try await askDump()
    }

    private mutating func receive(_ frame: [UInt8]) async throws {
        guard frame.withUnsafeBytes({ channel.receive($0) }) != .applied else { return }
        redumpCount += 1
        try await askDump()
    }

    /// Reads until the channel has a version.
    mutating func follow(toVersion version: String) async throws {
        while channel.version?.text != version || isWaitingForDump { try await step() }
    }

    var state: [UInt8] {
        mutating get {
            SnapshotWriter.state(
                events: channel.strategy.events(limit: .max),
                references: channel.strategy.references())
        }
    }
}

/// The state and the version that a server's truth about a topic has.
func truth(_ server: EMServer, _ topic: String) async throws -> (state: [UInt8], version: String) {
    let document = JSONObjectText(unchecked: try await server.truth(of: topic))
    let list = document.value("channels") ?? []
    let snapshot = JSONObjectText(list.dropFirst().dropLast()) ?? .empty
    let events = snapshot.value("events") ?? []
    let references = snapshot.value("references") ?? []
    let state =
        Array("{\"events\":".utf8) + events + Array(",\"references\":".utf8) + references
        + Array("}".utf8)
    return (state, snapshot.text("version") ?? "")
}
