import OddsMeasurement

/// One cost, as repeated measurements have it.
package struct MeasuredCost: Codable, Equatable, Sendable {
    /// The mean of the samples.
    package var value: Double
    /// The lower end of its 95% interval, at least 0: nothing costs less.
    package var low: Double
    /// The upper end of its 95% interval.
    package var high: Double
    /// How many measurements it is the mean of.
    package var sampleCount: Int
    /// How it was measured, in a few words.
    package var method: String

    /// The mean of measurements, with its interval by Student's t.
    ///
    /// `nil` for fewer than two, and for a mean that is not above 0: a difference of two
    /// measurements that noise has swallowed is no cost.
    package init?(samples: [Double], method: String) {
        guard let mean = Estimate.mean(of: samples), mean.value > 0 else { return nil }
        self.init(mean, sampleCount: samples.count, method: method)
    }

    /// A cost with the interval of an estimate.
    package init(_ estimate: Estimate, sampleCount: Int, method: String) {
        value = estimate.value
        low = max(estimate.low, 0)
        high = estimate.high
        self.sampleCount = sampleCount
        self.method = method
    }
}

/// What a frame costs an edge by the number of connections that it is sent to.
package struct FanOutCost: Codable, Equatable, Sendable {
    /// How many connections each frame was sent to.
    package var connections: Int
    /// Processor time of sending it to one of them, ns.
    package var nanosecondsPerSend: MeasuredCost

    package init(connections: Int, nanosecondsPerSend: MeasuredCost) {
        self.connections = connections
        self.nanosecondsPerSend = nanosecondsPerSend
    }
}
