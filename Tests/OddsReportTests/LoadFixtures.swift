import Foundation
import OddsFixtures
import OddsMeasurement
import OddsResults
import Testing

@testable import OddsReport

/// What results of `bench platform` and `bench betting` are made of, and what holds for both.
enum LoadFixtures {
    static func summary(_ nanoseconds: UInt64, count: Int = 2_000) -> LatencySummary {
        var times = LatencyHistogram()
        for number in 0..<count { times.record(nanoseconds + UInt64(number) * 1_000) }
        return LatencySummary(times, keepsHistogram: true)
    }

    static func process(_ peak: Int) -> PlatformProcess {
        var process = PlatformProcess()
        process.residentBytesBefore = 20 << 20
        process.residentBytesPeak = peak
        process.residentBytesAfter = peak - (1 << 20)
        process.processorShare = 0.456
        return process
    }

    static func envelope<Content: ResultContent>(
        _ command: [String], _ content: Content
    ) -> ResultEnvelope<Content> {
        var environment = GateRuns.environment
        environment.buildMode = "release"
        environment.commit = SourceCommit(id: "abc", isClean: true)
        return ResultEnvelope(
            command: command, seed: 42, arrival: Arrival("poisson"), environment: environment,
            content)
    }

    /// Expects that the schema names every field.
    static func checkFields<Content: ResultContent>(
        of result: ResultEnvelope<Content>, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let object = try #require(
            try JSONSerialization.jsonObject(with: result.json()) as? [String: Any])
        let schema = try SchemaFile(kind: Content.kind).property("result")
        #expect(
            SchemaTests.unknown(object["result"] as Any, schema, "") == [],
            sourceLocation: location)
    }

    /// Expects that the schema requires what a reader requires.
    static func checkRequirements<Content: ResultContent>(
        of result: ResultEnvelope<Content>, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let json = try JSONSerialization.jsonObject(with: result.json())
        let schema = try SchemaFile(kind: Content.kind)
        try SchemaTests.forEachField(of: SchemaTests.shortened(json), schema) {
            mutant, isRequired, field in
            // Every trend writes it, and no reader needs it.
            guard !field.hasSuffix(".isBroken") else { return }
            let data = try JSONSerialization.data(withJSONObject: mutant)
            let isRefused = (try? ResultDocument(json: data)) == nil
            #expect(isRefused == isRequired, "\(field)", sourceLocation: location)
        }
    }
}
