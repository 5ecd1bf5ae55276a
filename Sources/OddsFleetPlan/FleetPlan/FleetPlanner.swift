import OddsMeasurement
import OddsResults

/// Computes a plan from measured costs: a pure function.
package enum FleetPlanner {
    /// - Throws: `FleetPlanError` if no number of machines is enough.
    /// - Complexity: O(log connections).
    package static func result(
        for input: FleetPlanInput, _ costs: FleetCosts, measuredOn machine: Machine
    ) throws(FleetPlanError) -> FleetPlanResult {
        if let objection = costs.objection { throw .unusableCosts(objection) }
        let fleet = try Fleet(input, CostValues(costs, input))
        var roles = fleet.roles
        let low = try Fleet(input, CostValues(costs, input, at: \.low)).roles
        let high = try? Fleet(input, CostValues(costs, input, at: \.high)).roles
        for index in roles.indices {
            roles[index].countLow = low[index].count
            roles[index].countHigh = high?[index].count
        }
        let recovery = fleet.loss.flatMap { $0.recovery() }
        return FleetPlanResult(
            input: input, costs: costs, measuredOn: machine, roles: roles, burst: fleet.burst,
            recovery: recovery, notes: fleet.notes(costs, recovery))
    }
}

/// Why there is no plan.
package enum FleetPlanError: Error, Equatable, CustomStringConvertible {
    case unusableCosts(String)
    /// One machine of the kind cannot do what it must do at least.
    case impossible(FleetRole.Name, FleetLimit)

    package var description: String {
        switch self {
        case .unusableCosts(let reason): "no plan can be made of these costs: \(reason)"
        case .impossible(.edge, let limit):
            """
            not even one connection fits on an edge: \(limit.text(of: .edge)); plan with fewer \
            topics or frames, or with \
            \(limit.limit == .burst ? "a longer --burst-limit" : "larger machines")
            """
        case .impossible(.agent, let limit):
            """
            not even one client fits on an agent: \(limit.text(of: .agent)); plan with fewer \
            frames, or with larger machines
            """
        case .impossible(let role, let limit):
            """
            no number of \(role == .nats ? "NATS servers" : "sources") carries the frames of all \
            topics: \(limit.text(of: role)); plan with fewer topics or frames, or with larger \
            machines
            """
        }
    }
}

extension FleetLimit {
    /// `the limit is cores, at 130% of what is allowed`.
    fileprivate func text(of role: FleetRole.Name) -> String {
        """
        the limit is \(limit.words(of: role)), at \(FigureFormat.percent(share)) of what is allowed
        """
    }
}
