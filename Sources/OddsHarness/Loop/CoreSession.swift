import Foundation
import OddsMeasurement

/// The cores of one measurement, for the time that it takes.
@usableFromInline
struct CoreSession: Sendable {
    private let allowed: [Int]
    private let assignment: CoreAssignment

    /// Call it on the thread that will be measured, before it is pinned.
    @usableFromInline
    init() {
        allowed = CoreAffinity.allowedCores()
        assignment = CoreAssignment(allowed: allowed)
    }

    /// Those for what goes on beside the measured thread.
    var others: [Int] { assignment.others }

    /// Whether the machine has more than one core for us.
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
