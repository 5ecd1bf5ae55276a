/// Saturation curves for people: a row a run, the found rate below.
public enum SaturationTable {
    public static func lines(_ result: SaturationResult) -> [String] {
        result.curves.flatMap { curve -> [String] in
            var table = TextTable(
                header: [
                    curve.strategy, "achieved \(result.runRateUnit)", "response p50", "p99",
                    "p99.9", "service p50", "p99", "status", result.objective,
                ])
            for point in curve.points {
                let run = point.run
                table.add([
                    rate(Double(point.rate)), FigureFormat.count(run.achievedRate),
                    response(run, run.responseTime.p50), response(run, run.responseTime.p99),
                    response(run, run.responseTime.p999), duration(run.serviceTime.p50),
                    duration(run.serviceTime.p99), run.status.rawValue,
                    point.holds.map { $0 ? "holds" : "broken" } ?? FigureFormat.missing,
                ])
            }
            return table.lines + [conclusion(curve, result), ""]
        } + result.environment.missing.map { "note: \($0)" }
    }

    private static func conclusion(
        _ curve: SaturationCurve, _ result: SaturationResult
    ) -> String {
        guard let sustained = curve.sustainedRate else {
            return "\(curve.strategy) holds the objective at no rate that was tried"
        }
        return "\(curve.strategy) holds \(FigureFormat.count(Double(sustained))) updates/s"
            + (result.achieved(by: curve).map { ", that is \($0)" } ?? "")
            + (curve.isHarnessLimit ? ", and the harness could offer no more" : "")
    }

    private static func response(_ run: RunResult, _ nanoseconds: UInt64?) -> String {
        (run.unserved.frames > 0 && nanoseconds != nil ? "≥ " : "") + duration(nanoseconds)
    }
}

/// Growth curves for people: a row a size, the fits below.
public enum GrowthTable {
    public static func lines(_ result: GrowthResult) -> [String] {
        result.curves.flatMap { curve -> [String] in
            var table = TextTable(
                header: [
                    "\(curve.strategy), \(result.scale)", "service p50", "service p99",
                    "response p50", "response p99", "heap allocated", "status",
                ])
            for point in curve.points {
                let run = point.run
                table.add([
                    FigureFormat.count(Double(point.size)), duration(run.serviceTime.p50),
                    duration(run.serviceTime.p99), duration(run.responseTime.p50),
                    duration(run.responseTime.p99),
                    run.memory.allocatedBytes.map { FigureFormat.bytes(Double($0)) }
                        ?? FigureFormat.missing,
                    run.status.rawValue,
                ])
            }
            return table.lines + curve.fits.map { fit(result.scale, $0) } + [""]
        } + result.environment.missing.map { "note: \($0)" }
    }

    private static func fit(_ scale: String, _ fit: GrowthFit) -> String {
        let exponent = fit.exponent
        return "\(fit.metric) grows as \(scale)^\(number(exponent.value)) "
            + "[\(number(exponent.low)), \(number(exponent.high))], "
            + "R² \(number(fit.determination))"
    }

    private static func number(_ value: Double) -> String { FigureFormat.number(value) }
}

private func rate(_ value: Double) -> String { FigureFormat.count(value) + "/s" }

private func duration(_ nanoseconds: UInt64?) -> String {
    nanoseconds.map { FigureFormat.duration(nanoseconds: Double($0)) } ?? FigureFormat.missing
}
