import OddsResults

/// What the summary of any measurement says at its end, wrapped: whether it is whole,
/// whether the machine can be believed, and whether the result was right.
enum ResultSentences {
    /// - Parameters:
    ///   - result: The result.
    ///   - runs: Its runs, which tell of the machine; none if it has none.
    ///   - disturbances: A further sentence on the machine.
    static func lines(
        _ result: ResultEnvelope<some ResultContent>, runs: [RunResult],
        _ disturbances: String? = nil
    ) -> [String] {
        all(result, runs: runs, disturbances).flatMap { TextWrap.lines($0) }
    }

    /// The same, a sentence or two in each.
    static func all(
        _ result: ResultEnvelope<some ResultContent>, runs: [RunResult],
        _ disturbances: String? = nil
    ) -> [String] {
        let sentences =
            [cutShort(result), machine(result.environment, runs), disturbances]
            + result.environment.missing.map { "Note: \($0)." } + [result.verified?.sentence]
        return sentences.compactMap(\.self)
    }

    /// What the console says of runs, for a page.
    static func page(
        _ result: ResultEnvelope<some ResultContent>, _ runs: [RunResult],
        _ disturbances: [String]? = nil
    ) -> [String] {
        RunSummary(runs).sentences.ofValidRuns
            + all(result, runs: runs, Self.disturbances(disturbances))
    }

    /// That runs were made again, or left out; `nil` if none was.
    static func disturbances(_ disturbances: [String]?) -> String? {
        guard let disturbances, !disturbances.isEmpty else { return nil }
        return """
            \(disturbances.count == 1 ? "A run was" : "\(disturbances.count) runs were") made \
            again, or left out, because of the machine (--details).
            """
    }

    static func cutShort(_ result: ResultEnvelope<some ResultContent>) -> String? {
        result.cutShort.map { "Cut short: \($0)." }
    }

    private static func machine(
        _ environment: EnvironmentDescription, _ runs: [RunResult]
    ) -> String {
        let complaints = MachineConcern.all.compactMap { $0.complaint(runs) }
        let state = complaints.isEmpty ? "quiet" : "BUSY: " + complaints.joined(separator: ", ")
        return """
            Machine: \(environment.machine.processorTitle), \(environment.allocator)\
            \(runs.isEmpty ? "" : "; \(state)").
            """
    }
}
