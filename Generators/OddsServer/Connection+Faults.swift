import NIOCore
import OddsSimulator
import OddsWAMP

// Faults of WAMP's requests and of registrations' frames.
extension Connection {
    /// Sends the frames held back for reordering.
    func releaseReordered() {
        for (registration, frame) in reordered where topics[registration] != nil {
            append(.invocation(registration: registration, frame))
        }
        reordered = [:]
        drain()
    }

    /// Answers HELLO with ABORT if that fault strikes, and returns whether it
    /// did.
    func refusesSession() -> Bool {
        guard strikes(.abort) != nil else { return false }
        perform(session.abortSession("wamp.error.not_authorized"))
        drain()
        return true
    }

    /// Whether a maintenance fault strikes the request. If so, the request has
    /// been answered with ERROR or will never be answered.
    func isUnavailable(_ type: WAMPMessageType, _ request: WAMPID) -> Bool {
        if strikes(.silentMaintenance) != nil {
            if type == .register { session.ignore(register: request) }
            return true
        }
        guard strikes(.maintenance) != nil else { return false }
        perform([
            session.refuse(type, request, WAMPReason.noBackend, "the feed is under maintenance")
        ])
        return true
    }

    func refusesRegistration(_ request: WAMPID) -> Bool {
        if strikes(.ignoreRegistration) != nil {
            session.ignore(register: request)
            return true
        }
        guard strikes(.refuseRegistration) != nil else { return false }
        perform([
            session.refuse(
                .register, request, "wamp.error.not_authorized", "refused for this time")
        ])
        return true
    }

    func dumpDelay() -> TimeAmount? {
        strikes(.lateDump).map { .milliseconds(Int64($0.milliseconds ?? 500)) }
    }

    func enqueueFaulty(_ frame: SharedFrame, for registration: WAMPID) {
        guard var draw = faults else { return }
        let fate = draw.fate(ofFrame: frame.bytes.count, at: Shard.nowSeconds)
        faults = draw
        for fault in fate.faults { shard.metrics.add(fault) }
        let delay = UInt64(fate.delayMilliseconds) * 1_000_000
        let notBefore = delay == 0 ? 0 : NIODeadline.now().uptimeNanoseconds + delay
        let damaged = frame.damaged(by: fate)
        shard.metrics.addDropped(records: frame.recordCount - damaged.recordCount, .fault)
        if fate.isReordered, reordered[registration] == nil {
            reordered[registration] = damaged
            return
        }
        for _ in 0..<(fate.isRepeated ? 2 : 1) {
            append(.invocation(registration: registration, damaged), notBefore: notBefore)
        }
        if let late = reordered.removeValue(forKey: registration) {
            append(.invocation(registration: registration, late))
        }
    }
}
