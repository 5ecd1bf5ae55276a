import OddsHarness

/// One strategy at growing sizes, at a fixed rate.
struct SizeSweep {
    let command: SaturateCommand
    let scale: ScaledSize

    func curve(of kind: StrategyKind) throws -> GrowthCurve {
        let points = try (0..<command.steps).map { step in
            var traffic = command.traffic
            let size = traffic[scale] << step
            traffic[scale] = size
            do {
                try traffic.validate()
            } catch {
                throw BenchFailure(.usage, "--steps \(command.steps): \(error)")
            }
            return GrowthCurve.Point(size: size, run: try command.measure(kind, traffic))
        }
        return try GrowthCurve(strategy: kind.rawValue, points: points)
    }
}

extension TrafficOptions {
    fileprivate subscript(size: ScaledSize) -> Int {
        get {
            switch size {
            case .events: events.value
            case .markets: markets.value
            case .outcomes: outcomes.value
            }
        }
        set {
            switch size {
            case .events: events = Defaulted(newValue)
            case .markets: markets = Defaulted(newValue)
            case .outcomes: outcomes = Defaulted(newValue)
            }
        }
    }
}
