/// The packages of which two programs have different versions.
package enum PackageDifferences {
    /// One line each, in the order of names.
    ///
    /// - Parameters:
    ///   - then: The versions of one program by name; `nil` if they are unknown, which differs
    ///     from nothing.
    ///   - now: Those of the other.
    package static func lines(_ then: [String: String]?, _ now: [String: String]?) -> [String] {
        guard let then, let now else { return [] }
        return Set(then.keys).union(now.keys).sorted().compactMap { name in
            let (old, new) = (then[name], now[name])
            return old == new ? nil : "\(name): \(old ?? "none") then, \(new ?? "none") now"
        }
    }
}
