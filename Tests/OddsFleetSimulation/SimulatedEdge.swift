/// What an edge has to do, as a simulation needs it. Times are in seconds of a core.
package struct SimulatedEdge: Sendable {
    package var cores: Int
    package var topics: Int
    package var connections: Int
    /// Frames per second of each topic.
    package var framesPerSecond: Double
    /// Topics whose frames come at the same moment.
    package var burst: Int
    /// To receive a frame.
    package var receive: Double
    /// To send a frame, by measured numbers of connections, ascending from 1.
    package var sends: [(connections: Int, seconds: Double)]

    package init(
        cores: Int, topics: Int, connections: Int, framesPerSecond: Double, burst: Int,
        receive: Double, sends: [(connections: Int, seconds: Double)]
    ) {
        self.cores = cores
        self.topics = topics
        self.connections = connections
        self.framesPerSecond = framesPerSecond
        self.burst = burst
        self.receive = receive
        self.sends = sends
    }

    /// To send a frame to a whole number of connections.
    func send(to count: Int) -> Double {
        if count == 0 { return 0 }
        let upper = sends.firstIndex { count <= $0.connections } ?? sends.count - 1
        if upper == 0 { return sends[0].seconds }
        let (low, high) = (sends[upper - 1], sends[upper])
        let share =
            Double(count - low.connections) / Double(high.connections - low.connections)
        return low.seconds + share * (high.seconds - low.seconds)
    }

    /// How many of the connections chose each topic, at random.
    func audience(using random: inout some RandomNumberGenerator) -> [Int] {
        var audience = [Int](repeating: 0, count: topics)
        for _ in 0..<connections { audience[Int.random(in: 0..<topics, using: &random)] += 1 }
        return audience
    }

    /// Bursts per second.
    var burstsPerSecond: Double { framesPerSecond * Double(topics) / Double(burst) }
}
