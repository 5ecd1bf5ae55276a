import OddsExternal
import OddsReconstruction

/// What a run measures: a strategy of this package, or another program.
package enum RunSubject: Hashable, Sendable, CustomStringConvertible {
    case strategy(StrategyName)
    case program(MeasuredProgram)

    /// As tables and results call it.
    package var text: String {
        switch self {
        case .strategy(let name): name.text
        case .program(let program): program.name
        }
    }

    package var description: String { text }
}

/// A program that has said hello.
package struct MeasuredProgram: Codable, Hashable, Sendable {
    package var program: ExternalProgram
    /// Unlike those of all other subjects of the run.
    package var name: String
    /// `nil` for the program that answers nothing.
    package var level: ConformanceLevel?
    package var limits = ProgramLimits()

    /// Its command line for results, which do not say where `bench` itself is.
    var command: String {
        level == nil ? "bench \(NullReconstruction.command)" : program.description
    }

    package init(
        program: ExternalProgram, name: String, level: ConformanceLevel?
    ) {
        self.program = program
        self.name = name
        self.level = level
    }

    /// Starts programs once, to see that they speak the protocol and what they are called,
    /// and adds one that answers nothing for each transport.
    ///
    /// - Parameters:
    ///   - programs: The programs.
    ///   - channels: The names of the channels.
    ///   - taken: Names that others have.
    /// - Throws: `ExperimentFailure` for one that does not answer.
    package static func all(
        _ programs: [ExternalProgram], channels: [String], taken: [String]
    ) throws -> [MeasuredProgram] {
        var names = taken
        func unused(_ name: String) -> String {
            let candidates = [name] + (2...programs.count + 2).map { "\(name) \($0)" }
            let free = candidates.first { !names.contains($0) } ?? name
            names.append(free)
            return free
        }
        let measured = try programs.map { program in
            do throws(ProgramFailure) {
                let session = try ProgramSession(program, channels: channels)
                let greeting = session.greeting
                try session.end()
                return MeasuredProgram(
                    program: program, name: unused(greeting.name + program.transport.suffix),
                    level: greeting.level)
            } catch {
                throw ExperimentFailure(error)
            }
        }
        let own = try ChildProcess.ownProgram().path
        let transports = [MessageTransport.pipe, .ring].filter { transport in
            programs.contains { $0.transport == transport }
        }
        return measured
            + transports.map { transport in
                MeasuredProgram(
                    program: ExternalProgram(
                        words: [own, NullReconstruction.command], transport: transport),
                    name: unused(NullReconstruction.name + transport.suffix), level: nil)
            }
    }
}

extension MessageTransport {
    fileprivate var suffix: String { self == .ring ? " (ring)" : "" }
}
