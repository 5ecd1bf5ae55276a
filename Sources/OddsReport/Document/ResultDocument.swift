import Foundation
import OddsHarness

/// What a file of results holds, by its schema.
public enum ResultDocument: Sendable {
    case run(BenchmarkResult)
    case saturation(SaturationResult)
    case growth(GrowthResult)
    case soak(SoakResult)
    case memory(MemoryResult)
    case selfTest(SelfTestResult)
    case peers(PeersResult)
    case gate(GateResult)
    case gateProof(GateProof)
    case calibration(CalibrationResult)

    /// Reads any JSON that a command of this project writes.
    public init(json: Data) throws(ResultDocumentError) {
        guard let header = Self.decoded(Header.self, json).value else {
            throw .noResult
        }
        self =
            switch header.schema {
            case BenchmarkResult.schemaName: .run(try Self.read(json))
            case "oddsbench.saturation/1": .saturation(try Self.read(json))
            case "oddsbench.growth/1": .growth(try Self.read(json))
            case SoakResult.schemaName: .soak(try Self.read(json))
            case "oddsbench.memory/1": .memory(try Self.read(json))
            case "oddsbench.selftest/1": .selfTest(try Self.read(json))
            case PeersResult.schemaName: .peers(try Self.read(json))
            case GateResult.schemaName: .gate(try Self.read(json))
            case GateProof.schemaName: .gateProof(try Self.read(json))
            case CalibrationResult.schemaName: .calibration(try Self.read(json))
            case KeptBaseline.schemaName: .run(BenchmarkResult(try Self.read(json)))
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
        } catch DecodingError.keyNotFound(let key, let context) {
            return (nil, "\(path(context.codingPath + [key])) is missing")
        } catch DecodingError.typeMismatch(let type, let context) {
            return (nil, "\(path(context.codingPath)) is no \(type)")
        } catch DecodingError.valueNotFound(_, let context) {
            return (nil, "\(path(context.codingPath)) is null")
        } catch DecodingError.dataCorrupted(let context) {
            return (nil, "\(path(context.codingPath)): \(context.debugDescription)")
        } catch {
            return (nil, "\(error)")
        }
    }

    /// `runs[3].responseTime.p50`.
    private static func path(_ keys: [any CodingKey]) -> String {
        var text = ""
        for key in keys {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return text.isEmpty ? "the document" : text
    }
}

/// Why a file is no result.
public enum ResultDocumentError: Error, Equatable, CustomStringConvertible {
    /// Not a JSON object with a `schema`.
    case noResult
    case unknownSchema(String)
    /// What of the document is not as its schema says.
    case mismatch(String)

    public var description: String {
        switch self {
        case .noResult: "no result: not a JSON object with a schema"
        case .unknownSchema(let schema): "the schema '\(schema)' is not known"
        case .mismatch(let what): "not as its schema says: \(what)"
        }
    }
}

extension BenchmarkResult {
    /// A kept baseline's runs, which are those of a command too.
    init(_ kept: KeptBaseline) {
        self.init(
            command: kept.command, seed: kept.seed, trafficDigest: kept.trafficDigest,
            environment: kept.environment, runs: kept.runs)
    }
}
