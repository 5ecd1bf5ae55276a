import OddsResults

extension GateResult: CSVContent {
    /// A row for each judgement; one without figures if there is none.
    package var csvRows: [CSVRow] {
        var head = CSVRow()
        head.add("baseline.name", baseline.name)
        head.add("baseline.commit", baseline.commit)
        head.add("candidate.name", candidate.name)
        head.add("candidate.commit", candidate.commit)
        head.add("gateVerdict", verdict.rawValue)
        head.add("gateReason", reason)
        return judgements.csvRows(after: head)
    }
}

extension GateProof: CSVContent {
    /// A row for each judgement of each gate.
    package var csvRows: [CSVRow] {
        gates.enumerated().flatMap { index, gate in
            var head = CSVRow()
            head.add("gate", index + 1)
            head.add("arm", gate.arm)
            head.add("injection.frames", arms[gate.arm].injection?.frames.rawValue)
            head.add("injection.share", arms[gate.arm].injection?.share)
            head.add("gateVerdict", gate.verdict.rawValue)
            head.add("gateReason", gate.reason)
            head.add("seconds", gate.seconds)
            return gate.judgements.csvRows(after: head)
        }
    }
}

extension [MetricJudgement] {
    fileprivate func csvRows(after head: CSVRow) -> [CSVRow] {
        isEmpty ? [head] : map { head.followed(by: $0.csvRow) }
    }
}

extension MetricJudgement {
    fileprivate var csvRow: CSVRow {
        var row = CSVRow()
        row.add("strategy", strategy)
        row.add("metric", metric)
        row.add("verdict", verdict.rawValue)
        row.add("isExact", isExact)
        row.add("baseline", baseline)
        row.add("candidate", candidate)
        row.add("change.value", change?.value)
        row.add("change.low", change?.low)
        row.add("change.high", change?.high)
        row.add("threshold", threshold)
        row.add("sampleCount", sampleCount)
        row.add("reason", reason)
        return row
    }
}

extension CalibrationResult: CSVContent {
    /// A row for the noise of each figure.
    package var csvRows: [CSVRow] {
        noise.map { noise in
            var row = CSVRow()
            row.add("strategy", noise.strategy)
            row.add("metric", noise.metric)
            row.add("pairDeviation", noise.pairDeviation)
            row.add("runDeviation", noise.runDeviation)
            row.add("isExact", noise.isExact)
            row.add("pairCount", noise.pairCount)
            row.add("secondsPerPair", secondsPerPair)
            return row
        }
    }
}
