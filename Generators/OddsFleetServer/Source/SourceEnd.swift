/// Why a source cannot go on.
package enum SourceEnd: Equatable, Sendable {
    /// NATS does not let it, and waiting does not help.
    case refused(String)
    /// A later source publishes the same world.
    case replaced(String)

    /// The reason in a line.
    package var reason: String {
        switch self {
        case .refused(let reason), .replaced(let reason): reason
        }
    }
}
