import OddsReconstruction
import OddsResults

/// What the process of a memory run has to know; it travels as JSON.
struct MemoryPlan: Codable {
    var strategy: StrategyName
    var consumer: ConsumerKind
    var phaseNanoseconds: UInt64
    var idleNanoseconds: UInt64
    /// By number.
    var channelNames: [String]
    /// Where heap profiles go, a file a phase; `nil` for none.
    var heapProfileFolder: String?

    /// The file of the profile at the end of `phase`.
    func heapProfilePath(_ phase: MemoryPhase) -> String? {
        heapProfileFolder.map { folder in
            let number = MemoryPhase.allCases.firstIndex(of: phase) ?? 0
            return "\(folder)/\(strategy)-\(number)-\(phase.rawValue).heap"
        }
    }
}

/// The allocators that a strategy can be run on.
package enum AllocatorChoice: String, CaseIterable, Codable {
    case jemalloc, system

    /// What makes a process use the allocator; `nil` if this build cannot.
    ///
    /// The C library goes before jemalloc in the order in which symbols are
    /// looked up, when it is preloaded.
    var environment: [String: String]? {
        switch self {
        case .jemalloc:
            return Allocator.isJemalloc ? [:] : nil
        case .system:
            guard Allocator.isJemalloc else { return [:] }
            #if os(Linux)
                return ["LD_PRELOAD": "libc.so.6"]
            #else
                return nil
            #endif
        }
    }
}
