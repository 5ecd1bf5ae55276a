import ArgumentParser

extension ParsableCommand {
    /// Parses the command line and runs the command.
    ///
    /// A command that measures in this process does so on the main thread,
    /// because affinity, processor time and allocations are counted per thread.
    /// On Linux the main actor leaves that thread at its first suspension, so
    /// such a command is synchronous, or measures before it suspends.
    ///
    /// - Parameters:
    ///   - around: Is passed the command and what runs it.
    @MainActor
    package static func start(
        around: @MainActor (
            _ command: any ParsableCommand.Type, _ run: @escaping @MainActor () async throws -> Void
        ) async throws -> Void = { try await $1() }
    ) async throws {
        try await around(type(of: try parseAsRoot())) { try await parseAndRun() }
    }

    @MainActor
    private static func parseAndRun() async throws {
        var command = try parseAsRoot()
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }
}
