import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import OddsJSON
import OddsPlatform
import OddsServer
import OddsSimulator
import PlatformFixture

@testable import OddsPlatformServer

/// A platform whose routes are asked without sockets: the same code from the head of a request to
/// the bytes of its answer.
struct RouteFuzz {
    /// What became of the requests of an operation, by status.
    private(set) var statuses: [String: [Int: Int]] = [:]
    /// The codes of refused tickets.
    private(set) var codes: Set<String> = []
    /// Whether a ticket's least stake was above its greatest.
    private(set) var hasCrossedBounds = false
    var values: FuzzValues
    let platform: Platform
    private let world = ScriptedWorld()
    private let responders: [FuzzOperation.Port: RouterResponder<PlatformContext>]
    private let channel = EmbeddedChannel()
    private let logger: Logger
    private var players: [FuzzPlayer] = []

    /// After these a player is of no use any more.
    private static let last: Set = [
        "logout", "exclude", "lockPlayer", "updatePassword", "setConsents", "saveConsents",
    ]
    private static let playerCount = 8

    init(seed: UInt64, contents: EMServer, logger: Logger) async throws {
        var configuration = PlatformConfiguration()
        configuration.settings.passwordCost = .lowest
        configuration.sportRadarPort = 0
        platform = try await Platform(
            configuration.settings,
            clock: PlatformClock { Int64(Date().timeIntervalSince1970 * 1_000) }, world: world,
            hashing: .singleton)
        let server = PlatformServer(
            configuration, platform, faults: PlatformFaults(ServerMetrics()), contents: contents,
            logger: logger)
        responders = [
            .accounts: server.table.router.buildResponder(),
            .bets: server.oddsTable.router.buildResponder(),
            .sportRadar: server.sportRadarTable.router.buildResponder(),
        ]
        self.logger = logger
        values = FuzzValues(seed: seed)
        for event in values.events { setOffers(of: event) }
        for _ in 0..<Self.playerCount { players.append(try await makePlayer()) }
    }

    /// Mostly low odds, so that many selections may be taken together; some are odd.
    private mutating func setOffers(of event: Int) {
        let isOrdinary = FuzzValues.isOrdinary(event)
        for market in 0..<2 {
            let odds = isOrdinary ? 110 : values.pick([100, 50, 0, 185, 99_999_999, 1_000_000_000])
            world.set(
                .init(event, market), odds: odds, isOpen: isOrdinary || values.chance(80),
                isLive: event.isMultiple(of: 5))
        }
    }

