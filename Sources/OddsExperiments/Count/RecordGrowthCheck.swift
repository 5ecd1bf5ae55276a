import OddsResults

/// Holds counted records against a kept result.
package struct RecordGrowthCheck {
    package let all: [RecordGrowth]

    /// - Throws: `ExperimentFailure` with `.invalid` if the two were not counted alike.
    package init(
        of result: ResultEnvelope<CountResult>, against kept: ResultEnvelope<CountResult>
    ) throws {
        let differences = [
            ("toolchain", kept.environment.toolchain, result.environment.toolchain),
            (
                "instructions of the processor", kept.vectorInstructions,
                result.vectorInstructions
            ),
            (
                "architecture", kept.environment.machine.architecture,
                result.environment.machine.architecture
            ),
        ].filter { $0.1 != $0.2 }
        if let (name, before, now) = differences.first {
            throw ExperimentFailure(
                .invalid,
                "the kept result has another \(name): \(before ?? "unknown"), now "
                    + (now ?? "unknown"))
        }
        all = RecordGrowth.all(from: kept.records ?? [], to: result.records ?? [])
        guard !all.isEmpty else {
            throw ExperimentFailure(.invalid, "the kept result has none of these kinds of records")
        }
    }

    /// - Throws: `ExperimentFailure` with `.checkFailed` if a figure grew by more.
    package func require(atMost share: Double) throws {
        let grown = all.filter { $0.share > share }
        guard !grown.isEmpty else { return }
        let list = grown.map { growth in
            """
            \(growth.kind) \(growth.figure) \(FigureFormat.count(growth.before)) to \
            \(FigureFormat.count(growth.now))
            """
        }
        throw ExperimentFailure(
            .checkFailed,
            """
            more than \(FigureFormat.percent(share)) more instructions: \
            \(list.joined(separator: ", "))
            """)
    }
}
