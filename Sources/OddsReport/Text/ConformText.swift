import OddsResults

/// What `bench conform` found out, as text.
package enum ConformText {
    package static func lines(_ result: ConformResult) -> [String] {
        let subject = """
            \(result.name) (\(result.program)), level \(result.level): \(result.cases.count) \
            captures, \(result.frameCount) frames, seed \(result.seed)
            """
        let head = TextWrap.lines(subject, indent: "") + [""]
        guard !result.passes else { return head + [noDeviation(result)] }
        return head + broken(result) + smallest(result.smallest) + others(result)
            + (result.cutShort.map { ["Cut short: \($0)."] } ?? [])
    }

    private static func noDeviation(_ result: ConformResult) -> String {
        guard let reason = result.cutShort else {
            return "PASSED: every answer and every snapshot equals the reference's."
        }
        return "No deviation so far. Cut short: \(reason)."
    }

    private static func broken(_ result: ConformResult) -> [String] {
        guard let first = result.brokenRules.first else { return [] }
        let failed = result.cases.count { $0.deviation != nil }
        let count = "\(failed) of \(result.cases.count) captures show deviations."
        var lines = TextWrap.lines("FAILED: \(first.rule), \(first.text).", indent: "")
        lines.append(count)
        let own = result.brokenRules.filter { $0.captures > 0 }
        guard !own.isEmpty else {
            return lines + [
                "No capture of a single rule shows it; the rule is judged by the frame below.", "",
            ]
        }
        var table = TextTable(header: ["rule", "captures", "what it says"])
        for rule in own { table.add([rule.rule, "\(rule.failed) of \(rule.captures)", rule.text]) }
        return lines + [""] + table.lines + [""]
    }

    private static func smallest(_ smallest: ConformResult.Smallest?) -> [String] {
        guard let smallest else { return [] }
        return [
            "The smallest capture that shows it (from ‘\(smallest.of)’):",
            "",
        ] + smallest.lines.prefix(linesMax).map { "  " + shortened($0) }
            + (smallest.lines.count > linesMax
                ? ["  and \(smallest.lines.count - linesMax) more (--keep FILE has all)"] : [])
            + [""] + TextWrap.lines(smallest.deviation, indent: "") + [""]
    }

    private static func others(_ result: ConformResult) -> [String] {
        let failed = result.cases.filter { $0.deviation != nil }
        let lines = failed.prefix(shownMax).map { failed in
            "  \([failed.rule, failed.name].compactMap(\.self).joined(separator: ": "))"
        }
        let rest = failed.count - lines.count
        return ["Captures with deviations:"] + lines
            + (rest > 0 ? ["  and \(rest) more (--format json has all)"] : [])
    }

    private static func shortened(_ line: String) -> String {
        line.count <= lineMax ? line : "\(line.prefix(lineMax))… (--keep FILE has all of it)"
    }

    private static let shownMax = 20
    private static let lineMax = 2_000
    private static let linesMax = 30
}
