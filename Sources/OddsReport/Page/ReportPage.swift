import Foundation

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
        for (number, input) in inputs.enumerated() {
            let section = ReportSection(input.document)
            sections.append(
                PageContext.Section(
                    section, file: input.name, number: number + 1, charts: &charts))
        }
        return try PageTemplate.render(
            PageContext(sections: sections, library: library, charts: charts))
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
            case .history(let lines): HistorySection.section(lines)
            }
    }
}
