import ArgumentParser

extension ParsableCommand {
    /// Parses the command line and runs the command.
    ///
    /// Commands that measure in this process do so on the main thread, as
    /// affinity, processor time and allocations are counted per thread. The main
    /// actor is on it only until it first suspends.
    @MainActor
    package static func start() async throws {
        var command = try parseAsRoot()
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }
}
