import Foundation
import OddsMeasurement

/// The assignment of cores during one measurement.
@usableFromInline
struct CoreSession: Sendable {
    private let allowed: [Int]
    private let assignment: CoreAssignment

    /// Must be called on the thread to be measured, before it is pinned.
    @usableFromInline
    init() {
        allowed = CoreAffinity.allowedCores()
        assignment = CoreAssignment(allowed: allowed)
    }

    /// The cores for all other threads.
    var others: [Int] { assignment.others }

    /// Whether the process may use more than one core.
    var hasOthers: Bool {
        assignment.measured != nil || ProcessInfo.processInfo.activeProcessorCount > 1
    }

    @usableFromInline
    func pinMeasuredThread() {
        if let measured = assignment.measured { CoreAffinity.pin(to: [measured]) }
    }

    @usableFromInline
    func unpin() {
        if assignment.measured != nil { CoreAffinity.pin(to: allowed) }
    }
}
