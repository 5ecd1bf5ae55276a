import OddsResults

extension Comparison {
    /// The comparison as CSV, a row for each figure.
    package var csv: CSVTable { CSVTable(csvRows) }

    fileprivate var csvRows: [CSVRow] {
        rows.map { figure in
            var row = CSVRow()
            row.add("subject", figure.subject)
            row.add("metric", figure.metric)
            row.add("first", figure.first)
            row.add("second", figure.second)
            row.add("ratio", figure.ratio)
            row.add("difference", figure.difference)
            row.add("bound", figure.bound?.rawValue)
            row.add("low", figure.low)
            row.add("high", figure.high)
            row.add("verdict", figure.verdict?.rawValue)
            row.add("unit", figure.unit.rawValue)
            return row
        }
    }
}

extension Comparisons {
    /// The comparisons as CSV, a row for each figure of each result.
    package var csv: CSVTable {
        CSVTable(
            comparisons.flatMap { other in
                var head = CSVRow()
                head.add("base", base)
                head.add("file", other.name)
                return other.comparison.csvRows.map { head.followed(by: $0) }
            })
    }
}

extension ReplayDocument {
    /// The replay as CSV, a row for each channel.
    package var csv: CSVTable {
        CSVTable(
            channels.map { report in
                let counters = report.counters
                var row = CSVRow()
                row.add("channel", report.channel)
                row.add("version", report.version)
                row.add("eventCount", report.eventCount)
                row.add("framesApplied", counters.framesApplied)
                row.add("framesRejected", counters.framesRejected)
                row.add("framesStale", counters.framesStale)
                row.add("framesHeld", counters.framesHeld)
                row.add("framesHeldDropped", counters.framesHeldDropped)
                row.add("recordsApplied", counters.recordsApplied)
                row.add("recordsRejected", counters.recordsRejected)
                row.add("orphanUpdates", counters.orphanUpdates)
                row.add("orphanDeletes", counters.orphanDeletes)
                row.add("changesBeforeRefreshed", counters.changesBeforeRefreshed)
                row.add("changesIgnored", counters.changesIgnored)
                return row
            })
    }
}
