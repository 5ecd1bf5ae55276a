import Foundation

/// The line of JSON on standard output that says where everything is served. It is
/// printed once all of it is.
actor StartLine {
    private let names: [String]
    private var addresses: [String: String] = [:]

    /// - Parameter names: The members, in their order.
    init(_ names: [String]) { self.names = names }

    func add(_ name: String, _ address: String) {
        addresses[name] = address
        guard addresses.count == names.count else { return }
        let members = names.map { "\"\($0)\":\"\(addresses[$0] ?? "")\"" }
        let line = "{\(members.joined(separator: ","))}\n"
        FileHandle.standardOutput.write(Data(line.utf8))
    }
}
