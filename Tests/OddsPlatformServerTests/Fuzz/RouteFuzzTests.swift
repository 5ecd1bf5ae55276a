import Foundation
import Logging
import OddsServer
import OddsSimulator
import OddsTraffic
import Testing

@testable import OddsPlatformServer

/// No request ends the process, and none is answered with a status of the server's fault.
///
/// The variable `ODDSBENCH_ROUTE_REQUESTS` says how many are tried, `ODDSBENCH_ROUTE_SEED` of which
/// seed. A hundred thousand keep a core busy for two minutes, so they are a step of their own in
/// CI. The request that is being worked on stands in a file whose name is printed: a trap ends
/// the tests with it.
@Suite(.timeLimit(.minutes(60))) struct RouteFuzzTests {
    private static func variable(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    /// Hashing a password takes as long as a thousand other requests.
    private static let rare: Set = [
        "registrationStep", "setPassword", "signup", "quickSignup", "updatePassword",
    ]
    /// What takes players out is rare as well, and bets are what there is most of.
    private static let weights = [
        "placeBet": 200, "placeSlip": 200, "cashOut": 100, "logout": 2, "exclude": 2,
        "lockPlayer": 2, "setConsents": 5, "saveConsents": 5,
    ]

    @Test func noRequestEndsTheProcess() async throws {
        let seed = UInt64(Self.variable("ODDSBENCH_ROUTE_SEED") ?? 1)
        let count = Self.variable("ODDSBENCH_ROUTE_REQUESTS") ?? 5_000
        let file = try RequestFile(seed: seed)
        print("\(count) requests of seed \(seed); the one in work is in \(file.path)")
        let operations = FuzzOperation.all
        let deck = operations.flatMap { operation in
            let weight = Self.rare.contains(operation.name)
                ? 2 : Self.weights[operation.name] ?? 20
            return Array(repeating: operation, count: weight)
        }
        try await withContentServer { contents, logger in
            var fuzz = try await RouteFuzz(seed: seed, contents: contents, logger: logger)
            for number in 0..<count {
                let request = fuzz.request(fuzz.values.pick(deck))
                let words = "seed \(seed), request \(number): \(request)"
                file.note(words)
                let status = try await fuzz.ask(request)
                if status >= 500 { Issue.record("\(status): \(words)") }
                if number.isMultiple(of: 100) { try await fuzz.passTime() }
            }
            #expect(try await fuzz.platform.checkLedger().isOK)
            guard count >= 100_000 else { return }
            expectDepth(fuzz, operations)
        }
        file.remove()
    }

    /// The requests have got to where bets are placed and money moves.
    private func expectDepth(_ fuzz: RouteFuzz, _ operations: [FuzzOperation]) {
        let unmet = operations.map(\.fullName).filter { name in
            fuzz.statuses[name]?.keys.contains { $0 < 300 } != true
        }
        // What needs a socket, and a code that was sent.
        let others = [
            "sportRadar listen", "sportRadar subscribeContent", "sportRadar unsubscribeContent",
            "accounts validateReset", "accounts setPassword",
        ]
        #expect(Set(unmet).isSubset(of: others), "\(unmet)")
        let bets = fuzz.platform.metrics.bets
        #expect(bets.placedCount > 300 && bets.cashoutCount > 10 && bets.settledCount > 100)
        let codes = ["901", "903", "904", "905", "906", "907", "908", "106", "920"]
        #expect(fuzz.hasCrossedBounds)
        #expect(fuzz.codes.isSuperset(of: codes), "\(fuzz.codes.sorted())")
    }

    /// The documents have been read whole: a reader that leaves something out tests nothing.
    @Test func documentsAreReadWhole() {
        let operations = FuzzOperation.all
        for port in FuzzOperation.Port.allCases {
            #expect(operations.count { $0.port == port } > 8)
        }
        #expect(operations.allSatisfy { !$0.name.isEmpty && $0.path.hasPrefix("/") })
        let placing = operations.first { $0.name == "placeBet" }
        #expect(placing?.parameters.map(\.name) == [
            "operator", "userid", "x-operatorid", "Idempotency-Key",
        ])
        let selection = placing?.body?["properties"]?["selections"]?["items"]?["properties"]
        #expect(selection?["bettingOfferId"] == ["type": "string", "maxLength": 1_000])
        for operation in operations {
            for part in operation.path.split(separator: "/") where part.hasPrefix("{") {
                let name = part.dropFirst().dropLast()
                #expect(operation.parameters.contains { $0.name == name && $0.place == "path" })
            }
        }
    }

    private func withContentServer(
        _ body: (EMServer, Logger) async throws -> Void
    ) async throws {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        var configuration = ServerConfiguration()
        configuration.servesContents = true
        var world = TrafficConfiguration()
        world.events = 8
        let traffic = world
        let server = try await EMServer.start(configuration, logger: logger) {
            try WorldSource(traffic, versionOffset: $0)
        }
        do {
            try await body(server, logger)
        } catch {
            try await server.stop()
            throw error
        }
        try await server.stop()
    }
}

/// A file with the request that is being worked on.
private struct RequestFile {
    let path: String
    private let file: Int32

    init(seed: UInt64) throws {
        path = FileManager.default.temporaryDirectory
            .appending(path: "route-fuzz-\(seed)-\(ProcessInfo.processInfo.processIdentifier).txt")
            .path(percentEncoded: false)
        file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func note(_ text: String) {
        let bytes = Array(text.utf8)
        _ = pwrite(file, bytes, bytes.count, 0)
        ftruncate(file, off_t(bytes.count))
    }

    func remove() {
        close(file)
        unlink(path)
    }
}
