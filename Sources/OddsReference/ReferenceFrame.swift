/// Why a frame is rejected as a whole, in the terms of EM-F1.
package enum ReferenceRejection: Error, Equatable, Sendable {
    case illegalText(JSONFailure)
    case tooLarge
    case notAnObject
    case messageType
    case records

    /// The offset of the first offending byte; 0 for a wrong shape.
    package var offset: Int {
        switch self {
        case .illegalText(let failure): failure.offset
        case .tooLarge: ReferenceFrame.byteCountMax
        case .notAnObject, .messageType, .records: 0
        }
    }
}

/// A version that is readable: its digits as received.
package struct ReferenceVersion: Equatable, Sendable {
    package let digits: UTF8Text
    package let number: UInt64

    /// `nil` if the version is absent or not readable (EM-V1).
    init?(_ value: JSONValue?) {
        guard let value, let text = value.stringOrInteger else { return nil }
        guard (1...19).contains(text.bytes.count), text.bytes.allSatisfy(isDigit) else {
            return nil
        }
        digits = text
        number = UInt64(text.description)!
    }
}

/// A frame of the right shape (EM-F1).
package struct ReferenceFrame: Sendable {
    package static let byteCountMax = 64 * 1024 * 1024
    package static let depthMax = 64

    package let version: ReferenceVersion?
    package let isDump: Bool
    /// In order of arrival; `nil` for one that is rejected (EM-R1).
    package let records: [ReferenceRecord?]

    package init(_ bytes: [UInt8]) throws(ReferenceRejection) {
        guard bytes.count <= Self.byteCountMax else { throw .tooLarge }
        let value: JSONValue
        do throws(JSONFailure) {
            value = try JSONReader.read(bytes, depthMax: Self.depthMax)
        } catch {
            throw .illegalText(error)
        }
        guard let members = value.object else { throw .notAnObject }
        switch members["messageType"]?.string {
        case "INITIAL_DUMP": isDump = true
        case "UPDATE": isDump = false
        default: throw .messageType
        }
        guard let records = members["records"]?.array else { throw .records }
        self.records = records.map { [isDump] in ReferenceRecord($0, isDump: isDump) }
        version = ReferenceVersion(members["version"])
    }

    /// A frame of records that were received in other words, without a version.
    init(isDump: Bool, records: [ReferenceRecord?]) {
        version = nil
        self.isDump = isDump
        self.records = records
    }
}

extension JSONValue {
    /// A string, or the decimal text of a JSON integer.
    var stringOrInteger: UTF8Text? {
        if let number { return number.isPlainInteger ? number.text : nil }
        return string
    }
}
