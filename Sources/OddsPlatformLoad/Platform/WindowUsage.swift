import OddsMeasurement
import OddsResults

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
