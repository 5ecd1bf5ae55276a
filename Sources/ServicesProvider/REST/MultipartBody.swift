/// A form of `multipart/form-data` (RFC 7578).
struct MultipartBody: Sendable {
    private var bytes: [UInt8] = []
    private let boundary: String

    /// - Parameter boundary: Must not occur in what is added; a random one does not.
    init(boundary: String) { self.boundary = boundary }

    /// Adds a field.
    mutating func add(_ name: String, _ text: String) {
        begin("name=\"\(Self.quoted(name))\"", type: nil)
        bytes += text.utf8
        bytes += "\r\n".utf8
    }

    /// Adds a file.
    mutating func add(_ name: String, fileName: String, _ content: [UInt8]) {
        begin(
            "name=\"\(Self.quoted(name))\"; filename=\"\(Self.quoted(fileName))\"",
            type: "application/octet-stream")
        bytes += content
        bytes += "\r\n".utf8
    }

    private mutating func begin(_ disposition: String, type: String?) {
        bytes += "--\(boundary)\r\nContent-Disposition: form-data; \(disposition)\r\n".utf8
        if let type { bytes += "Content-Type: \(type)\r\n".utf8 }
        bytes += "\r\n".utf8
    }

    /// As browsers quote names: HTML standard, "multipart/form-data encoding algorithm".
    private static func quoted(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\"": "%22"
            case "\r", "\n", "\r\n": "%0A"
            default: String(character)
            }
        }.joined()
    }

    /// The whole form.
    var requestBody: RequestBody {
        RequestBody(
            type: "multipart/form-data; boundary=\(boundary)",
            bytes: bytes + "--\(boundary)--\r\n".utf8)
    }
}
