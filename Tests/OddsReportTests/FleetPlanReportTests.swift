import Foundation
import OddsFixtures
import OddsFleetPlan
import OddsResults
import Testing

@testable import OddsReport

/// Results of `bench fleet plan`, in all forms in which they are shown.
@Suite struct FleetPlanReportTests {
    private static func costs() -> ResultEnvelope<FleetCosts> {
        LoadFixtures.envelope(["bench", "fleet", "plan", "--calibrate"], FleetFixtures.costs)
    }

    private static func plan(
        _ costs: FleetCosts = FleetFixtures.costs, _ input: FleetPlanInput = FleetPlanInput()
    ) throws -> ResultEnvelope<FleetPlanResult> {
        let plan = try FleetPlanner.result(
            for: input, costs, measuredOn: GateRuns.environment.machine)
        return LoadFixtures.envelope(["bench", "fleet", "plan", "--costs", "costs.json"], plan)
    }

    @Test func everyFieldIsInTheSchemaAndIsReadBack() throws {
        guard case .fleetCosts(let costs) = try ResultDocument(json: Self.costs().json()) else {
            Issue.record("costs are read as another kind")
            return
        }
        #expect(costs == Self.costs())
        #expect(costs.schema == "oddsbench.fleet-costs/2")
        try LoadFixtures.checkFields(of: costs)
        guard case .fleetPlan(let plan) = try ResultDocument(json: Self.plan().json()) else {
            Issue.record("a plan is read as another kind")
            return
        }
        #expect(try plan == Self.plan())
        #expect(plan.schema == "oddsbench.fleet-plan/2")
        #expect(plan.recovery != nil)
        try LoadFixtures.checkFields(of: plan)
    }

    @Test func theSchemaRequiresWhatAReaderRequires() throws {
        try LoadFixtures.checkRequirements(of: Self.costs())
        try LoadFixtures.checkRequirements(of: Self.plan())
    }

    @Test("Every cost is printed with its interval, and every assumption with its option")
    func textHasEverything() throws {
        let plan = try Self.plan()
        let lines = FleetPlanTable.lines(plan)
        // As one line, so that it does not matter where sentences are broken.
        let text = lines.joined(separator: "\n").replacing("\n  ", with: " ")
        #expect(
            lines.first
                == "Fleet plan for 1,000,000 connections, 10 frames/s of 1,200 bytes in 3 regions")
        for part in ["Computed: machines", "Measured: 95% intervals, on ", "Assumed"] {
            #expect(lines.filter { $0.hasPrefix(part) }.count == 1, "\(part)")
        }
        for (name, unit, cost) in plan.costs.rows {
            let line = lines.first { $0.hasPrefix(name + "  ") }
            #expect(line?.contains(FleetPlanText.cost(cost, unit)) == true, "\(name)")
        }
        #expect(text.contains("100 to 1,000       3.94 µs [3.50, 4.39]"))
        for line in FleetPlanAssumptions.lines(plan.result) {
            #expect(
                lines.contains { $0.hasPrefix(line.name) && $0.hasSuffix(line.option ?? "none") },
                "\(line.name)")
        }
        #expect(text.contains("edges: first network out "))
        #expect(text.contains("in 1 attempt;"))
    }

    @Test("What no number of machines is enough for at the upper ends is said")
    func uncertainCount() throws {
        var role = try #require(Self.plan().result.role(.nats))
        role.count = 9
        role.countLow = 9
        role.countHigh = 9
        #expect(FleetPlanText.count(role) == "9")
        role.countHigh = 12
        #expect(FleetPlanText.count(role) == "9 [9, 12]")
        role.countHigh = nil
        #expect(FleetPlanText.count(role) == "9 [9, none is enough]")
    }

    @Test func bandwidthsAreInBits() {
        #expect(FleetPlanText.bits(0) == "0 bit/s")
        #expect(FleetPlanText.bits(125e6) == "1.00 Gbit/s")
        #expect(FleetPlanText.bits(13.72e9) == "110 Gbit/s")
        #expect(FleetPlanText.bits(1e12) == "8.00 Tbit/s")
    }

    @Test func assumedCostOfAConnectionIsAnAssumption() throws {
        let name = "processor time of a connection with TLS"
        #expect(try !FleetPlanAssumptions.lines(Self.plan().result).contains { $0.name == name })
        var costs = FleetFixtures.costs
        costs.edgeNanosecondsPerConnection = nil
        let assumed = try FleetPlanAssumptions.lines(Self.plan(costs).result)
        #expect(assumed.contains { $0.name == name && $0.option == "--connection-cpu" })
        try LoadFixtures.checkRequirements(of: Self.plan(costs))
    }

    @Test func csvHasARowForEachCostAndEachKindOfMachine() throws {
        let costs = Self.costs().csv
        #expect(costs.rows.count == FleetFixtures.costs.rows.count)
        #expect(costs.rows[0]["value"] == .number(20_000))
        #expect(costs.rows[0]["kind"] == .text("fleet-costs"))
        let plan = try Self.plan().csv
        let roles = ["source", "nats", "edge", "agent"]
        #expect(plan.rows.map { $0["role"] } == roles.map(CSVValue.text))
        for column in ["limits.burst", "burst.p99Nanoseconds", "recovery.attempts", "countHigh"] {
            #expect(plan.columns.contains(column), "\(column)")
        }
    }

    @Test func aPageHasMachinesCostsAndAssumptions() throws {
        let page = try Fixtures.page([
            ReportInput(name: "costs.json", document: .fleetCosts(Self.costs())),
            ReportInput(name: "plan.json", document: .fleetPlan(Self.plan())),
        ])
        for text in [
            "Fleet plan", "Fleet costs", "first limit: cores", "--network-share", "made up",
        ] {
            #expect(page.contains(text), "\(text)")
        }
    }

    @Test func costsCanBeCompared() throws {
        let subjects = ComparedSubject.all(of: .fleetCosts(Self.costs()))
        #expect(subjects.map(\.name) == FleetFixtures.costs.rows.map(\.name))
        let plan = try ComparedSubject.all(of: .fleetPlan(Self.plan()))
        #expect(plan.map(\.name) == ["source", "nats", "edge", "agent"])
    }
}
