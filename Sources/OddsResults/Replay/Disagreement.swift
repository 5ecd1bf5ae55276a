/// A difference between strategies that must agree, in one line.
package struct Disagreement: Equatable, Sendable, CustomStringConvertible {
    package let description: String

    /// Compares snapshots; `nil` if all are equal.
    package static func between(_ reports: [ReplayReport]) -> Disagreement? {
        guard let first = reports.first else { return nil }
        for other in reports.dropFirst() where other.snapshot != first.snapshot {
            let offset = zip(first.snapshot, other.snapshot).prefix { $0 == $1 }.count
            return Disagreement(
                description: """
                    \(first.strategy) and \(other.strategy) end in different snapshots, from \
                    byte \(offset): …\(excerpt(first.snapshot, at: offset))… against \
                    …\(excerpt(other.snapshot, at: offset))…
                    """)
        }
        return nil
    }

    /// Compares the digests and checksums of runs over the same traffic; `nil`
    /// if they agree. Measured reads are compared only between runs with the
    /// same number of reads.
    package static func between(_ runs: [RunResult]) -> Disagreement? {
        for (position, run) in runs.enumerated() {
            for other in runs[..<position] {
                let name = "\(label(other)) and \(label(run))"
                if other.digest != run.digest {
                    return differ("end in different trees", name, other.digest, run.digest)
                }
                if other.checksum != run.checksum {
                    return differ(
                        "read different values in the end", name, other.checksum, run.checksum)
                }
                if other.reads.count == run.reads.count, other.reads != run.reads {
                    return differ(
                        "read different values on the way", name, other.reads.checksum,
                        run.reads.checksum)
                }
            }
        }
        return nil
    }

    private static func differ(
        _ what: String, _ name: String, _ left: String, _ right: String
    ) -> Disagreement {
        Disagreement(description: "\(name) \(what): \(left) against \(right)")
    }

    private static func label(_ run: RunResult) -> String {
        run.repetition == 1 ? run.strategy : "\(run.strategy) (repeat \(run.repetition))"
    }

    private static func excerpt(_ bytes: [UInt8], at offset: Int) -> String {
        String(decoding: bytes[max(0, offset - 30)..<min(bytes.count, offset + 30)], as: UTF8.self)
    }
}
