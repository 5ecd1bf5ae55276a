/// Why a comparison cannot be made.
public enum PeerError: Error, Equatable, CustomStringConvertible {
    /// An implementation does not read a frame that is known to be legal.
    case frameRefused(implementation: String, frame: Int)
    /// Its result is not ours.
    case digestsDiffer(task: String, implementation: String, ours: String, theirs: String)
    /// A process of its own did not end well.
    case workerFailed(implementation: String)
    /// A capture without a channel that changes.
    case noUpdates(paths: [String])
    /// There is no implementation of that name.
    case unknown(name: String, known: [String])

    public var description: String {
        switch self {
        case .frameRefused(let implementation, let frame):
            "\(implementation) does not read frame \(frame), which is legal"
        case .digestsDiffer(let task, let implementation, let ours, let theirs):
            "\(task): the result of \(implementation) (\(theirs)) is not ours (\(ours)); "
                + "nothing is timed"
        case .workerFailed(let implementation):
            "dump: the process of \(implementation) failed; its message is above"
        case .noUpdates(let paths):
            "\(paths.joined(separator: ", ")): no channel has more than one frame; "
                + "give a capture of a feed that changes"
        case .unknown(let name, let known):
            "there is no implementation \(name): \(known.joined(separator: ", "))"
        }
    }
}
