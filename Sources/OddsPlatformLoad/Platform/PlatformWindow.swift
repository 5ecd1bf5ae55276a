import OddsMeasurement
import OddsResults

/// What the window of a run has seen, besides the requests.
struct PlatformWindow {
    /// When it opened and closed, on the monotonic clock.
    var times: Range<UInt64>
    /// Whether it closed early.
    var isCutShort = false
    var storms = 0
    /// Sessions that storms ended.
    var expired = 0
    var stolenShare: Double?
    /// Requests that did not end.
    var leftOver = 0
    private var intervalCount = 0
    private var intervalEnd = Duration.zero

    init(open: UInt64) { times = open..<open }

    var seconds: Double { Double(times.count) / 1e9 }

    /// The next interval for those who follow the run.
    ///
    /// - Parameters:
    ///   - interval: The times of its requests.
    ///   - now: Its end, since the window opened.
    mutating func interval(
        _ interval: RequestRecorder.Interval, at now: Duration
    ) -> LiveInterval {
        let response = LatencySummary(interval.response)
        let service = LatencySummary(interval.service)
        defer {
            intervalCount += 1
            intervalEnd = now
        }
        return LiveInterval(
            number: intervalCount, atNanoseconds: UInt64(now / .nanoseconds(1)),
            responseP50: response.p50, responseP99: response.p99, responseMax: response.max,
            serviceP50: service.p50, serviceP99: service.p99, frames: response.count,
            updates: response.count, seconds: (now - intervalEnd) / .seconds(1),
            residentBytes: ProcessUsage.current()?.residentBytes, allocatedBytes: nil)
    }
}

/// The memory and the processor time of both ends.
struct WindowUsage {
    private let process: Int32?
    private(set) var service: PlatformProcess?
    private(set) var client: PlatformProcess?
    private var openSeconds: (service: Double?, client: Double?) = (nil, nil)

    /// Before there is a player.
    ///
    /// - Parameter process: The service's; `nil` if it is not known.
    init(service process: Int32?) {
        self.process = process
        service = serviceUsage.map(Self.before)
        client = ProcessUsage.current().map(Self.before)
    }

    private static func before(_ usage: ProcessUsage) -> PlatformProcess {
        var figures = PlatformProcess()
        figures.residentBytesBefore = usage.residentBytes
        return figures
    }

    private var serviceUsage: ProcessUsage? { process.flatMap { ProcessUsage.of(process: $0) } }

    /// When the window opens.
    mutating func open() {
        openSeconds = (serviceUsage?.processorSeconds, ProcessUsage.current()?.processorSeconds)
    }

    /// When it closes.
    mutating func close(seconds: Double) {
        func share(_ usage: ProcessUsage?, _ open: Double?) -> Double? {
            guard let usage, let open else { return nil }
            return (usage.processorSeconds - open) / seconds
        }
        let usage = serviceUsage
        service?.processorShare = share(usage, openSeconds.service)
        client?.processorShare = share(.current(), openSeconds.client)
    }

    /// When all has been checked.
    mutating func end() {
        service = service.map { Self.ended($0, serviceUsage) }
        client = client.map { Self.ended($0, .current()) }
    }

    private static func ended(
        _ figures: PlatformProcess, _ usage: ProcessUsage?
    ) -> PlatformProcess {
        var figures = figures
        figures.residentBytesPeak = usage?.residentBytesPeak
        figures.residentBytesAfter = usage?.residentBytes
        return figures
    }
}
