import OddsResults

/// A result and the name of the file that it was read from.
package struct ReportInput: Sendable {
    package let name: String
    package let document: ResultDocument

    package init(name: String, document: ResultDocument) {
        self.name = name
        self.document = document
    }
}

/// A page with results: one self-contained HTML document.
package struct ReportPage {
    private let inputs: [ReportInput]
    private let library: PlottingLibrary?

    /// - Parameters:
    ///   - inputs: The results, in order.
    ///   - library: Embedded in the page; without it, the page has tables only
    ///     and says what is missing.
    package init(_ inputs: [ReportInput], library: PlottingLibrary?) {
        self.inputs = inputs
        self.library = library
    }

    /// Renders the page, as a pure function of the inputs and the library.
    ///
    /// - Throws: Errors of the template.
    package func html() throws -> String {
        var charts: [Chart] = []
        var sections: [PageContext.Section] = []
        if let overlay = OverlaySection.section(inputs) {
            sections.append(
                PageContext.Section(
                    overlay, title: "Distributions over each other", file: "", number: 0,
                    charts: &charts))
        }
        for (position, input) in inputs.enumerated() {
            let unusable = input.document.unusable
            sections.append(
                PageContext.Section(
                    ReportSection(input.document), title: input.document.title,
                    file: input.name, number: position + 1,
                    invalid: unusable.map(\.reason).uniqued(),
                    invalidStatus: unusable.contains { $0.status == .invalid }
                        ? .invalid : .incomplete, charts: &charts))
        }
        let title = inputs.count == 1 ? inputs[0].document.title : "\(inputs.count) results"
        return try PageTemplate.render(
            PageContext(title: title, sections: sections, library: library, charts: charts))
    }
}

extension ReportSection {
    init(_ document: ResultDocument) {
        self =
            switch document {
            case .run(let result) where result.runs.contains { $0.live != nil }:
                LiveSection.section(result)
            case .run(let result): RunSection.section(result)
            case .baseline(let result): RunSection.section(result)
            case .saturation(let result): SaturationSection.section(result)
            case .growth(let result): GrowthSection.section(result)
            case .soak(let result): SoakSection.section(result)
            case .memory(let result): MemorySection.section(result)
            case .selfTest(let result): SelfTestSection.section(result)
            case .peers(let result): PeersSection.section(result)
            case .gate(let result): GateSection.section(result)
            case .gateProof(let proof): GateProofSection.section(proof)
            case .calibration(let result): CalibrationSection.section(result)
            case .count(let result): CountSection.section(result)
            case .platform(let result): PlatformSection.section(result)
            case .betting(let result): BettingSection.section(result)
            case .game(let result): GameSection.section(result)
            case .fleetCosts(let result): FleetPlanSection.section(result)
            case .fleetPlan(let result): FleetPlanSection.section(result)
            case .history(let lines): HistorySection.section(lines)
            }
    }
}

extension ResultDocument {
    /// The runs that the result is made of which are INVALID or INCOMPLETE, and why. Searches
    /// and gates replace such runs, and say themselves what came of them.
    fileprivate var unusable: [(status: RunResult.Status, reason: String)] {
        let all: [(name: String, status: RunResult.Status, reason: String?)]
        switch self {
        case .run, .baseline, .soak:
            return RunSummary(runs).sentences.reasons.filter { !$0.status.isValid }
                .map { ($0.status, $0.text) }
        case .platform(let result):
            all = result.runs.map {
                (result.runs.count > 1 ? "run \($0.repetition)" : "the run", $0.status, $0.reason)
            }
        case .betting(let result):
            all = result.runs.map {
                (BettingTable.name($0, of: result.result), $0.status, $0.reason)
            }
        case .game(let result):
            all = result.runs.map { (GameTable.name($0.render, $0.rate), $0.status, $0.reason) }
                + (result.loads ?? []).map {
                    (FigureFormat.counted($0.pages, "page"), $0.status, $0.reason)
                }
        default: return []
        }
        return all.filter { !$0.status.isValid }.map { name, status, reason in
            (status, "\(name) is \(status.rawValue)\(reason.map { ": \($0)" } ?? "")")
        }
    }
}
