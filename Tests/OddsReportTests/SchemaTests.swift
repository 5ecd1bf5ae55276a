import Foundation
import OddsResults
import Testing

@testable import OddsReport

/// The JSON Schemas against the types that results are made of. `make outputs`
/// validates results with a validator.
@Suite struct SchemaTests {
    private static let results = Fixtures.published.map(\.0).filter { !$0.hasPrefix("peers/") } + [
        "published/stages-run.json", "published/gate.json", "gate-proof/proof.json",
        "instructions.json", "published/live.json", "published/soak.json",
    ]

    /// The fields of a value's types that a schema lacks, also those that are `nil`.
    private struct FieldSearch {
        var missing: Set<String> = []
        var types: Set<String> = []

        mutating func look(at value: Any, _ schema: SchemaFile?, _ path: String) {
            let mirror = Mirror(reflecting: value)
            switch mirror.displayStyle {
            case .optional:
                if let some = mirror.children.first { look(at: some.value, schema, path) }
            case .collection:
                for element in mirror.children.prefix(20) {
                    look(at: element.value, schema?.items, path + "[]")
                }
            case .struct where schema?.namesFields == true:
                types.insert("\(mirror.subjectType)")
                for field in mirror.children {
                    guard let name = field.label else { continue }
                    let property = schema?.property(name)
                    if property == nil { missing.insert("\(path).\(name)") }
                    look(at: field.value, property, "\(path).\(name)")
                }
            default: break
            }
        }

        mutating func look(at document: ResultDocument) throws {
            let content = try #require(Mirror(reflecting: document).children.first?.value)
            look(at: content, try SchemaFile(kind: document.schemaKind), document.schemaKind)
        }
    }

    @Test("Every field of every type of result is in the schema of its kind")
    func fieldsAreInTheSchemas() throws {
        var search = FieldSearch()
        for path in Self.results { try search.look(at: Fixtures.document(path)) }

        let soak = try ResultEnvelope<SoakResult>(json: Fixtures.json("published/soak.json"))
        let sample = try #require(soak.run.series?.first)
        search.look(
            at: IntervalLine(soak.run, sample), try SchemaFile(kind: "intervals"), "intervals")
        search.look(
            at: KeptBaseline(name: "", arguments: [], runs: [soak.run]),
            try SchemaFile(kind: "baseline").property("result"), "baseline")
        let noise = MetricNoise(
            strategy: "", metric: "", pairDeviation: 0, runDeviation: 0, isExact: false,
            pairCount: 0)
        search.look(
            at: CalibrationResult(
                arguments: [], secondsPerPair: 1, noise: [noise],
                runs: [GateRun(side: .baseline, pair: 1, run: soak.run)]),
            try SchemaFile(kind: "calibration").property("result"), "calibration")

        let run = try Fixtures.run()
        var lines: [HistoryLine] = []
        for number in 1...24 {
            var line = try HistoryLine.lines(of: run)[0]
            line.commit = SourceCommit(id: "\(number)", isClean: true)
            line.startedAt = "\(number + 10)"
            line.figures = ["serviceTime.p50": Double(number > 12 ? 2_000 : 1_000) + Double(number)]
            lines.append(line)
        }
        search.look(at: lines[0], try SchemaFile(kind: "history"), "history")
        search.look(
            at: HistoryAnalysis(lines, options: .init()),
            try SchemaFile(kind: "history-analysis"), "history-analysis")

        search.look(
            at: RunResults(runs: [try FleetReportTests.run(lost: true)]),
            try SchemaFile(kind: "result").property("result"), "result")
        search.look(
            at: RunResults(runs: [RampTextTests.run([.ok])]),
            try SchemaFile(kind: "result").property("result"), "result")

        #expect(search.missing.sorted() == [])
        let optional: Set = [
            "Account", "Arrival", "BacklogFigures", "Change", "FleetFigures", "GateCount",
            "HarnessFigures", "Heap", "InjectedSlowdown", "IntervalLine", "JitterFigures",
            "LiveFigures", "LiveSelfTestOutcome", "LostAgent", "Part", "PercentileIntervals",
            "RampStep", "RecordCount", "SeriesSample", "SourceCommit", "StageFigures",
            "TimelineFigures", "Truth", "UsageFigures", "VerificationFigures",
        ]
        #expect(optional.subtracting(search.types) == [], "these were looked at, too")
    }

    @Test("A schema requires what a reader requires", arguments: results)
    func requiredFieldsAreThoseOfTheDecoder(path: String) throws {
        let json = try JSONSerialization.jsonObject(with: Fixtures.json(path))
        let document = Self.shortened(json)
        let schema = try SchemaFile(kind: Fixtures.document(path).schemaKind)
        try Self.forEachField(of: document, schema) { mutant, isRequired, field in
            // Every soak writes it, and no reader needs it.
            guard !field.hasSuffix(".isBroken") else { return }
            let data = try JSONSerialization.data(withJSONObject: mutant)
            let isRefused = (try? ResultDocument(json: data)) == nil
            #expect(isRefused == isRequired, "\(path) without \(field)")
        }
    }

    /// The first element of each array.
    static func shortened(_ value: Any) -> Any {
        switch value {
        case let object as [String: Any]: object.mapValues(shortened)
        // Texts of timelines and ends of intervals.
        case let array as [Any] where array.first is [String: Any]: [shortened(array[0])]
        default: value
        }
    }

    /// The paths of fields that a schema lacks.
    static func unknown(_ value: Any, _ schema: SchemaFile?, _ path: String) -> [String] {
        if let list = value as? [Any] {
            return list.flatMap { unknown($0, schema?.items, path + "[]") }
        }
        guard let object = value as? [String: Any], schema?.namesFields == true else { return [] }
        return object.flatMap { name, value -> [String] in
            guard let property = schema?.property(name) else { return ["\(path).\(name)"] }
            return unknown(value, property, "\(path).\(name)")
        }
    }

    /// Calls with the value without each field in turn, and whether that field is
    /// required.
    static func forEachField(
        of value: Any, _ schema: SchemaFile, _ path: String = "",
        _ body: (Any, Bool, String) throws -> Void
    ) rethrows {
        if let array = value as? [Any], let first = array.first as? [String: Any],
            let items = schema.items
        {
            try forEachField(of: first, items, path + "[]") { try body([$0], $1, $2) }
        }
        guard let object = value as? [String: Any], schema.namesFields else { return }
        for (name, field) in object {
            var mutant = object
            mutant[name] = nil
            try body(mutant, schema.requires(name), "\(path).\(name)")
            guard let property = schema.property(name) else { continue }
            try forEachField(of: field, property, "\(path).\(name)") { changed, isRequired, at in
                var mutant = object
                mutant[name] = changed
                try body(mutant, isRequired, at)
            }
        }
    }
}

extension ResultDocument {
    /// The name of the kind's schema.
    fileprivate var schemaKind: String {
        switch self {
        case .run: RunResults.kind
        case .baseline: KeptBaseline.kind
        case .saturation: SaturationResult.kind
        case .growth: GrowthResult.kind
        case .soak: SoakResult.kind
        case .memory: MemoryResult.kind
        case .selfTest: SelfTestResult.kind
        case .gate: GateResult.kind
        case .gateProof: GateProof.kind
        case .calibration: CalibrationResult.kind
        case .count: CountResult.kind
        case .platform: PlatformResult.kind
        case .betting: BettingResult.kind
        case .game: GameResult.kind
        case .fleetCosts: FleetCosts.kind
        case .fleetPlan: FleetPlanResult.kind
        case .peers: PeersResult.kind
        case .history: "history"
        }
    }
}
