import OddsConsole
import ServiceLifecycle

/// The line of JSON on standard output that says where everything is served. It is
/// printed once all of it is; a program that cannot say it ends.
package actor StartLine: Service {
    private let names: [String]
    private var addresses: [String: String] = [:]
    private let failure = AsyncThrowingStream<Never, any Error>.makeStream()

    /// - Parameter names: The members, in their order.
    package init(_ names: [String]) { self.names = names }

    /// Sets the address of a member.
    package func add(_ name: String, _ address: String) {
        addresses[name] = address
        guard addresses.count == names.count else { return }
        let members = names.map { "\"\($0)\":\"\(addresses[$0] ?? "")\"" }
        do {
            try StandardOutput.print("{\(members.joined(separator: ","))}")
        } catch {
            failure.continuation.finish(throwing: error)
        }
    }

    /// Runs until its service group shuts down.
    ///
    /// - Throws: `OutputError` if the line cannot be written.
    package func run() async throws {
        for try await _ in failure.stream.cancelOnGracefulShutdown() {}
    }
}
