import OddsResults

extension JUnitReport {
    /// A test case for each check, for the validity and for each condition of each run.
    ///
    /// - Parameter name: What the run is called.
    static func cases<Subject: ConditionSubject>(
        of runs: [Subject.Run], _ conditions: [RunCondition<Subject>],
        name: (Subject.Run) -> String
    ) -> [Case] {
        runs.flatMap { run in
            let name = name(run)
            return cases(of: run, named: name)
                + conditions.map { condition in
                    judged(
                        condition.text, figure: condition.figure(of: run),
                        condition.outcome(for: run), of: "\(name).\(condition.subject.rawValue)")
                }
        }
    }

    /// A test case for each check, and for the validity of a run.
    static func cases(of run: any LoadRun, named name: String) -> [Case] {
        run.checks.map { check($0, of: name) } + [validity(run.status, run.reason, of: name)]
    }

    private static func check(_ check: PlatformCheck, of classname: String) -> Case {
        Case(
            classname: classname, name: check.name,
            outcome: check.isOK
                ? nil : Outcome(element: "failure", type: "wrong", message: check.detail),
            output: check.detail)
    }

    private static func validity(
        _ status: RunResult.Status, _ reason: String?, of classname: String
    ) -> Case {
        Case(
            classname: classname, name: "valid",
            outcome: status == .invalid
                ? Outcome(element: "error", type: "invalid", message: reason ?? "") : nil,
            output: nil)
    }

    private static func judged(
        _ condition: String, figure: String, _ outcome: FailCondition.Outcome,
        of classname: String
    ) -> Case {
        let figure = "\(condition): \(figure)"
        let outcome: Outcome? =
            switch outcome {
            case .holds: nil
            case .fails: Outcome(element: "failure", type: "regression", message: figure)
            case .unknown: Outcome(element: "skipped", type: nil, message: figure)
            }
        return Case(classname: classname, name: condition, outcome: outcome, output: figure)
    }
}
