import Synchronization

/// The counters and gauges of a server. Safe to use from any thread.
package final class ServerMetrics: Sendable {
    /// Values that only increase.
    package enum Counter: Int, CaseIterable, Sendable {
        case connectionsOpened, connectionsRefused, connectionsClosed, acceptsFailed
        case handshakesRefused, handshakesTimedOut, messagesTimedOut, webSocketViolations
        case idleConnectionsClosed
        case messagesReceived, bytesReceived, messagesRejected, protocolViolations
        case messagesSent, bytesSent, invocationsSent, dumpsSent, yieldsReceived
        case recordsDue, recordsSent
        case registrationsMade, registrationsRefused
        case slowConsumersDisconnected, slowConsumersResynced, framesDropped
        case memoryLimitDisconnects
        case framesPublished, feedStalls, restarts
        case goodbyesTaken, goodbyesCut
        case socketFramesSent, subscribersMade, subscribersBack, subscribersForgotten
        case contentsSubscribed, contentsUnsubscribed, contentsRefused, refreshesSent

        /// The metric's name and help text, as OpenMetrics requires.
        var description: (name: String, help: String) {
            switch self {
            case .connectionsOpened: ("connections_opened", "WebSocket connections accepted.")
            case .connectionsRefused: ("connections_refused", "Connections refused at the limit.")
            case .connectionsClosed: ("connections_closed", "WebSocket connections closed.")
            case .acceptsFailed:
                ("accepts_failed", "Connections the system could not accept, to be tried again.")
            case .handshakesRefused:
                ("handshakes_refused", "HTTP requests not upgraded to WebSocket.")
            case .handshakesTimedOut:
                ("handshakes_timed_out", "Connections closed for a slow handshake.")
            case .messagesTimedOut:
                ("messages_timed_out", "Connections closed for a message that took too long.")
            case .webSocketViolations:
                ("websocket_violations", "Connections closed for violating RFC 6455.")
            case .idleConnectionsClosed:
                ("idle_connections_closed", "Connections closed for not answering a ping.")
            case .messagesReceived: ("messages_received", "WAMP messages received from clients.")
            case .bytesReceived: ("received_bytes", "Payload bytes of these messages.")
            case .messagesRejected: ("messages_rejected", "Messages that are not valid WAMP.")
            case .protocolViolations: ("protocol_violations", "Sessions aborted for a violation.")
            case .messagesSent: ("messages_sent", "WAMP messages sent to clients.")
            case .bytesSent: ("sent_bytes", "Payload bytes of these messages.")
            case .invocationsSent: ("invocations_sent", "INVOCATIONs sent to clients.")
            case .recordsDue: ("records_due", "Change records due to registrations.")
            case .recordsSent: ("records_sent", "Change records sent in INVOCATIONs.")
            case .dumpsSent: ("dumps_sent", "Dumps sent in RESULTs and INVOCATIONs.")
            case .yieldsReceived: ("yields_received", "YIELDs received from clients.")
            case .registrationsMade: ("registrations_made", "REGISTERs accepted.")
            case .registrationsRefused: ("registrations_refused", "REGISTERs refused.")
            case .slowConsumersDisconnected:
                ("slow_consumers_disconnected", "Connections closed for reading too slowly.")
            case .slowConsumersResynced:
                ("slow_consumers_resynced", "Queues dropped and replaced by a new dump.")
            case .memoryLimitDisconnects:
                (
                    "memory_limit_disconnects",
                    "Connections closed, largest first, to keep the limit on their memory."
                )
            case .framesDropped: ("frames_dropped", "Frames dropped from queues.")
            case .framesPublished: ("frames_published", "Topic frames, each counted once.")
            case .feedStalls: ("feed_stalls", "Times the feed waited for connections.")
            case .restarts: ("restarts", "Restarts of the world.")
            case .goodbyesTaken:
                ("goodbyes_taken", "Clients that took their GOODBYE when the server stopped.")
            case .goodbyesCut:
                ("goodbyes_cut", "Clients that were closed before they had taken their GOODBYE.")
            case .socketFramesSent:
                ("socket_frames_sent", "Frames of contents sent to SportRadar's clients.")
            case .subscribersMade: ("subscribers_made", "New subscribers of contents.")
            case .subscribersBack:
                ("subscribers_back", "Subscribers that came back on another socket.")
            case .subscribersForgotten: ("subscribers_forgotten", "Subscribers forgotten.")
            case .contentsSubscribed:
                ("contents_subscribed", "Requests to subscribe to contents accepted.")
            case .contentsUnsubscribed:
                ("contents_unsubscribed", "Requests to unsubscribe from contents accepted.")
            case .contentsRefused:
                ("contents_refused", "Requests to subscribe to contents refused.")
            case .refreshesSent: ("refreshes_sent", "Contents sent whole.")
            }
        }
    }

    /// Values that rise and fall.
    package enum Gauge: Int, CaseIterable, Sendable {
        case connections, registrations, queuedBytesMax, queueMemory, queueMemoryMax
        case subscribers

        var description: (name: String, help: String) {
            switch self {
            case .connections: ("connections", "Open connections, handshakes included.")
            case .registrations: ("registrations", "Open registrations of all sessions.")
            case .queuedBytesMax: ("queued_bytes_max", "Bytes of the longest queue so far.")
            case .subscribers:
                ("subscribers", "Subscribers of contents, with a socket or without one.")
            case .queueMemory:
                ("queue_memory_bytes", "Memory of send queues, unfinished messages and bodies.")
            case .queueMemoryMax: ("queue_memory_bytes_max", "The most that it was so far.")
            }
        }
    }

    /// Why records that were due were not sent.
    package enum DropReason: String, CaseIterable, Sendable {
        /// The client reads too slowly.
        case slowConsumer
        /// The connection has ended.
        case disconnected
        /// An injected fault.
        case fault

        fileprivate var index: Int { Self.allCases.firstIndex(of: self)! }
    }

    /// How late frames are handed to the connections, each topic's counted once.
    package let feedLateness = LatenessBuckets()
    private let counters = MetricCells(count: Counter.allCases.count)
    private let gauges = MetricCells(count: Gauge.allCases.count)
    /// Injected faults, in the order of `FaultKind.allCases`.
    private let faults = MetricCells(count: FaultKind.allCases.count)
    /// Records that were due and not sent, in the order of `DropReason.allCases`.
    private let drops = MetricCells(count: DropReason.allCases.count)

    /// Creates metrics that are all 0.
    package init() {}

    /// Adds to a counter.
    package func add(_ counter: Counter, _ amount: Int = 1) {
        counters[counter.rawValue].wrappingAdd(amount, ordering: .relaxed)
    }

    /// The value of a counter.
    package func value(of counter: Counter) -> Int {
        counters[counter.rawValue].load(ordering: .relaxed)
    }

    /// Counts an injected fault.
    package func add(_ fault: FaultKind) {
        faults[fault.index].wrappingAdd(1, ordering: .relaxed)
    }

    /// The number of times that a fault was injected.
    package func value(of fault: FaultKind) -> Int {
        faults[fault.index].load(ordering: .relaxed)
    }

    /// Counts records that were due and are not sent.
    package func addDropped(records: Int, _ reason: DropReason) {
        drops[reason.index].wrappingAdd(records, ordering: .relaxed)
    }

    /// The number of records that were due and not sent, for one reason.
    package func recordsDropped(_ reason: DropReason) -> Int {
        drops[reason.index].load(ordering: .relaxed)
    }

    /// Adds to a gauge and returns its new value.
    @discardableResult
    package func change(_ gauge: Gauge, by amount: Int) -> Int {
        gauges[gauge.rawValue].wrappingAdd(amount, ordering: .relaxed).newValue
    }

    /// Sets a gauge.
    package func set(_ gauge: Gauge, to value: Int) {
        gauges[gauge.rawValue].store(value, ordering: .relaxed)
    }

    /// Raises a gauge to a value, unless it is already greater.
    package func raise(_ gauge: Gauge, to value: Int) {
        gauges[gauge.rawValue].max(value, ordering: .relaxed)
    }

    /// The value of a gauge.
    package func value(of gauge: Gauge) -> Int {
        gauges[gauge.rawValue].load(ordering: .relaxed)
    }

    /// The response to `GET /metrics` (OpenMetrics 1.0).
    ///
    /// - Parameter others: Families of metrics beside the feed's.
    package func openMetrics(beside others: String = "") -> String {
        var text = ""
        for counter in Counter.allCases {
            let (name, help) = counter.description
            text += "# TYPE emsim_\(name) counter\n# HELP emsim_\(name) \(help)\n"
            text += "emsim_\(name)_total \(value(of: counter))\n"
        }
        text += "# TYPE emsim_faults_injected counter\n"
        text += "# HELP emsim_faults_injected Injected faults.\n"
        for fault in FaultKind.allCases {
            let labels = #"{fault="\#(fault.rawValue)"}"#
            text += "emsim_faults_injected_total\(labels) \(value(of: fault))\n"
        }
        text += "# TYPE emsim_records_dropped counter\n"
        text += "# HELP emsim_records_dropped Change records that were due and not sent.\n"
        for reason in DropReason.allCases {
            let labels = #"{reason="\#(reason.rawValue)"}"#
            text += "emsim_records_dropped_total\(labels) \(recordsDropped(reason))\n"
        }
        for gauge in Gauge.allCases {
            let (name, help) = gauge.description
            text += "# TYPE emsim_\(name) gauge\n# HELP emsim_\(name) \(help)\n"
            text += "emsim_\(name) \(value(of: gauge))\n"
        }
        return text + feedLateness.openMetrics + others + "# EOF\n"
    }
}

/// A fixed number of atomic integers.
final class MetricCells: Sendable {
    private final class Cell: Sendable {
        let value = Atomic<Int>(0)
    }

    private let cells: [Cell]

    init(count: Int) { cells = (0..<count).map { _ in Cell() } }

    var count: Int { cells.count }

    subscript(index: Int) -> Atomic<Int> {
        _read { yield cells[index].value }
    }
}
