import ArgumentParser
import Dispatch
import Foundation
import Logging
import OddsServer
import OddsSimulator
import OddsTraffic

/// A server of the EM feed for tests and measurements.
@main
struct EMSim: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emsim",
        abstract: "Serves the EM feed: WAMP over WebSocket, with load and faults.",
        discussion: """
            Prints one line of JSON once it serves, {"ws":…,"control":…}; logs go to standard \
            error. Ends with GOODBYE to all upon SIGTERM or SIGINT.
            """)

    @OptionGroup var server: ServerOptions
    @OptionGroup(title: "World") var world: WorldOptions

    func run() async throws {
        LoggingSystem.bootstrap { label in StreamLogHandler.standardError(label: label) }
        var logger = Logger(label: "emsim")
        logger.logLevel = server.logLevel
        let makeSource = try world.makeSource()
        let emServer: EMServer
        do {
            emServer = try await EMServer.start(
                try server.configuration(), logger: logger, makeSource: makeSource)
        } catch let error as CleanExit {
            throw error
        } catch let error as ValidationError {
            throw error
        } catch {
            throw ValidationError("cannot serve on \(server.host):\(server.port): \(error)")
        }
        let control = Task {
            try await ControlServer(emServer).run { port in
                let line = #"{"ws":"\#(emServer.url)","control":"http://\#(server.host):\#(port)"}"#
                FileHandle.standardOutput.write(Data((line + "\n").utf8))
            }
        }
        let end = Task {
            await Self.signal()
            control.cancel()
        }
        let result = await control.result
        end.cancel()
        try await emServer.stop()
        if case .failure(let error) = result, !(error is CancellationError) {
            throw ValidationError("control on port \(server.controlPort): \(error)")
        }
    }

    /// Returns upon the first SIGTERM or SIGINT.
    private static func signal() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let sources = [SIGTERM, SIGINT].map { number in
            Foundation.signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
        for await _ in signals { break }
        for source in sources { source.cancel() }
    }
}
