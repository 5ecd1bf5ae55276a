import OddsResults

/// A kind of result that has rows: one a run, step, phase, judgement or count.
package protocol CSVContent: ResultContent {
    /// The rows, without what identifies the result.
    var csvRows: [CSVRow] { get }
}

extension ResultEnvelope where Content: CSVContent {
    /// The rows, each with what identifies the result before its own cells.
    package var csvRows: [CSVRow] {
        var head = CSVRow()
        head.add("kind", Content.kind)
        head.add("startedAt", environment.startedAt)
        head.add("commit", environment.commit?.description)
        head.add("cutShort", cutShort)
        return result.csvRows.map { head.followed(by: $0) }
    }

    /// The result as CSV.
    package var csv: CSVTable { CSVTable(csvRows) }
}

extension ResultDocument {
    /// The rows of a result of any kind.
    package var csvRows: [CSVRow] {
        switch self {
        case .run(let result): result.csvRows
        case .baseline(let result): result.csvRows
        case .saturation(let result): result.csvRows
        case .growth(let result): result.csvRows
        case .soak(let result): result.csvRows
        case .memory(let result): result.csvRows
        case .selfTest(let result): result.csvRows
        case .gate(let result): result.csvRows
        case .gateProof(let result): result.csvRows
        case .calibration(let result): result.csvRows
        case .count(let result): result.csvRows
        case .platform(let result): result.csvRows
        case .betting(let result): result.csvRows
        case .game(let result): result.csvRows
        case .fleetCosts(let result): result.csvRows
        case .fleetPlan(let result): result.csvRows
        case .peers(let result): result.csvRows
        case .history(let lines): lines.map(\.csvRow)
        }
    }
}
