import OddsModel
import OddsWire

/// The content of a batch as bytes: equal batches have equal images.
public struct BatchImage: Equatable, CustomStringConvertible {
    private var bytes: [UInt8] = []

    public init(_ batch: borrowing FrameBatch) {
        bytes.reserveCapacity(512 * (batch.count + 1))
        append(word: UInt64(batch.messageType.rawValue))
        append(word: UInt64(batch.rejectedRecordCount))
        if let version = batch.version {
            append(word: version.number)
            bytes += version.text.utf8
        } else {
            append(word: .max)
        }
        for index in 0..<batch.count { append(batch[index], of: batch) }
    }

    private mutating func append(_ record: BatchRecord, of batch: borrowing FrameBatch) {
        bytes += [record.operation.rawValue, record.type.rawValue]
        if record.key.isWord {
            append(word: record.key.rawValue)
        } else {
            append(text: batch.idBytes(of: record))
        }
        if record.type == .reference {
            append(text: batch.typeNameBytes(of: record))
            batch.forEachReferenceProperty(of: record) { name, value in
                append(text: name)
                if let value { append(text: value) } else { append(word: .max) }
            }
        } else {
            batch.forEachProperty(of: record) { property, value in
                // In a complete entity, `null` carries no information.
                if record.operation == .put, case .absent = value { return }
                bytes.append(UInt8(property.index))
                append(value)
            }
        }
        append(word: .max)
    }

    private mutating func append(_ value: BatchValue) {
        switch value {
        case .text(let text): append(text: text)
        case .integer(let integer): append(word: UInt64(bitPattern: integer))
        case .number(let number): append(word: number.bitPattern)
        case .boolean(let boolean): bytes.append(boolean ? 1 : 0)
        case .absent: bytes.append(2)
        }
    }

    private mutating func append(word: UInt64) {
        withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func append(text: UnsafeRawBufferPointer) {
        append(word: UInt64(text.count))
        bytes.append(contentsOf: text)
    }

    public var description: String {
        bytes.map { 0x20...0x7E ~= $0 ? String(Unicode.Scalar($0)) : "·\($0)" }.joined()
    }
}
