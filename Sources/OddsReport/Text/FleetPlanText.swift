import OddsResults

/// Words and figures of fleets' plans.
package enum FleetPlanText {
    /// `1,000,000 connections, 10 frames/s of 1,200 bytes in 3 regions`.
    package static func demand(_ input: FleetPlanInput) -> String {
        """
        \(FigureFormat.counted(input.connections, "connection")), \
        \(number(input.framesPerSecond)) frames/s of \
        \(FigureFormat.count(Double(input.frameBytes))) bytes in \
        \(FigureFormat.counted(input.regions, "region"))
        """
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() ? FigureFormat.count(value) : FigureFormat.number(value)
    }

    static func name(_ role: FleetRole.Name) -> String {
        switch role {
        case .source: "source"
        case .nats: "NATS servers"
        case .edge: "edges"
        case .agent: "agents"
        }
    }

    /// `60 [54, 67]`; the count alone if it is sure.
    static func count(_ role: FleetRole) -> String {
        let count = FigureFormat.count(Double(role.count))
        let low = FigureFormat.count(Double(role.countLow))
        let high = role.countHigh.map { FigureFormat.count(Double($0)) }
        return high == low ? count : "\(count) [\(low), \(high ?? "none is enough")]"
    }

    /// Bytes per second as networks have them: `9.37 Gbit/s`.
    static func bits(_ bytesPerSecond: Double) -> String {
        var value = bytesPerSecond * 8
        for unit in ["bit/s", "kbit/s", "Mbit/s", "Gbit/s"] {
            if value < 999.5 { return "\(FigureFormat.number(value)) \(unit)" }
            value /= 1_000
        }
        return "\(FigureFormat.number(value)) Tbit/s"
    }

    /// A measured cost with its interval: `4.50 µs [4.05, 4.95]`.
    static func cost(_ cost: MeasuredCost, _ unit: String) -> String {
        guard unit == "ns" else {
            return """
                \(FigureFormat.count(cost.value)) B \
                [\(FigureFormat.count(cost.low)), \(FigureFormat.count(cost.high))]
                """
        }
        return FigureFormat.duration(
            nanoseconds: cost.value,
            interval: UInt64(cost.low.rounded())...UInt64(cost.high.rounded()))
    }
}
