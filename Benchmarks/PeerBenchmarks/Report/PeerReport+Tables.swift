import Foundation

// The report's tables, each the same for a terminal and for Markdown.

extension PeerReport {
    var comparisonTable: ReportTable {
        var table = ReportTable([
            ("task", true), ("frames", true), ("fastest other", true), ("ratio", false),
            ("ours is", true), ("goal", false), ("", true),
        ])
        for line in comparisons {
            table.append([
                line.task, line.workload, line.implementation,
                Self.ratio(line.ratio, line.ratioLow, line.ratioHigh), line.ours,
                line.goal.map { "≥ \(Self.number($0))" } ?? "", line.outcome?.rawValue ?? "",
            ])
        }
        return table
    }

    var identicalTable: ReportTable {
        var table = ReportTable([("task", true), ("frames", true), ("ratio", false), ("", true)])
        for line in identical {
            table.append([
                line.task, line.workload, Self.ratio(line.ratio, line.ratioLow, line.ratioHigh),
                line.ours,
            ])
        }
        return table
    }

    func earlierTable(_ lines: [EarlierComparison]) -> ReportTable {
        var table = ReportTable([
            ("task", true), ("frames", true), ("implementation", true),
            ("before, ns/record", false), ("now", false), ("before/now", false),
        ])
        for line in lines {
            table.append([
                line.task, line.workload, line.implementation,
                Self.number(line.nanosecondsPerRecordBefore),
                Self.number(line.nanosecondsPerRecord),
                Self.ratio(line.ratio, line.ratioLow, line.ratioHigh),
            ])
        }
        return table
    }

    /// A table for each task and workload, in order of appearance.
    var taskSections: [(title: String, table: ReportTable)] {
        var titles: [String] = []
        for line in tasks where !titles.contains(title(of: line)) { titles.append(title(of: line)) }
        return titles.map { title in
            let lines = tasks.filter { self.title(of: $0) == title }
            return (title, table(of: lines, hasMemory: lines[0].residentBytesAtRest != nil))
        }
    }

    private func title(of line: Line) -> String {
        line.task == line.workload ? line.task : "\(line.task), \(line.workload) frames"
    }

    private func table(of lines: [Line], hasMemory: Bool) -> ReportTable {
        var columns = [
            ("implementation", true), ("ns/record", false), ("min", false), ("max", false),
            ("MB/s", false), ("ratio", false), ("records", false), ("processes", false),
            ("rounds", false),
        ]
        if hasMemory { columns += [("at rest, MB", false), ("peak, MB", false)] }
        var table = ReportTable(columns.map { (name: $0.0, isText: $0.1) })
        for line in lines {
            var row = [
                line.implementation, Self.number(line.nanosecondsPerRecord),
                Self.number(line.nanosecondsPerRecordMin),
                Self.number(line.nanosecondsPerRecordMax),
                Self.number(line.bytesPerSecond / 1e6),
                Self.ratio(line.ratioToOurs, line.ratioToOursLow, line.ratioToOursHigh),
                "\(line.records)", "\(line.processMedians.count)", "\(line.rounds)",
            ]
            if hasMemory {
                row += [line.residentBytesAtRest, line.residentBytesPeak].map(Self.megabytes)
            }
            table.append(row)
        }
        return table
    }

    var styleTable: ReportTable {
        var table = ReportTable([
            ("task", true), ("frames", true), ("style", true), ("ns/record", false),
            ("min", false), ("max", false), ("MB/s", false), ("records/s to plain", false),
        ])
        for line in styles {
            table.append([
                line.task, line.workload, line.style, Self.number(line.nanosecondsPerRecord),
                Self.number(line.nanosecondsPerRecordMin),
                Self.number(line.nanosecondsPerRecordMax),
                Self.number(line.bytesPerSecond / 1e6),
                Self.ratio(
                    line.relativeThroughput, line.relativeThroughputLow,
                    line.relativeThroughputHigh),
            ])
        }
        return table
    }

    var growthTable: ReportTable {
        var table = ReportTable([
            ("implementation", true), ("events", false), ("markets", false), ("offers", false),
            ("ns/record", false), ("min", false), ("max", false), ("growth", false),
        ])
        for line in growth {
            table.append([
                line.implementation, "\(line.events)", "\(line.markets)", "\(line.offers)",
                Self.number(line.nanosecondsPerRecord), Self.number(line.nanosecondsPerRecordMin),
                Self.number(line.nanosecondsPerRecordMax),
                Self.ratio(line.growth, line.growthLow, line.growthHigh),
            ])
        }
        return table
    }

    var churnTable: ReportTable {
        var table = ReportTable([
            ("strategy", true), ("creates", false), ("ns/record", false),
            ("resident before, MB", false), ("after", false), ("heap before, MB", false),
            ("after", false),
        ])
        for line in churn {
            let memory = [
                line.residentBytesBefore, line.residentBytesAfter, line.heapBytesBefore,
                line.heapBytesAfter,
            ]
            table.append(
                [line.strategy, "\(line.creates)", Self.number(line.nanosecondsPerRecord)]
                    + memory.map(Self.megabytes))
        }
        return table
    }

    var goalTable: ReportTable {
        var table = ReportTable([
            ("goal", true), ("measured", false), ("bound", false), ("unit", true), ("", true),
        ])
        for goal in goals {
            let bound =
                goal.atLeast.map { "≥ \(Self.number($0))" }
                ?? goal.atMost.map { "≤ \(Self.number($0))" } ?? ""
            table.append([
                goal.name, Self.ratio(goal.measured, goal.measuredLow, goal.measuredHigh), bound,
                goal.unit, goal.outcome == .missed ? "MISSED" : goal.outcome.rawValue,
            ])
        }
        return table
    }

    private static func megabytes(_ bytes: Int?) -> String {
        bytes.map { number(Double($0) / 1e6) } ?? "-"
    }

    /// `1.36 [1.2, 1.5]`.
    private static func ratio(_ value: Double, _ low: Double?, _ high: Double?) -> String {
        guard let low, let high else { return number(value) }
        return "\(number(value)) [\(number(low)), \(number(high))]"
    }

    /// Three digits that count, or all before the point.
    static func number(_ value: Double) -> String {
        let decimals = abs(value) < 10 ? 2 : abs(value) < 100 ? 1 : 0
        return String(format: "%.\(decimals)f", value)
    }
}
