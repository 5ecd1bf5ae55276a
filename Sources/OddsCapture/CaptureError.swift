/// Why a capture could not be read or written.
public enum CaptureError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is nothing at that path.
    case noSuchFile(file: String)
    /// The file is there, but the system does not let it be read.
    case unreadable(file: String, reason: String)
    /// A line (1-based) that is no line of a capture, or compressed data that
    /// is cut off or damaged there.
    case badLine(file: String, line: Int, what: String)
    /// The file is there and can be read, but no frame is in it.
    case noFrames(file: String)
    /// The file cannot be made or written.
    case unwritable(file: String, reason: String)

    /// One line; `FILE:LINE: what` for a bad line.
    public var description: String {
        switch self {
        case .noSuchFile(let file): "\(file): no such file"
        case .unreadable(let file, let reason): "\(file): cannot be read: \(reason)"
        case .badLine(let file, let line, let what): "\(file):\(line): \(what)"
        case .noFrames(let file): "\(file): no frame is in it"
        case .unwritable(let file, let reason): "\(file): cannot be written: \(reason)"
        }
    }
}
