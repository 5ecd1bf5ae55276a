import Synchronization

/// What a server counts, on any thread.
public final class ServerMetrics: Sendable {
    public enum Counter: Int, CaseIterable, Sendable {
        case connectionsOpened, connectionsRefused, connectionsClosed
        case handshakesRefused, handshakesTimedOut, webSocketViolations, idleConnectionsClosed
        case messagesReceived, bytesReceived, messagesRejected, protocolViolations
        case messagesSent, bytesSent, invocationsSent, recordsSent, dumpsSent, yieldsReceived
        case registrationsMade, registrationsRefused
        case slowConsumersDisconnected, slowConsumersResynced, framesDropped
        case framesPublished, feedStalls, restarts

        /// The name and the help of the metric, by the rules of OpenMetrics.
        var description: (name: String, help: String) {
            switch self {
            case .connectionsOpened: ("connections_opened", "WebSocket connections taken.")
            case .connectionsRefused: ("connections_refused", "Connections above the limit.")
            case .connectionsClosed: ("connections_closed", "WebSocket connections that ended.")
            case .handshakesRefused:
                ("handshakes_refused", "Requests that did not become a WebSocket.")
            case .handshakesTimedOut:
                ("handshakes_timed_out", "Connections closed for taking too long to begin.")
            case .webSocketViolations:
                ("websocket_violations", "Connections closed for a breach of RFC 6455.")
            case .idleConnectionsClosed:
                ("idle_connections_closed", "Connections closed for not answering a ping.")
            case .messagesReceived: ("messages_received", "WAMP messages of clients.")
            case .bytesReceived: ("received_bytes", "Text of these messages.")
            case .messagesRejected: ("messages_rejected", "Messages that were no WAMP.")
            case .protocolViolations: ("protocol_violations", "Sessions aborted for a breach.")
            case .messagesSent: ("messages_sent", "WAMP messages to clients.")
            case .bytesSent: ("sent_bytes", "Text of these messages.")
            case .invocationsSent: ("invocations_sent", "INVOCATIONs among them.")
            case .recordsSent: ("records_sent", "Change records in INVOCATIONs.")
            case .dumpsSent: ("dumps_sent", "Dumps in RESULTs and INVOCATIONs.")
            case .yieldsReceived: ("yields_received", "YIELDs of clients.")
            case .registrationsMade: ("registrations_made", "REGISTERs accepted.")
            case .registrationsRefused: ("registrations_refused", "REGISTERs refused.")
            case .slowConsumersDisconnected:
                ("slow_consumers_disconnected", "Connections closed for not reading.")
            case .slowConsumersResynced:
                ("slow_consumers_resynced", "Times that a queue was dropped for a new dump.")
            case .framesDropped: ("frames_dropped", "Frames dropped from queues.")
            case .framesPublished: ("frames_published", "Frames of topics, each counted once.")
            case .feedStalls: ("feed_stalls", "Times that the feed waited for connections.")
            case .restarts: ("restarts", "Restarts of the world.")
            }
        }
    }

    public enum Gauge: Int, CaseIterable, Sendable {
        case connections, registrations, queuedBytesMax, latenessNanoseconds

        var description: (name: String, help: String) {
            switch self {
            case .connections: ("connections", "Open WebSocket connections.")
            case .registrations: ("registrations", "Registrations of all sessions.")
            case .queuedBytesMax: ("queued_bytes_max", "The longest queue that there was.")
            case .latenessNanoseconds:
                ("feed_lateness_nanoseconds", "How late the last frame was made.")
            }
        }
    }

    private let counters = MetricCells(count: Counter.allCases.count)
    private let gauges = MetricCells(count: Gauge.allCases.count)
    /// In the order of `FaultKind.allCases`.
    private let faults = MetricCells(count: FaultKind.allCases.count)

    public init() {}

    public func add(_ counter: Counter, _ amount: Int = 1) {
        counters[counter.rawValue].wrappingAdd(amount, ordering: .relaxed)
    }

    public func value(of counter: Counter) -> Int {
        counters[counter.rawValue].load(ordering: .relaxed)
    }

    /// Counts a fault that was done on purpose.
    public func add(_ fault: FaultKind) {
        faults[fault.index].wrappingAdd(1, ordering: .relaxed)
    }

    public func value(of fault: FaultKind) -> Int {
        faults[fault.index].load(ordering: .relaxed)
    }

    /// Gives the value that the gauge then has.
    @discardableResult
    public func change(_ gauge: Gauge, by amount: Int) -> Int {
        gauges[gauge.rawValue].wrappingAdd(amount, ordering: .relaxed).newValue
    }

    public func set(_ gauge: Gauge, to value: Int) {
        gauges[gauge.rawValue].store(value, ordering: .relaxed)
    }

    /// Sets a gauge to a value if that is greater.
    public func raise(_ gauge: Gauge, to value: Int) {
        gauges[gauge.rawValue].max(value, ordering: .relaxed)
    }

    public func value(of gauge: Gauge) -> Int {
        gauges[gauge.rawValue].load(ordering: .relaxed)
    }

    /// The text that `GET /metrics` answers (OpenMetrics 1.0).
    public var openMetrics: String {
        var text = ""
        for counter in Counter.allCases {
            let (name, help) = counter.description
            text += "# TYPE emsim_\(name) counter\n# HELP emsim_\(name) \(help)\n"
            text += "emsim_\(name)_total \(value(of: counter))\n"
        }
        text += "# TYPE emsim_faults_injected counter\n"
        text += "# HELP emsim_faults_injected Faults done on purpose.\n"
        for fault in FaultKind.allCases {
            let labels = #"{fault="\#(fault.rawValue)"}"#
            text += "emsim_faults_injected_total\(labels) \(value(of: fault))\n"
        }
        for gauge in Gauge.allCases {
            let (name, help) = gauge.description
            text += "# TYPE emsim_\(name) gauge\n# HELP emsim_\(name) \(help)\n"
            text += "emsim_\(name) \(value(of: gauge))\n"
        }
        return text + "# EOF\n"
    }
}

/// A fixed number of atomic integers.
private final class MetricCells: Sendable {
    private final class Cell: Sendable {
        let value = Atomic<Int>(0)
    }

    private let cells: [Cell]

    init(count: Int) { cells = (0..<count).map { _ in Cell() } }

    subscript(index: Int) -> Atomic<Int> {
        _read { yield cells[index].value }
    }
}
