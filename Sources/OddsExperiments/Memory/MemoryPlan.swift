import OddsHarness
import OddsReconstruction
import OddsResults

/// The plan of a memory run, which its process receives as JSON.
struct MemoryPlan: Codable {
    var strategy: StrategyName
    var consumer: ConsumerKind
    var phaseNanoseconds: UInt64
    var idleNanoseconds: UInt64
    /// What the frames belong to.
    var feed: FeedChannels
    /// The folder for heap profiles, one file per phase; `nil` for none.
    var heapProfileFolder: String?

    /// The path of the heap profile at the end of `phase`.
    func heapProfilePath(_ phase: MemoryPhase) -> String? {
        heapProfileFolder.map { folder in
            let number = MemoryPhase.allCases.firstIndex(of: phase) ?? 0
            return "\(folder)/\(strategy)-\(number)-\(phase.rawValue).heap"
        }
    }
}

/// The allocators that a strategy can run on.
package enum AllocatorChoice: String, CaseIterable, Codable {
    case jemalloc, system

    /// The environment in which a process uses the allocator; `nil` if this
    /// build cannot use it.
    ///
    /// A preloaded C library precedes jemalloc in symbol lookup.
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
