import OddsResults

extension MemoryResult: CSVContent {
    /// A row for each phase of each strategy.
    package var csvRows: [CSVRow] {
        profiles.flatMap { profile in
            profile.phases.map { phase in
                var row = CSVRow()
                row.add("strategy", profile.strategy)
                row.add("allocator", profile.allocator)
                row.add("consumer", profile.consumer.rawValue)
                row.add("phase", phase.phase.rawValue)
                row.add("frames", phase.frames)
                row.add("updates", phase.updates)
                row.add("allocationsPerUpdate", phase.allocationsPerUpdate)
                row.add("allocatedBytesPerUpdate", phase.allocatedBytesPerUpdate)
                row.add("end", phase.end)
                row.add("checksum", profile.checksum)
                for table in phase.tables {
                    row.add("tables.\(table.name).rowCount", table.rowCount)
                    row.add("tables.\(table.name).liveBytes", table.liveBytes)
                    row.add("tables.\(table.name).reservedBytes", table.reservedBytes)
                }
                return row
            }
        }
    }
}

extension CSVRow {
    fileprivate mutating func add(_ path: String, _ sample: MemorySample) {
        add("\(path).atNanoseconds", sample.atNanoseconds)
        add("\(path).residentBytes", sample.residentBytes)
        add("\(path).proportionalBytes", sample.proportionalBytes)
        add("\(path).residentBytesPeak", sample.residentBytesPeak)
        add("\(path).heap.allocatedBytes", sample.heap?.allocatedBytes)
        add("\(path).heap.activeBytes", sample.heap?.activeBytes)
        add("\(path).heap.residentBytes", sample.heap?.residentBytes)
        add("\(path).heap.retainedBytes", sample.heap?.retainedBytes)
        add("\(path).heap.metadataBytes", sample.heap?.metadataBytes)
    }
}

extension CountResult: CSVContent {
    /// A row for each process that counted, then one for each kind of record.
    package var csvRows: [CSVRow] {
        let processes = counts.flatMap { count in
            count.instructions.enumerated().map { index, instructions in
                var row = head
                row.add("strategy", count.strategy)
                row.add("repetition", index + 1)
                row.add("frames", count.frames)
                row.add("updates", count.updates)
                row.add("instructions", instructions)
                row.add(Self.metric, count.perUpdate[index])
                row.add("digest", count.digest)
                return row
            }
        }
        let kinds = (records ?? []).map { count in
            var row = head
            row.add("record", count.kind)
            row.add("records", count.records)
            row.add("decode", count.decode)
            row.add("apply", count.apply)
            return row
        }
        return processes + kinds
    }

    private var head: CSVRow {
        var row = CSVRow()
        row.add("method", method.rawValue)
        row.add("vectorInstructions", vectorInstructions)
        return row
    }
}

extension SelfTestResult: CSVContent {
    /// A row for each figure, then one for each scripted run over sockets.
    package var csvRows: [CSVRow] {
        let clocks = [("virtual", virtualClock.rows), ("real", realClock.rows)]
        let parts = clocks + (live.map { [("live", $0.rows)] } ?? [])
        let figures = parts.flatMap { part, rows in
            rows.map { figure in
                var row = CSVRow()
                row.add("part", part)
                row.add("figure", figure.figure)
                row.add("analyticNanoseconds", figure.analyticNanoseconds)
                row.add("reportedNanoseconds", figure.reportedNanoseconds)
                row.add("allowedNanosecondsMin", figure.allowedNanosecondsMin)
                row.add("allowedNanosecondsMax", figure.allowedNanosecondsMax)
                row.add("isRight", figure.isRight)
                return row
            }
        }
        let verdicts = (live?.verdicts ?? []).map { verdict in
            var row = CSVRow()
            row.add("part", "live")
            row.add("script", verdict.script)
            row.add("expected", verdict.expected.rawValue)
            row.add("reported", verdict.reported.rawValue)
            row.add("isRight", verdict.isRight)
            return row
        }
        return figures + verdicts
    }
}

extension PeersResult {
    /// A row for each task and implementation.
    var csvRows: [CSVRow] {
        tasks.map { cost in
            var row = CSVRow()
            row.add("kind", Self.kind)
            row.add("startedAt", date)
            row.add("commit", commit)
            row.add("task", cost.task)
            row.add("workload", cost.workload)
            row.add("implementation", cost.implementation)
            row.add("nanosecondsPerRecord", cost.nanosecondsPerRecord)
            row.add("nanosecondsPerRecordMin", cost.nanosecondsPerRecordMin)
            row.add("nanosecondsPerRecordMax", cost.nanosecondsPerRecordMax)
            row.add("bytesPerSecond", cost.bytesPerSecond)
            row.add("ratioToOurs", cost.ratioToOurs)
            row.add("ratioToOursLow", cost.ratioToOursLow)
            row.add("ratioToOursHigh", cost.ratioToOursHigh)
            row.add("leavesOut", cost.leavesOut)
            return row
        }
    }
}
