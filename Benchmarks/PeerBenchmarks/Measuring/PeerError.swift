/// Why a comparison cannot be made.
public enum PeerError: Error, Equatable, CustomStringConvertible {
    /// An implementation does not read a frame.
    case frameRefused(implementation: String, frame: String, reason: String?)
    /// Its result is not ours.
    case digestsDiffer(task: String, implementation: String, ours: String, theirs: String)
    /// A process that measures did not end well.
    case workerFailed(what: String)
    /// Captures that cannot be measured on.
    case unusableCapture(files: String, why: String)
    /// Figures of code that is not optimized mean nothing.
    case unoptimized
    /// There is no implementation of that name.
    case unknown(name: String, known: [String])

    public var description: String {
        switch self {
        case .frameRefused(let implementation, let frame, let reason):
            "\(implementation) does not read \(frame)\(reason.map { ": \($0)" } ?? ""); all "
                + "implementations must read every frame: remove it, or mend \(implementation)"
        case .digestsDiffer(let task, let implementation, let ours, let theirs):
            "\(task): the result of \(implementation) (\(theirs)) is not ours (\(ours))"
        case .workerFailed(let what):
            "\(what): the process that measures it failed; its message is above"
        case .unusableCapture(let files, let why):
            "\(files): \(why)"
        case .unoptimized:
            "built for debugging, which measures nothing: use 'make peers', or 'BENCH_PEERS=1 "
                + "swift run -c release peers'"
        case .unknown(let name, let known):
            "there is no implementation \(name): \(known.joined(separator: ", "))"
        }
    }
}
