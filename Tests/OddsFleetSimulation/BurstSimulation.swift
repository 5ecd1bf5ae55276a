import SeededRandom

/// Frames that come to an edge in bursts at random moments: one core receives each, and
/// then each core sends it to the connections that it has. Each core does one thing after
/// the other, in the order in which it came.
package struct BurstSimulation {
    package struct Outcome: Sendable {
        /// Time in which cores were busy, by all cores and the whole time.
        package let utilization: Double
        /// From the arrival of a burst to the last hand-out of its frames, in seconds.
        package let p50, p99: Double
        /// Bursts that went to at least one connection.
        package let bursts: Int
    }

    private enum Event {
        case arrival
        case done(core: Int)
    }

    private enum Job {
        case receive(topic: Int, burst: Int)
        case send(burst: Int)
    }

    private struct Core {
        var queue = WorkQueue<(job: Job, work: Double)>()
        var current: Job?
        /// Work that it has not done, for whoever looks for the least busy core.
        var backlog = 0.0
    }

    private let edge: SimulatedEdge
    private let audience: [Int]
    /// The core that the first connection of a topic belongs to.
    private let firstCores: [Int]
    private var random: SplitMix64
    private var events = EventHeap<Event>()
    private var cores: [Core]
    private var works: [Double]
    private var busy = 0.0
    /// By burst: when it came, and how many jobs are left.
    private var arrivals: [(time: Double, left: Int)] = []
    private var responses: [Double] = []
    private var nextTopic = 0

    package init(_ edge: SimulatedEdge, seed: UInt64) {
        self.edge = edge
        var random = SplitMix64(seed: seed)
        audience = edge.audience(using: &random)
        firstCores = (0..<edge.topics).map { _ in
            Int.random(in: 0..<edge.cores, using: &random)
        }
        self.random = random
        cores = Array(repeating: Core(), count: edge.cores)
        works = Array(repeating: 0, count: edge.cores)
    }

    /// Simulates so many bursts: of a Poisson process that has just that many in the time
    /// that they take on average.
    ///
    /// - Complexity: O(bursts · frames of a burst · cores · log of the same).
    package mutating func run(bursts: Int) -> Outcome {
        let time = Double(bursts) / edge.burstsPerSecond
        for _ in 0..<bursts {
            events.add(.arrival, at: Double.random(in: 0..<time, using: &random))
        }
        while let (now, event) = events.removeFirst() {
            switch event {
            case .arrival: arrive(now)
            case .done(let core): finish(core, now)
            }
        }
        return Outcome(
            utilization: busy / time / Double(edge.cores), p50: quantile(0.5, of: responses),
            p99: quantile(0.99, of: responses), bursts: responses.count)
    }

    private mutating func arrive(_ now: Double) {
        let burst = arrivals.count
        arrivals.append((now, 0))
        for _ in 0..<edge.burst {
            let topic = nextTopic
            nextTopic = (nextTopic + 1) % edge.topics
            // A topic that nobody chose is not subscribed to.
            guard audience[topic] > 0 else { continue }
            arrivals[burst].left += 1
            let idlest = cores.indices.min { cores[$0].backlog < cores[$1].backlog } ?? 0
            add(.receive(topic: topic, burst: burst), edge.receive, to: idlest, now)
        }
    }

    private mutating func add(_ job: Job, _ work: Double, to core: Int, _ now: Double) {
        cores[core].queue.add((job, work))
        cores[core].backlog += work
        if cores[core].current == nil { start(core, now) }
    }

    private mutating func start(_ core: Int, _ now: Double) {
        guard let (job, work) = cores[core].queue.removeFirst() else {
            cores[core].backlog = 0
            return
        }
        cores[core].current = job
        works[core] = work
        busy += work
        events.add(.done(core: core), at: now + work)
    }

    private mutating func finish(_ core: Int, _ now: Double) {
        guard let job = cores[core].current else { return }
        cores[core].current = nil
        cores[core].backlog -= works[core]
        switch job {
        case .receive(let topic, let burst):
            send(topic, burst, now)
            end(burst, now)
        case .send(let burst): end(burst, now)
        }
        // What it received it may have begun to send.
        if cores[core].current == nil { start(core, now) }
    }

    /// Gives each core the connections of a topic that it has.
    private mutating func send(_ topic: Int, _ burst: Int, _ now: Double) {
        let count = audience[topic]
        let perConnection = edge.send(to: count) / Double(count)
        for position in 0..<min(edge.cores, count) {
            let core = (firstCores[topic] + position) % edge.cores
            let share = (count - position + edge.cores - 1) / edge.cores
            arrivals[burst].left += 1
            add(.send(burst: burst), Double(share) * perConnection, to: core, now)
        }
    }

    private mutating func end(_ burst: Int, _ now: Double) {
        arrivals[burst].left -= 1
        if arrivals[burst].left == 0 { responses.append(now - arrivals[burst].time) }
    }
}
