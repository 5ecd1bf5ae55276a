import OddsFleetFeed

/// Holds what a topic asks of NATS to the rules: one request and one fetch at a time, and longer
/// and longer pauses between requests that fail. It counts for itself.
struct EffectGuard {
    private let limits: EdgeLimits
    private var request: (attempt: UInt64, at: UInt64, progress: UInt64, isOpen: Bool)?
    private var fetch: (attempt: UInt64, at: UInt64?)?
    private var failures = 0
    private var epoch: UInt64 = 0
    private var attempts: Set<UInt64> = []
    private(set) var requests = 0
    private(set) var fetches = 0

    init(_ limits: EdgeLimits) { self.limits = limits }

    /// Returns which rule the request breaks.
    mutating func requested(_ attempt: UInt64, epoch: UInt64, now: UInt64) -> String? {
        requests += 1
        guard attempts.insert(attempt).inserted else { return "attempt \(attempt) twice" }
        if epoch > self.epoch {
            self.epoch = epoch
            failures = 0
            fetch = nil
        } else if let request {
            if request.isOpen, now < request.progress + limits.dumpTimeout {
                return "a second request, \(now - request.progress) ns after the first"
            }
            if request.isOpen { failures += 1 }
            var pause = limits.dumpRetry
            for _ in 1..<max(failures, 1) { pause = min(2 * pause, limits.dumpRetryMax) }
            if now < request.at + pause {
                return "request \(failures) after \(now - request.at) ns"
            }
        }
        request = (attempt, now, now, true)
        return nil
    }

    mutating func progressed(_ attempt: UInt64, now: UInt64) {
        // A part that comes too late saves nothing.
        guard let open = request, open.attempt == attempt,
            now < open.progress + limits.dumpTimeout
        else { return }
        request?.progress = now
    }

    /// Whether it was a dump or a refusal, or no source was there.
    mutating func answered(_ attempt: UInt64, bySource: Bool) {
        guard let open = request, open.attempt == attempt, open.isOpen else { return }
        request?.isOpen = false
        failures = bySource ? 0 : failures + 1
    }

    /// Returns which rule the fetch breaks.
    mutating func fetched(
        _ attempt: UInt64, _ numbers: ClosedRange<UInt64>, epoch: UInt64, now: UInt64
    ) -> String? {
        fetches += 1
        guard attempts.insert(attempt).inserted else { return "attempt \(attempt) twice" }
        guard numbers.count <= limits.fetchFrames else { return "\(numbers.count) at once" }
        if epoch > self.epoch {
            self.epoch = epoch
            failures = 0
            fetch = nil
            request?.isOpen = false
        }
        if let fetch {
            guard let begun = fetch.at else { return "a fetch before the turn of the last" }
            if now < begun + limits.gapTimeout {
                return "a second fetch, \(now - begun) ns after the first"
            }
        }
        fetch = (attempt, nil)
        return nil
    }

    /// Its turn has come, or it has found frames.
    mutating func fetchProgressed(_ attempt: UInt64, now: UInt64) {
        if fetch?.attempt == attempt { fetch?.at = now }
    }

    mutating func fetchEnded(_ attempt: UInt64) {
        if fetch?.attempt == attempt { fetch = nil }
    }

    /// All clients got another dump: what was fetched is not needed any more.
    mutating func redumped() { fetch = nil }
}
