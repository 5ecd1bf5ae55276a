import ArgumentParser
import OddsConsole
import OddsExperiments
import OddsLive
import OddsOptions

struct ConvertCommand: ParsableCommand {
    static let configuration = ConvertCommandOptions.configuration

    @OptionGroup
    var options: ConvertCommandOptions

    func run() throws {
        do throws(ConversionError) {
            let choice = ConversionChoice(
                channel: options.channel, provider: options.provider, socket: options.socket)
            let reports: [ConvertedMessages]
            switch options.from {
            case .har:
                reports = try CaptureConversion.convert(
                    har: options.file, choice, to: options.output.path)
            case .ndjson:
                reports = [
                    try CaptureConversion.convert(
                        lines: options.file, choice,
                        intervalNanoseconds: options.intervalNanoseconds,
                        to: options.output.path)
                ]
            }
            for line in reports.flatMap(\.lines) { StandardError.print("bench: \(line)") }
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: ConversionError) -> any Error {
        switch error {
        case .capture(let error): error
        case .unreadable: ExperimentFailure(.noSuchFile, error.description)
        case .notHAR, .noMessages, .noFrames, .severalProviders, .socketsAtOnce, .noSocket,
            .tooManyChannels:
            ExperimentFailure(.badData, error.description)
        }
    }
}
