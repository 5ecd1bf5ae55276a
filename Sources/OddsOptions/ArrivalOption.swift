import ArgumentParser
import OddsTraffic

/// The arrival process of frames: one of generated traffic, or the recorded
/// times of a capture.
package enum ArrivalOption: ExpressibleByArgument, Equatable {
    case generated(ArrivalProcess)
    case recorded

    package init?(argument: String) {
        if argument == Self.recordedName {
            self = .recorded
        } else if let process = ArrivalProcess(rawValue: argument) {
            self = .generated(process)
        } else {
            return nil
        }
    }

    package var defaultValueDescription: String {
        switch self {
        case .generated(let process): process.rawValue
        case .recorded: Self.recordedName
        }
    }

    package static var allValueStrings: [String] {
        ArrivalProcess.allCases.map(\.rawValue) + [recordedName]
    }

    package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    private static let recordedName = "recorded"
}
