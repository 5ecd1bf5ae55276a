import OddsMeasurement
import OddsResults

/// The memory and the processor time of both ends, without pages and with them.
struct GameUsage {
    private let process: Int32?
    private(set) var server = GameProcess()
    private(set) var client = GameProcess()
    private var last: (server: ProcessUsage?, client: ProcessUsage?)

    /// Before there is a page.
    ///
    /// - Parameter process: The server's; `nil` if it is not known.
    init(server process: Int32?) {
        self.process = process
        open()
    }

    private var now: (server: ProcessUsage?, client: ProcessUsage?) {
        (process.flatMap { ProcessUsage.of(process: $0) }, .current())
    }

    /// When the window opens.
    mutating func open() { last = now }

    /// After some time without a page.
    mutating func endIdle(seconds: Double) {
        let usage = now
        server.residentBytesIdle = usage.server?.residentBytes
        client.residentBytesIdle = usage.client?.residentBytes
        server.processorShareIdle = Self.share(usage.server, since: last.server, seconds)
        client.processorShareIdle = Self.share(usage.client, since: last.client, seconds)
    }

    /// When the window closes.
    mutating func close(seconds: Double) {
        let usage = now
        Self.close(&server, usage.server, since: last.server, seconds)
        Self.close(&client, usage.client, since: last.client, seconds)
    }

    private static func close(
        _ figures: inout GameProcess, _ usage: ProcessUsage?, since open: ProcessUsage?,
        _ seconds: Double
    ) {
        figures.residentBytesLoaded = usage?.residentBytes
        figures.residentBytesPeak = usage?.residentBytesPeak
        figures.processorShare = share(usage, since: open, seconds)
    }

    private static func share(
        _ usage: ProcessUsage?, since open: ProcessUsage?, _ seconds: Double
    ) -> Double? {
        guard let usage, let open, seconds > 0 else { return nil }
        return (usage.processorSeconds - open.processorSeconds) / seconds
    }
}
