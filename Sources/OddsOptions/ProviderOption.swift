import ArgumentParser
import Foundation
import OddsCapture

extension FeedProvider: ExpressibleByArgument {}

/// The wire of generated traffic.
package struct ProviderOption: ParsableArguments {
    @Option(
        name: .customLong("provider"),
        help: """
            Wire of generated traffic. Both show the same world at the same times; a capture \
            names its own.
            """)
    package var given = Defaulted(FeedProvider.everyMatrix)

    package init() {}

    /// Whose wire generated traffic is on.
    package var provider: FeedProvider { given.value }

    /// - Throws: `ValidationError` if the traffic cannot be on this wire.
    package func validate(with traffic: TrafficOptions) throws {
        let memoryBytes = Int(clamping: ProcessInfo.processInfo.physicalMemory)
        do {
            try traffic.configuration.validate(for: provider, memoryBytesMax: memoryBytes / 16)
        } catch {
            throw ValidationError("--\(error)")
        }
    }

    /// Checks it against a capture, which names its own.
    ///
    /// - Throws: `ValidationError` if another one was given.
    package func check(ofCapture path: String, _ own: FeedProvider) throws {
        guard given.isGiven, provider != own else { return }
        throw ValidationError(
            "--provider \(provider.rawValue): the frames of \(path) are of \(own.rawValue)")
    }

    /// Traffic in one line, with its wire if that is not EM's.
    package func title(_ traffic: TrafficOptions) -> String {
        (provider == .everyMatrix ? "" : "\(provider.rawValue), ") + traffic.title
    }

    /// The option as words of a command line; none for EM's, which commands of older
    /// revisions know alone.
    package var words: [String] {
        provider == .everyMatrix ? [] : ["--provider", provider.rawValue]
    }
}
