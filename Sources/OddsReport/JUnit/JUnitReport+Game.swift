import Foundation
import OddsResults

extension JUnitReport {
    /// Live odds in a browser, with one test case per check, per condition, per goal of the gate
    /// and for the validity of each run.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - conditions: What fails a run.
    ///   - seconds: How long it took.
    /// - Throws: An error of the template.
    package static func data(
        _ result: ResultEnvelope<GameResult>, conditions: [GameCondition], seconds: Double
    ) throws -> Data {
        let runs = cases(of: result.runs, conditions) {
            "game.\($0.render.rawValue).\($0.rate).\($0.repetition)"
        }
        let loads = (result.loads ?? []).flatMap { load in
            cases(of: load, named: "game.pages.\(load.repetition)")
        }
        return try JUnitReport(
            suite: "bench game", cases: runs + loads + (result.goals ?? []).map(goal),
            seconds: seconds, timestamp: result.environment.startedAt
        ).data()
    }

    private static func goal(_ judgement: GameJudgement) -> Case {
        let outcome: Outcome? =
            switch judgement.outcome {
            case .met: nil
            case .missed: Outcome(element: "failure", type: "goal", message: judgement.text)
            case .open: Outcome(element: "skipped", type: nil, message: judgement.text)
            }
        return Case(
            classname: "game.goals.\(judgement.rate)", name: judgement.goal.rawValue,
            outcome: outcome, output: judgement.text)
    }
}
