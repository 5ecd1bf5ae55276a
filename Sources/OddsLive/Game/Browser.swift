import Foundation
import OddsExperiments
import Subprocess

/// Chromium as a child process, which ends with this process, even if that crashes, and leaves
/// no files.
package struct Browser: Sendable {
    /// What it calls itself, such as `Chrome/156.0.8078.108`.
    package let product: String
    let devTools: DevTools

    /// The names by which it is looked for on the PATH.
    private static let names = ["chromium", "chromium-browser", "google-chrome"]
    private static let startLimit = Duration.seconds(60)
    /// How many lines of its standard error are kept, to say why it did not start.
    private static let linesMax = 20

    /// The program to start.
    ///
    /// - Parameters:
    ///   - given: The file that the user named, if any.
    ///   - path: The folders to look in, as `PATH` has them.
    /// - Throws: `ExperimentFailure` that says what to install.
    package static func program(
        _ given: String?, path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
    ) throws -> String {
        let files = FileManager.default
        if let given {
            guard files.isExecutableFile(atPath: given) else {
                throw ExperimentFailure(.noSuchFile, "--browser \(given): no such program")
            }
            return given
        }
        let folders = path.split(separator: ":")
        let found = names.lazy.flatMap { name in folders.lazy.map { "\($0)/\(name)" } }
            .first { files.isExecutableFile(atPath: $0) }
        guard let found else {
            throw ExperimentFailure(
                .noSuchFile,
                """
                there is no Chromium on the PATH: install the package chromium \
                ('apt-get install chromium'), or name another program with --browser
                """)
        }
        return found
    }

    /// Starts the browser, and calls `body` once it can be driven. It ends afterwards, and its
    /// profile is removed.
    ///
    /// - Parameters:
    ///   - program: Its file.
    ///   - body: Is passed the browser.
    package static func run<Value: Sendable>(
        _ program: String, _ body: (Browser) async throws -> Value
    ) async throws -> Value {
        // A short name: its sockets are there, too, whose paths have at most 107 bytes.
        let profile = FileManager.default.temporaryDirectory
            .appending(path: "bench-game-\(UUID().uuidString.prefix(8))").path
        let result = try await Subprocess.run(
            .path("/bin/sh"),
            arguments: Arguments(
                ["-c", script, "bench-browser", profile, program] + arguments(profile)),
            platformOptions: .graceful, input: .inputWriter, output: .discarded,
            error: .sequence
        ) { process in
            let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
            // Read to the end, or the browser would wait for somebody to read it.
            let reading = Task {
                defer { continuation.finish() }
                var last: [String] = []
                for try await line in process.standardError.strings() {
                    if let address = address(in: line) { continuation.yield(address) }
                    last = last.suffix(linesMax - 1) + [line]
                }
                return last
            }
            let value: Result<Value, any Error>
            do {
                let browser = try await connect(addresses, reading)
                do {
                    value = .success(try await body(browser))
                } catch {
                    value = .failure(error)
                }
                await browser.devTools.close()
            } catch {
                value = .failure(error)
            }
            try? await process.standardInputWriter.finish()
            _ = await reading.result
            return try value.get()
        }
        return result.closureResult
    }

    /// Connects to the browser once it says where.
    private static func connect(
        _ addresses: AsyncStream<String>, _ reading: Task<[String], any Error>
    ) async throws -> Browser {
        let timer = Task {
            try await Task.sleep(for: startLimit)
            reading.cancel()
        }
        defer { timer.cancel() }
        var iterator = addresses.makeAsyncIterator()
        guard let address = await iterator.next() else {
            let lines = (try? await reading.value) ?? []
            let reason = lines.last.map { ": \($0)" } ?? ""
            throw ExperimentFailure(.childDied, "the browser failed to start\(reason)")
        }
        let devTools = try await DevTools.connect(to: address)
        do {
            return try await Browser(devTools)
        } catch let error as DevToolsError {
            await devTools.close()
            throw ExperimentFailure(.childDied, error.description)
        }
    }

    private init(_ devTools: DevTools) async throws {
        struct Version: Decodable {
            let product: String
        }
        self.devTools = devTools
        product = try await devTools.call(
            "Browser.getVersion", DevToolsNothing(), as: Version.self
        ).product
    }

    /// The address in a line of the browser's standard error.
    static func address(in line: String) -> String? {
        guard let range = line.range(of: "DevTools listening on ws://") else { return nil }
        let start = line.index(range.upperBound, offsetBy: -"ws://".count)
        return String(line[start...].prefix { !$0.isWhitespace })
    }

    private static func arguments(_ profile: String) -> [String] {
        [
            "--headless=new", "--remote-debugging-port=0", "--user-data-dir=\(profile)",
            "--no-first-run", "--no-default-browser-check", "--disable-extensions",
            "--disable-sync", "--disable-component-update", "--disable-background-networking",
            "--mute-audio", "--password-store=basic",
            // Heaps are measured at once, and not with the next major collection, which may
            // take half a minute to come.
            "--enable-blink-features=ForceEagerMeasureMemory",
        ]
            // The sandbox needs a user other than root, as containers often have none.
            + (geteuid() == 0 ? ["--no-sandbox"] : []) + ["about:blank"]
    }

    /// Starts the browser, with all its files in the profile, ends it with the standard input of
    /// this script (which is when its parent ends, whatever ended that), and then removes them.
    private static let script = """
        profile=$1
        shift
        mkdir -m 700 "$profile" || exit
        exec 3<&0
        TMPDIR=$profile "$@" < /dev/null 3<&- &
        browser=$!
        {
            while read -r _; do :; done
            kill "$browser"
            n=0
            while [ "$n" -lt 50 ]; do sleep 0.1; n=$((n + 1)); done
            kill -9 "$browser"
        } <&3 2> /dev/null &
        watcher=$!
        exec 3<&-
        wait "$browser"
        status=$?
        kill "$watcher" 2> /dev/null
        rm -rf "$profile" 2> /dev/null || { sleep 0.5; rm -rf "$profile"; }
        exit "$status"
        """
}
