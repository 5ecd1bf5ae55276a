import CWire
import OddsReference
import OddsVerification
@testable import OddsWire
import Testing

/// What a reader makes of a frame.
enum FrameReading: Equatable {
    case rejected(FrameError)
    case read(ReadFrame)

    struct ReadFrame: Equatable {
        var isDump: Bool
        var versionText: String?
        var versionNumber: UInt64?
        var records: [ReferenceRecord]
        var rejectedRecordCount: Int
    }

    var error: FrameError? {
        if case .rejected(let error) = self { error } else { nil }
    }

    var frame: ReadFrame? {
        if case .read(let frame) = self { frame } else { nil }
    }
}

/// The parser under test with the batch that it reuses from frame to frame.
final class FrameReader {
    private var parser: FrameParser
    private var batch = FrameBatch()

    init(predicts: Bool = true) { parser = FrameParser(predicts: predicts) }

    /// - Parameter patience: The records of a shape after which its values are
    ///   looked at.
    init(_ kernels: PredictionOptions.Kernels, patience: UInt32) {
        var options = PredictionOptions()
        options.kernels = kernels
        options.patience = patience
        parser = FrameParser(options)
    }

    func read(_ bytes: [UInt8]) -> FrameReading {
        bytes.withUnsafeBytes { frame in
            do throws(FrameError) {
                try parser.parse(frame, into: &batch)
            } catch {
                return .rejected(error)
            }
            return .read(
                FrameReading.ReadFrame(
                    isDump: batch.messageType == .initialDump,
                    versionText: batch.version?.text, versionNumber: batch.versionNumber,
                    records: (0..<batch.count).map { record(batch[$0]) },
                    rejectedRecordCount: batch.rejectedRecordCount))
        }
    }

    /// How many shapes of updates are straight ones.
    var straightCount: Int { countShapes { $0.straight >= 0 } }

    /// How many shapes of updates have values that are taken for constant.
    var foldedCount: Int { countShapes { $0.folded >= 0 } }

    private func countShapes(where isCounted: (WireShape) -> Bool) -> Int {
        let tree = parser.records + Int(MessageType.update.rawValue)
        let shapes = tree.pointee.compiled.shapes.pointer
        return (0..<tree.pointee.compiled.shapes.count).count { isCounted(shapes[$0]) }
    }

    private func record(_ record: BatchRecord) -> ReferenceRecord {
        var properties: [UTF8Text: ReferenceValue?] = [:]
        if record.type == .reference {
            batch.forEachReferenceProperty(of: record) { name, value in
                properties[UTF8Text(name)] = .some(value.map { .received(UTF8Text($0)) })
            }
        } else {
            batch.forEachProperty(of: record) { property, value in
                properties[UTF8Text("\(property.name)")] = .some(Self.value(value))
            }
        }
        return Self.normalized(
            ReferenceRecord(
                operation: Self.operation(record.operation),
                name: EntityName(
                    type: UTF8Text(batch.typeName(of: record)),
                    id: UTF8Text(batch.id(of: record).utf8)),
                properties: properties))
    }

    private static func operation(_ operation: RecordOperation) -> ReferenceRecord.Operation {
        switch operation {
        case .put: .put
        case .patch: .patch
        case .remove: .remove
        }
    }

    private static func value(_ value: BatchValue) -> ReferenceValue? {
        switch value {
        case .text(let bytes): .text(UTF8Text(bytes))
        case .integer(let integer): .integer(integer)
        case .number(let number): .number(bits: number.bitPattern)
        case .boolean(let boolean): .boolean(boolean)
        case .absent: nil
        }
    }

    /// What `null` does in a whole entity is nothing, whether it is there or
    /// not.
    private static func normalized(_ record: ReferenceRecord) -> ReferenceRecord {
        guard record.operation == .put else { return record }
        return ReferenceRecord(
            operation: .put, name: record.name,
            properties: record.properties.filter { $0.value != nil })
    }

    /// What the reference makes of a frame.
    static func readByReference(_ bytes: [UInt8]) -> FrameReading {
        do throws(ReferenceRejection) {
            let frame = try ReferenceFrame(bytes)
            let records = frame.records.compactMap { $0 }
            return .read(
                FrameReading.ReadFrame(
                    isDump: frame.isDump, versionText: frame.version?.digits.description,
                    versionNumber: frame.version?.number, records: records.map(normalized),
                    rejectedRecordCount: frame.records.count - records.count))
        } catch {
            return .rejected(error.frameError)
        }
    }
}

/// Expects the reader to make the same of the frame as the reference does.
func expectAgreement(on frame: [UInt8], _ reader: FrameReader) {
    let expected = FrameReader.readByReference(frame)
    let actual = reader.read(frame)
    if actual != expected {
        Issue.record("\(String(decoding: frame, as: UTF8.self)): \(actual), not \(expected)")
    }
}

/// Expects agreement on a frame of which one byte from `start` on is another one, is left
/// out, or comes twice.
func expectAgreement(
    onChangesOf whole: [UInt8], from start: Int, bytes: [UInt8], _ reader: FrameReader
) {
    for position in start..<whole.count {
        for byte in bytes {
            var frame = whole
            frame[position] = byte
            expectAgreement(on: frame, reader)
        }
        var shorter = whole
        shorter.remove(at: position)
        expectAgreement(on: shorter, reader)
        var longer = whole
        longer.insert(longer[position], at: position)
        expectAgreement(on: longer, reader)
    }
}
