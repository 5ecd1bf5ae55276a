import ArgumentParser
import OddsResults
import OddsTraffic

/// What shells complete, where the type of an option does not say it.
extension CompletionKind {
    /// The figures of a run, which begin conditions and limits.
    package static var metrics: Self { .list(MetricRegistry.paths) }

    package static var scenarios: Self { .list(TrafficScenarios.descriptions.map(\.name)) }

    package static var popularities: Self { .list(["uniform", "zipf"]) }

    package static var captures: Self { .file(extensions: ["ndjson", "gz"]) }

    package static var results: Self { .file(extensions: ["json"]) }
}
