import Foundation
import OddsResults

/// The content of a result file, by its schema.
package enum ResultDocument: Sendable {
    case run(ResultEnvelope<RunResults>)
    case baseline(ResultEnvelope<KeptBaseline>)
    case saturation(ResultEnvelope<SaturationResult>)
    case growth(ResultEnvelope<GrowthResult>)
    case soak(ResultEnvelope<SoakResult>)
    case memory(ResultEnvelope<MemoryResult>)
    case selfTest(ResultEnvelope<SelfTestResult>)
    case gate(ResultEnvelope<GateResult>)
    case gateProof(ResultEnvelope<GateProof>)
    case calibration(ResultEnvelope<CalibrationResult>)
    case count(ResultEnvelope<CountResult>)
    case platform(ResultEnvelope<PlatformResult>)
    case betting(ResultEnvelope<BettingResult>)
    case game(ResultEnvelope<GameResult>)
    case fleetCosts(ResultEnvelope<FleetCosts>)
    case fleetPlan(ResultEnvelope<FleetPlanResult>)
    case peers(PeersResult)
    case history([HistoryLine])

    /// Decodes the JSON of any command of this project, in any version.
    package init(json: Data) throws(ResultDocumentError) {
        guard let header = Self.decoded(Header.self, json).value else {
            throw .noResult
        }
        // `oddsbench.KIND/VERSION`
        let words = header.schema.split(whereSeparator: { $0 == "." || $0 == "/" })
        guard words.count == 3, words[0] == "oddsbench" else { throw .unknownSchema(header.schema) }
        self =
            switch String(words[1]) {
            case RunResults.kind: .run(try Self.read(json))
            case KeptBaseline.kind: .baseline(try Self.read(json))
            case SaturationResult.kind: .saturation(try Self.read(json))
            case GrowthResult.kind: .growth(try Self.read(json))
            case SoakResult.kind: .soak(try Self.read(json))
            case MemoryResult.kind: .memory(try Self.read(json))
            case SelfTestResult.kind: .selfTest(try Self.read(json))
            case GateResult.kind: .gate(try Self.read(json))
            case GateProof.kind: .gateProof(try Self.read(json))
            case CalibrationResult.kind: .calibration(try Self.read(json))
            case CountResult.kind: .count(try Self.read(json))
            case PlatformResult.kind: .platform(try Self.read(json))
            case BettingResult.kind: .betting(try Self.read(json))
            case GameResult.kind: .game(try Self.read(json))
            case FleetCosts.kind: .fleetCosts(try Self.read(json))
            case FleetPlanResult.kind: .fleetPlan(try Self.read(json))
            case PeersResult.kind: .peers(try Self.read(json))
            default: throw .unknownSchema(header.schema)
            }
    }

    private struct Header: Decodable {
        var schema: String
    }

    private static func read<Value: Decodable>(_ json: Data) throws(ResultDocumentError) -> Value {
        let (value, reason) = decoded(Value.self, json)
        guard let value else { throw .mismatch(reason ?? "") }
        return value
    }

    /// The value, or why there is none.
    private static func decoded<Value: Decodable>(
        _ type: Value.Type, _ json: Data
    ) -> (value: Value?, reason: String?) {
        do {
            return (try JSONDecoder().decode(type, from: json), nil)
        } catch {
            return (nil, DecodingReason.text(error))
        }
    }
}

/// Why a file is not a result.
package enum ResultDocumentError: Error, Equatable, CustomStringConvertible {
    /// Not a JSON object with a `schema`.
    case noResult
    case unknownSchema(String)
    /// The document does not match its schema; the text says where.
    case mismatch(String)

    package var description: String {
        switch self {
        case .noResult: "not a result of bench: not a JSON object with a schema"
        case .unknownSchema(let schema): "unknown schema '\(schema)'"
        case .mismatch(let what): "does not match its schema: \(what)"
        }
    }
}
