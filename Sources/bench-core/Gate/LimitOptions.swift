import ArgumentParser
import OddsResults

/// What figures are held to.
struct LimitOptions: ParsableArguments {
    @Option(
        name: .customLong("max-regression"),
        help: ArgumentHelp(
            """
            How much worse each figure may get; names are the paths in the JSON of a run, 0 is \
            for counters. One below this machine's noise floor is refused; those that hold if \
            none are given, \(RegressionLimit.defaults.map(\.text).joined(separator: ",")), are \
            raised to it.
            """, valueName: "limits"),
        transform: { try Limits($0) })
    var explicit: Limits?

    /// As given.
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
