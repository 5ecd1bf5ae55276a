import Foundation
import OddsClient
import SeededRandom

/// An edge is lost at peak, and its clients come to another one all at once, with the
/// client's own back-off: delays as `EMWebSocketClient` draws them, of which the first two
/// after a lost connection are the first of `Backoff`.
///
/// The edge goes on sending frames, to more and more clients. A core takes frames first,
/// then the client that has waited longest. Whoever is not taken in within the limit
/// gives up and tries again after the next delay. Who is taken in gets a dump over the
/// network, one after the other, and is consistent when it has it.
package struct HerdSimulation {
    package struct Parameters: Sendable {
        /// With the clients that it has before the loss.
        package var edge: SimulatedEdge
        /// Clients of the lost edge that come to this one.
        package var herd: Int
        package var backoff: Backoff
        /// From the loss until the clients notice.
        package var detection = 0.0
        /// From the start of an attempt until the client gives up.
        package var connectMax = 10.0
        /// Seconds of a core until a client's dump is ready.
        package var connection: Double
        /// Bytes of a dump on the wire, and those that the network takes per second.
        package var dumpBytes, networkBytes: Double
        /// Bytes of a frame on the wire.
        package var frameBytes: Double

        package init(
            edge: SimulatedEdge, herd: Int, backoff: Backoff, connection: Double,
            dumpBytes: Double, networkBytes: Double, frameBytes: Double
        ) {
            self.edge = edge
            self.herd = herd
            self.backoff = backoff
            self.connection = connection
            self.dumpBytes = dumpBytes
            self.networkBytes = networkBytes
            self.frameBytes = frameBytes
        }
    }

    package struct Outcome: Sendable {
        /// From the loss until the last client was consistent again, in seconds.
        package let recovery: Double
        /// The most attempts of any client.
        package let attempts: Int
        /// How often a client gave up.
        package let surrenders: Int
        /// Of bursts of frames while clients came back, in seconds, and how many there were.
        package let burstP99: Double
        package let bursts: Int
        /// Of the cores until all were back.
        package let utilization: Double
    }

    private enum Event {
        case burst
        case comes(client: Int)
        case givesUp(client: Int, attempt: Int)
        case done(core: Int)
        case dumped
    }

    private enum Job {
        case send(burst: Int)
        case connect(client: Int)
    }

    private let parameters: Parameters
    private var random: SplitMix64
    private var events = EventHeap<Event>()
    private var frames: [WorkQueue<(burst: Int, work: Double)>]
    private var cores: [Job?]
    private var waiting = WorkQueue<(client: Int, attempt: Int)>()
    /// By client: its attempt, and whether it waits to be taken in.
    private var clients: [(attempt: Int, waits: Bool)]
    private var taken = 0
    private var dumpsWaiting = 0
    private var dumped = 0
    private var surrenders = 0
    private var busy = 0.0
    private var bursts: [(time: Double, left: Int)] = []
    private var responses: [Double] = []

    package init(_ parameters: Parameters, seed: UInt64) {
        self.parameters = parameters
        random = SplitMix64(seed: seed)
        frames = Array(repeating: WorkQueue(), count: parameters.edge.cores)
        cores = Array(repeating: nil, count: parameters.edge.cores)
        clients = Array(repeating: (0, false), count: parameters.herd)
    }

    /// Runs until all clients are consistent.
    ///
    /// - Complexity: O(n log n) in the number of events.
    package mutating func run() -> Outcome {
        for client in clients.indices { pause(client, parameters.detection) }
        events.add(.burst, at: nextBurst(0))
        var now = 0.0
        while dumped < parameters.herd, let (time, event) = events.removeFirst() {
            now = time
            switch event {
            case .burst: startBurst(now)
            case .comes(let client): come(client, now)
            case .givesUp(let client, let attempt): giveUp(client, attempt, now)
            case .done(let core): finish(core, now)
            case .dumped: finishDump(now)
            }
        }
        return Outcome(
            recovery: now, attempts: clients.map(\.attempt).max() ?? 0, surrenders: surrenders,
            burstP99: quantile(0.99, of: responses), bursts: responses.count,
            utilization: now > 0 ? busy / now / Double(cores.count) : 0)
    }

    // MARK: Clients

    /// Waits before the next attempt: the client's own rule.
    private mutating func pause(_ client: Int, _ now: Double) {
        clients[client].attempt += 1
        let delay = parameters.backoff.delay(
            before: max(clients[client].attempt - 1, 1), using: &random)
        events.add(.comes(client: client), at: now + delay / .seconds(1))
    }

    private mutating func come(_ client: Int, _ now: Double) {
        let attempt = clients[client].attempt
        clients[client].waits = true
        waiting.add((client, attempt))
        events.add(.givesUp(client: client, attempt: attempt), at: now + parameters.connectMax)
        if let idle = cores.firstIndex(where: { $0 == nil }) { start(idle, now) }
    }

    private mutating func giveUp(_ client: Int, _ attempt: Int, _ now: Double) {
        guard clients[client].waits, clients[client].attempt == attempt else { return }
        clients[client].waits = false
        surrenders += 1
        pause(client, now)
    }

    // MARK: Frames

    private mutating func nextBurst(_ now: Double) -> Double {
        let uniform = Double.random(in: 0..<1, using: &random)
        return now - log(1 - uniform) / parameters.edge.burstsPerSecond
    }

    private mutating func startBurst(_ now: Double) {
        let edge = parameters.edge
        let fanOut = Double(edge.connections + taken) / Double(edge.topics)
        let low = Int(fanOut)
        let send =
            edge.send(to: low) + (fanOut - Double(low))
            * (edge.send(to: low + 1) - edge.send(to: low))
        let work = Double(edge.burst) * (edge.receive + send) / Double(edge.cores)
        bursts.append((now, edge.cores))
        for core in cores.indices {
            frames[core].add((bursts.count - 1, work))
            if cores[core] == nil { start(core, now) }
        }
        events.add(.burst, at: nextBurst(now))
    }

    // MARK: Cores

    private mutating func start(_ core: Int, _ now: Double) {
        cores[core] = nil
        if let (burst, work) = frames[core].removeFirst() {
            cores[core] = .send(burst: burst)
            busy += work
            events.add(.done(core: core), at: now + work)
            return
        }
        while let (client, attempt) = waiting.removeFirst() {
            guard clients[client].waits, clients[client].attempt == attempt else { continue }
            clients[client].waits = false
            cores[core] = .connect(client: client)
            busy += parameters.connection
            events.add(.done(core: core), at: now + parameters.connection)
            return
        }
    }

    private mutating func finish(_ core: Int, _ now: Double) {
        switch cores[core] {
        case .send(let burst):
            bursts[burst].left -= 1
            if bursts[burst].left == 0 { responses.append(now - bursts[burst].time) }
        case .connect:
            taken += 1
            dumpsWaiting += 1
            if dumpsWaiting == 1 { startDump(now) }
        case nil: break
        }
        start(core, now)
    }

    // MARK: The network

    /// What frames leave of the network is for dumps.
    private mutating func startDump(_ now: Double) {
        let edge = parameters.edge
        let frames =
            Double(edge.connections + taken) * edge.framesPerSecond * parameters.frameBytes
        let free = max(parameters.networkBytes - frames, 1)
        events.add(.dumped, at: now + parameters.dumpBytes / free)
    }

    private mutating func finishDump(_ now: Double) {
        dumped += 1
        dumpsWaiting -= 1
        if dumpsWaiting > 0 { startDump(now) }
    }
}
