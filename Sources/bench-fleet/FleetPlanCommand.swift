import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsFleetCalibration
import OddsFleetPlan
import OddsLauncher
import OddsMeasurement
import OddsOptions
import OddsReport
import OddsResults

/// Computes the machines of a fleet from costs that were measured.
struct FleetPlanCommand: AsyncParsableCommand {
    static let configuration = FleetPlanOptions.configuration

    @OptionGroup var options: FleetPlanOptions

    func run() async throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let file = try ResultOutput(path: options.output.path, isColored: options.output.isColored)
        let folder = try ResultFolder(
            below: options.results.results, command: "fleet-plan", start: start)
        let fault = options.calibrate ? Self.fault : nil
        let costs: ResultEnvelope<FleetCosts>
        if let path = options.costs {
            costs = try CostsFile.read(path)
        } else {
            costs = try await calibrate(start, processorTime)
            if fault == nil { try folder.write(costs.json(), as: "costs.json") }
        }
        let plan: FleetPlanResult
        do throws(FleetPlanError) {
            plan = try FleetPlanner.result(
                for: options.input, costs.result, measuredOn: costs.environment.machine)
        } catch {
            guard case .unusableCosts = error else { throw ExperimentFailure(.usage, "\(error)") }
            throw ExperimentFailure(.badData, "\(options.costs.map { "\($0): " } ?? "")\(error)")
        }
        let result = ResultEnvelope(
            command: options.words,
            environment: await .current(since: start, processorTime: processorTime), plan)
        switch options.output.format {
        case .table: try file.write(lines: FleetPlanTable.lines(result))
        case .json: try file.write(result.json())
        case .csv: try file.write(result.csv.data)
        }
        if let fault { throw ExperimentFailure(.invalid, "the costs are INVALID: \(fault)") }
        try folder.keep(result, notice: StandardError.print)
    }

    /// Why costs that are measured here count for nothing.
    private static var fault: String? {
        Launcher.isOptimized ? nil : "this is a debug build, whose timings are meaningless"
    }

    private func calibrate(
        _ start: Date, _ processorTime: ProcessorTime?
    ) async throws -> ResultEnvelope<FleetCosts> {
        let plan = CalibrationPlan()
        let minutes = Int((plan.duration / .seconds(60)).rounded(.up)) + 1
        StandardError.print(
            """
            bench: measuring the costs on this machine, which takes about \(minutes) minutes; \
            whatever else runs on it is measured, too
            """)
        let line = ProgressLine()
        let costs = try await FleetCalibration.run(plan) {
            line.show(["calibration: \($0)"], log: "calibration: \($0)")
        }
        line.clear()
        return ResultEnvelope(
            command: ["bench", "fleet", "plan", "--calibrate"],
            environment: await .current(since: start, processorTime: processorTime), costs)
    }
}

/// A file of measured costs.
enum CostsFile {
    /// - Throws: `ExperimentFailure` with the file, and what is wrong with it.
    static func read(_ path: String) throws -> ResultEnvelope<FleetCosts> {
        guard let json = FileManager.default.contents(atPath: path) else {
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            throw ExperimentFailure(
                .noSuchFile,
                isFolder.boolValue
                    ? "--costs \(path): is a folder; give the costs.json in it"
                    : "--costs \(path): \(isThere ? "cannot be read" : "no such file")")
        }
        let document: ResultDocument
        do throws(ResultDocumentError) {
            document = try ResultDocument(json: json)
        } catch {
            throw ExperimentFailure(.badData, "--costs \(path): \(error)")
        }
        switch document {
        case .fleetCosts(let costs): return costs
        // A plan has the costs that it was computed from, and their machine.
        case .fleetPlan(let plan):
            var environment = plan.environment
            environment.machine = plan.result.measuredOn
            return ResultEnvelope(
                command: plan.command, environment: environment, plan.result.costs)
        default:
            throw ExperimentFailure(
                .badData,
                """
                --costs \(path): is a result of another command; give the costs of \
                'bench fleet plan --calibrate'
                """)
        }
    }
}
