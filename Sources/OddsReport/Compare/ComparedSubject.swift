import OddsResults

/// What a result has figures of, such as a strategy.
struct ComparedSubject {
    let name: String
    /// All its runs; empty if the figures come from none.
    var runs: [RunResult] = []
    let figures: [ComparedFigure]

    /// All subjects of a document, in order; empty if its kind cannot be
    /// compared.
    static func all(of document: ResultDocument) -> [ComparedSubject] {
        switch document {
        case .run(let result): subjects(of: result.runs)
        case .baseline(let result): subjects(of: result.runs)
        case .soak(let result): subjects(of: [result.run])
        case .growth(let result):
            result.curves.flatMap { curve in
                curve.points.map { point in
                    subject("\(curve.strategy), \(point.size) \(result.scale)", of: [point.run])
                }
            }
        case .saturation(let result):
            result.curves.map { curve in
                ComparedSubject(
                    name: curve.strategy,
                    figures: [
                        ComparedFigure(
                            metric: "sustainedRate", unit: .rate, isBetterHigher: true,
                            values: curve.sustainedRate.map { [Double($0)] } ?? [])
                    ])
            }
        case .memory(let result): result.profiles.flatMap(subjects)
        case .peers(let result):
            result.tasks.map { cost in
                ComparedSubject(
                    name: "\(cost.task), \(cost.workload), \(cost.implementation)",
                    figures: [
                        ComparedFigure(
                            metric: "nanosecondsPerRecord", unit: .nanoseconds,
                            values: [cost.nanosecondsPerRecord])
                    ])
            }
        case .count(let result):
            result.counts.map { count in
                ComparedSubject(
                    name: count.strategy,
                    figures: [
                        ComparedFigure(
                            metric: CountResult.metric, unit: .number, values: count.perUpdate)
                    ])
            }
                + (result.records ?? []).map { record in
                    ComparedSubject(
                        name: record.kind,
                        figures: [
                            ComparedFigure(
                                metric: "decode", unit: .number, values: [record.decode]),
                            ComparedFigure(
                                metric: "apply", unit: .number, values: [record.apply]),
                        ])
                }
        case .platform(let result): PlatformComparison.subjects(of: result.result)
        case .betting(let result): BettingComparison.subjects(of: result.result)
        case .game(let result): GameComparison.subjects(of: result.result)
        case .fleetCosts(let result):
            result.result.rows.map { row in
                ComparedSubject(
                    name: row.name,
                    figures: [
                        ComparedFigure(
                            metric: row.unit == "B" ? "bytes" : "nanoseconds",
                            unit: row.unit == "B" ? .bytes : .nanoseconds,
                            values: [row.cost.value])
                    ])
            }
        case .fleetPlan(let result):
            result.roles.map { role in
                ComparedSubject(
                    name: role.role.rawValue,
                    figures: [
                        ComparedFigure(
                            metric: "count", unit: .number, values: [Double(role.count)])
                    ])
            }
        case .selfTest, .gate, .gateProof, .calibration, .history: []
        }
    }

    private static func subjects(of runs: [RunResult]) -> [ComparedSubject] {
        StrategyRuns(runs).strategies.map { subject($0.name, of: $0.runs) }
    }

    private static func subject(_ name: String, of runs: [RunResult]) -> ComparedSubject {
        let metrics = MetricRegistry.all.filter(\.isCompared)
        return ComparedSubject(
            name: name, runs: runs, figures: metrics.map { ComparedFigure($0, of: runs) })
    }

    private static func subjects(of profile: MemoryProfile) -> [ComparedSubject] {
        profile.phases.map { phase in
            let figures: [(String, Metric.Unit, Double?)] = [
                ("end.residentBytes", .bytes, phase.end.residentBytes.map { Double($0) }),
                (
                    "end.heap.allocatedBytes", .bytes,
                    phase.end.heap.map { Double($0.allocatedBytes) }
                ),
                ("allocationsPerUpdate", .number, phase.allocationsPerUpdate),
            ]
            return ComparedSubject(
                name: "\(profile.strategy), \(profile.allocator), \(phase.phase.rawValue)",
                figures: figures.map { metric, unit, value in
                    ComparedFigure(metric: metric, unit: unit, values: value.map { [$0] } ?? [])
                })
        }
    }
}