    private mutating func makePlayer() async throws -> FuzzPlayer {
        let balance = values.pick(["5.00", "1000000.00", "1000000.00", "9999999999.99"])
        let made = try await platform.makePlayers(
            Self.reader(
                #"{"count":1,"balance":"\#(balance)","bonus":"5.00","freebet":"10000.00"}"#))
        let found = made["players"].elements.first
        var player = FuzzPlayer()
        player.id = found?["userId"].plainText ?? ""
        player.username = found?["username"].plainText ?? ""
        player.password = found?["password"].plainText ?? ""
        for status in ["PENDING", "APPROVED"] {
            _ = try await platform.verify(player.id, Self.reader(#"{"status":"\#(status)"}"#))
        }
        player.session = try await platform.login(
            username: player.username, password: player.password)["sessionId"].plainText
        let arguments = ["productCode": "SPORT_RADAR", "gameId": "SPORTSBOOK"]
        let game = try await PAM(platform).openGameSession(
            Access(session: player.session), RequestArguments { [arguments[$0] ?? ""] })
        player.launchToken = game["launchToken"].plainText
        return player
    }

    static func reader(_ json: String) throws -> JSONReader {
        try JSONReader(try Array(json.utf8).withUnsafeBytes { try JSONValue(json: $0) })
    }

    // MARK: Asking

    /// A request for an operation, of one of the players.
    mutating func request(_ operation: FuzzOperation) -> FuzzRequest {
        values.player = players[Int.random(in: players.indices, using: &values.random)]
        return values.request(operation)
    }

    /// Asks, and notes what the answer names.
    ///
    /// - Returns: The status of the answer.
    mutating func ask(_ request: FuzzRequest) async throws -> Int {
        let (status, body) = try await answer(request)
        statuses[request.operation.fullName, default: [:]][status, default: 0] += 1
        if let json = try? body.withUnsafeBytes({ try JSONValue(json: $0) }) {
            note(json, request.operation)
        }
        if Self.last.contains(request.operation.name),
            let index = players.firstIndex(where: { $0.id == values.player.id })
        {
            players[index] = try await makePlayer()
        }
        return status
    }

    private func answer(_ request: FuzzRequest) async throws -> (Int, [UInt8]) {
        guard let method = HTTPRequest.Method(request.operation.method),
            let responder = responders[request.operation.port]
        else { preconditionFailure("the operation \(request.operation.name) has no port") }
        var head = HTTPRequest(
            method: method, scheme: "http", authority: "localhost", path: request.path)
        for (name, value) in request.fields {
            guard let name = HTTPField.Name(name) else { continue }
            head.headerFields.append(HTTPField(name: name, value: value))
        }
        let context = PlatformContext(
            source: ApplicationRequestContextSource(channel: channel, logger: logger))
        do {
            let response = try await responder.respond(
                to: Request(
                    head: head, body: RequestBody(buffer: ByteBuffer(bytes: request.body))),
                context: context)
            let writer = AnswerWriter(
                bufferCountMax: ["updates": 1, "cashoutValues": 2][request.operation.name])
            try? await response.body.write(writer)
            return (response.status.code, Array(buffer: writer.answer.buffer))
        } catch let error as any HTTPResponseError {
            return (error.status.code, [])
        }
    }

    /// Lets time pass and the world change.
    mutating func passTime() async throws {
        let results = ["WON", "LOST", "VOID", "HALF_WON", "HALF_LOST"]
        for market in 0..<2 {
            let outcome = ScriptedWorld.Place(values.events.lowerBound, market).outcomeID
            _ = try await platform.settle(
                Self.reader(#"{"outcomes":{"\#(outcome)":"\#(values.pick(results))"}}"#))
        }
        values.passEvent()
        setOffers(of: values.events.upperBound)
        world.set(.init(values.pick(values.events)), odds: values.pick([105, 110, 110, 120]))
        _ = try await platform.advanceClock(Self.reader(#"{"advanceSeconds":2}"#))
        try await platform.sendCashoutValues()
        platform.endStreams()
    }

    // MARK: What answers name

    private mutating func note(_ answer: JSONValue, _ operation: FuzzOperation) {
        if let code = answer["response"]?["errorCode"], code != .null {
            codes.insert(code.plainText)
            let bounds = ["min", "max"].compactMap { Double(answer[$0].plainText) }
            if bounds.count == 2, bounds[0] > bounds[1] { hasCrossedBounds = true }
        }
        walk(answer, operation.port)
    }

    private mutating func walk(_ value: JSONValue, _ port: FuzzOperation.Port) {
        for element in value.elements.prefix(20) { walk(element, port) }
        for member in value.members {
            let text = member.value.plainText
            if !text.isEmpty { note(member.name, text, port) }
            walk(member.value, port)
        }
    }

    private static let names = [
        "tokenId": "tokens", "hashKey": "hashes", "code": "bookings", "next": "cursors",
        "conversionId": "conversions", "registrationID": "registrations", "idFOBetSlip": "slips",
        "idFoBet": "ids", "idFOBet": "ids",
    ]

    private mutating func note(_ name: String, _ text: String, _ port: FuzzOperation.Port) {
        if let kind = Self.names[name] { values.note(kind, text) }
        if name == "cashoutValue" { values.note("values", text) }
        for (prefix, kind) in [("b-", "bets"), ("tx-", "payments"), ("l-", "limits")]
        where text.hasPrefix(prefix) && !text.dropFirst(prefix.count).contains("-") {
            values.note(kind, text)
        }
        if name == "Url" || name == "continueUrl" {
            values.note("cashiers", String(text.split(separator: "/").last ?? ""))
        }
    }
}

/// Collects the bytes of an answer; ends a stream after some buffers.
private struct AnswerWriter: ResponseBodyWriter {
    final class Answer {
        var buffer = ByteBuffer()
        var bufferCount = 0
    }

    private struct Enough: Error {}

    let answer = Answer()
    let bufferCountMax: Int?

    func write(_ buffer: ByteBuffer) throws {
        answer.buffer.writeImmutableBuffer(buffer)
        answer.bufferCount += 1
        if let bufferCountMax, answer.bufferCount >= bufferCountMax { throw Enough() }
    }

    func finish(_ trailingHeaders: HTTPFields?) {}
}
