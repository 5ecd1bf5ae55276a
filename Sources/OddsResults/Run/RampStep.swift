/// The figures of one step of a rate that rises.
public struct RampStep: Codable, Equatable, Sendable {
    /// Its beginning, in nanoseconds since the window opened.
    public var startNanoseconds: UInt64
    /// Its end, in nanoseconds since the window opened.
    public var endNanoseconds: UInt64
    /// Judged as a run whose window is this step: `OK` or `SATURATED`. Whether the
    /// harness has too large a part is judged of the whole run.
    public var status: RunResult.Status
    /// Updates due per second of the step.
    public var offeredRate: Double
    /// Updates served per second of the step, whenever they were due.
    public var achievedRate: Double
    /// The response times of the frames that were due in the step. Frames that were not
    /// served when the window closed count with their age, a lower bound.
    public var responseTime: LatencySummary
    /// The service times of those that were served.
    public var serviceTime: LatencySummary
    /// The frames that were due in the step and not served when the window closed.
    public var unserved: RunResult.Unserved

    package init(
        startNanoseconds: UInt64, endNanoseconds: UInt64, status: RunResult.Status,
        offeredRate: Double, achievedRate: Double, responseTime: LatencySummary,
        serviceTime: LatencySummary, unserved: RunResult.Unserved
    ) {
        self.startNanoseconds = startNanoseconds
        self.endNanoseconds = endNanoseconds
        self.status = status
        self.offeredRate = offeredRate
        self.achievedRate = achievedRate
        self.responseTime = responseTime
        self.serviceTime = serviceTime
        self.unserved = unserved
    }
}
