import ArgumentParser
import OddsResults

/// The limits of a gate.
struct LimitOptions: ParsableArguments {
    @Option(
        name: .customLong("max-regression"),
        help: ArgumentHelp(
            """
            Largest regression of each figure; names are paths in the JSON of a run, or \
            \(CountResult.metric); 0 is for exact counters. The default is \
            \(RegressionLimit.defaults.map(\.text).joined(separator: ", ")).
            """, valueName: "limits"),
        completion: .metrics,
        transform: { try Limits($0) })
    var explicit: Limits?

    /// The limits as the user wrote them, and parsed.
    struct Limits: Equatable {
        let text: String
        let list: [RegressionLimit]

        init(_ text: String) throws {
            self.text = text
            list = try RegressionLimit.list(text)
        }
    }

    var list: [RegressionLimit] { explicit?.list ?? RegressionLimit.defaults }

    var words: [String] { explicit.map { ["--max-regression", $0.text] } ?? [] }
}
