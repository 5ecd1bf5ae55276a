import OddsResults

extension FleetCosts: CSVContent {
    /// A row for each cost.
    package var csvRows: [CSVRow] {
        rows.map { name, unit, cost in
            var row = CSVRow()
            row.add("cost", name)
            row.add("value", cost.value)
            row.add("low", cost.low)
            row.add("high", cost.high)
            row.add("unit", unit)
            row.add("sampleCount", cost.sampleCount)
            row.add("method", cost.method)
            row.add("frameBytes", frameBytes)
            return row
        }
    }
}

extension FleetPlanResult: CSVContent {
    /// A row for each kind of machine.
    package var csvRows: [CSVRow] {
        roles.map { role in
            var row = CSVRow()
            row.add("role", role.role.rawValue)
            row.add("count", role.count)
            row.add("countLow", role.countLow)
            row.add("countHigh", role.countHigh)
            row.add("utilization", role.utilization)
            row.add("utilizationAfterLoss", role.utilizationAfterLoss)
            row.add("memoryBytes", role.memoryBytes)
            row.add("bytesInPerSecond", role.bytesInPerSecond)
            row.add("bytesOutPerSecond", role.bytesOutPerSecond)
            row.add("totalBytesInPerSecond", role.totalBytesInPerSecond)
            row.add("totalBytesOutPerSecond", role.totalBytesOutPerSecond)
            for limit in role.limits { row.add("limits.\(limit.limit.rawValue)", limit.share) }
            if role.role == .edge {
                row.add("burst.p99Nanoseconds", burst.p99Nanoseconds)
                row.add("burst.p99NanosecondsAfterLoss", burst.p99NanosecondsAfterLoss)
                row.add("recovery.nanoseconds", recovery?.nanoseconds)
                row.add("recovery.attempts", recovery?.attempts)
            }
            return row
        }
    }
}
