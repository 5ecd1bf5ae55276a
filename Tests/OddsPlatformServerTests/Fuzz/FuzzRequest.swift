import Foundation
import HTTPTypes
import OddsJSON

/// A request over HTTP, made of an operation.
struct FuzzRequest: CustomStringConvertible {
    let operation: FuzzOperation
    var path: String
    var fields: [(String, String)] = []
    var body: [UInt8] = []

    /// As `curl` would take it.
    var description: String {
        let fields = fields.map { " -H '\($0.0): \($0.1)'" }.joined()
        let body = body.isEmpty ? "" : " -d '\(String(decoding: body, as: UTF8.self))'"
        return "\(operation.port) \(operation.method) \(path)\(fields)\(body)"
    }
}

extension FuzzValues {
    /// A request for an operation; mostly with something odd in it.
    mutating func request(_ operation: FuzzOperation) -> FuzzRequest {
        var request = FuzzRequest(operation: operation, path: operation.path)
        isSportRadar = operation.port == .sportRadar
        let isOdd = chance(60)
        var query: [String] = []
        for parameter in operation.parameters where parameter.isRequired || chance(50) {
            for value in values(parameter, isOdd: isOdd) {
                switch parameter.place {
                case "path":
                    request.path = request.path.replacing(
                        "{\(parameter.name)}", with: Self.escaped(value))
                case "query": query.append("\(parameter.name)=\(Self.escaped(value))")
                default:
                    request.fields.append((parameter.name, Self.fieldValue(value)))
                }
            }
        }
        prove(&request, &query)
        if !query.isEmpty { request.path += "?" + query.joined(separator: "&") }
        if let schema = operation.body { addBody(schema, isOdd: isOdd, to: &request) }
        return request
    }

    private mutating func values(_ parameter: FuzzOperation.Parameter, isOdd: Bool) -> [String] {
        if parameter.name == "Idempotency-Key" {
            return [chance(95) ? "k\(pick(0..<200))" : oddText()]
        }
        if isOdd, chance(25) { return [chance(70) ? oddText() : oddNumber()] }
        switch value(parameter.schema, parameter.name) {
        case .array(let elements): return elements.map(\.plainText)
        case .bool(let flag): return ["\(flag)"]
        case let value: return [value.plainText]
        }
    }

    /// Adds what the port's families of routes ask of a player.
    private mutating func prove(_ request: inout FuzzRequest, _ query: inout [String]) {
        guard chance(96) else { return }
        let session = chance(98) ? player.session : oddText()
        switch request.operation.port {
        case .accounts, .bets:
            for name in ["X-SessionId", "X-Session-Id"] {
                request.fields.append((name, Self.fieldValue(session)))
            }
        case .sportRadar:
            query.append("sessionKey=\(Self.escaped(session))")
            request.fields.append(("Authorization", player.launchToken))
        }
    }

    private mutating func addBody(
        _ schema: JSONValue, isOdd: Bool, to request: inout FuzzRequest
    ) {
        var value = value(schema)
        if isOdd { value = mutated(value) }
        guard request.operation.isForm else {
            request.body = bytes(value)
            request.fields.append(("Content-Type", chance(97) ? "application/json" : oddText()))
            return
        }
        request.fields.append(("Content-Type", "multipart/form-data; boundary=x"))
        request.body = Array(form(value.members, isOdd: isOdd).utf8)
    }

    private mutating func form(_ members: [JSONMember], isOdd: Bool) -> String {
        var form = ""
        for member in members {
            let isFile = member.name == "file"
            form += "--x\r\nContent-Disposition: form-data; name=\"\(member.name)\""
            if isFile { form += "; filename=\"\(chance(80) ? "a.pdf" : oddText())\"" }
            form += "\r\n\r\n"
            form += isFile ? "%PDF-1.7\r\n" : "\(member.value.plainText)\r\n"
        }
        form += "--x--\r\n"
        guard isOdd, chance(20) else { return form }
        return String(form.prefix(pick(0...form.count)))
    }

    /// Mostly with all characters in hexadecimal that have a meaning in addresses.
    private static func escaped(_ text: String) -> String {
        let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    /// What can be in a header field.
    private static func fieldValue(_ text: String) -> String {
        let visible = text.unicodeScalars.filter { 32...126 ~= $0.value }
        return String(visible.prefix(2_000).map(Character.init))
    }
}
