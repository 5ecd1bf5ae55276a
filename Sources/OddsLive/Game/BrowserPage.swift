import Foundation
import OddsExperiments
import OddsResults

/// A page of the browser, with a storage of its own, on a screen like a phone's.
struct BrowserPage: Sendable {
    private let devTools: DevTools
    private let context: String
    private let target: String
    private let session: String

    /// A current phone's, in CSS pixels.
    static let viewport = GameViewport(width: 390, height: 844, scale: 3)

    /// Opens an empty page.
    ///
    /// - Throws: `DevToolsError`.
    init(in browser: Browser) async throws {
        devTools = browser.devTools
        context = try await devTools.call(
            "Target.createBrowserContext", DevToolsNothing(), as: Context.self
        ).browserContextId
        target = try await devTools.call(
            "Target.createTarget",
            NewTarget(
                url: "about:blank", browserContextId: context, width: Self.viewport.width,
                height: Self.viewport.height),
            as: Target.self
        ).targetId
        session = try await devTools.call(
            "Target.attachToTarget", Attachment(targetId: target, flatten: true), as: Session.self
        ).sessionId
        try await call("Runtime.enable")
        try await call("Log.enable")
        try await call(
            "Emulation.setDeviceMetricsOverride",
            Metrics(
                width: Self.viewport.width, height: Self.viewport.height,
                deviceScaleFactor: Self.viewport.scale, mobile: true))
        try await call("Emulation.setTouchEmulationEnabled", Touch(enabled: true))
    }

    private func call(
        _ method: String, _ parameters: some Encodable & Sendable = DevToolsNothing()
    ) async throws {
        try await devTools.call(method, parameters, session: session)
    }

    /// Goes to an address.
    ///
    /// - Throws: `DevToolsError` if nothing is there.
    func go(to url: String) async throws {
        struct Navigation: Decodable {
            let errorText: String?
        }
        let answer = try await devTools.call(
            "Page.navigate", ["url": url], session: session, as: Navigation.self)
        if let error = answer.errorText {
            throw DevToolsError.refused(method: url, reason: error)
        }
    }

    /// The JSON of what an expression of JavaScript is, or what its promise becomes; `nil` for
    /// `undefined`.
    ///
    /// - Parameter limit: How long that may take.
    /// - Throws: `DevToolsError`.
    func json(of expression: String, within limit: Duration = DevTools.callLimit) async throws
        -> Data?
    {
        struct Evaluation: Decodable {
            struct Value: Decodable {
                let value: String?
            }

            let result: Value
            let exceptionDetails: DevToolsException?
        }
        let answer = try await devTools.call(
            "Runtime.evaluate",
            Script(
                expression: "(async () => JSON.stringify(await (\(expression))))()",
                awaitPromise: true, returnByValue: true),
            session: session, within: limit, as: Evaluation.self)
        if let exception = answer.exceptionDetails {
            throw DevToolsError.scriptFailed(exception.description)
        }
        return answer.result.value.map { Data($0.utf8) }
    }

    /// What an expression is.
    ///
    /// - Parameters:
    ///   - expression: The expression.
    ///   - name: What messages call it; `nil` for the expression itself.
    ///   - limit: How long it may take.
    /// - Throws: `DevToolsError`, and `ExperimentFailure` if it has another shape.
    func value<Value: Decodable>(
        of expression: String, called name: String? = nil,
        within limit: Duration = DevTools.callLimit, as type: Value.Type
    ) async throws -> Value {
        let name = "the page's \(name ?? expression)"
        guard let json = try await json(of: expression, within: limit) else {
            throw ExperimentFailure(.childDied, "\(name) is undefined")
        }
        do {
            return try JSONDecoder().decode(type, from: json)
        } catch {
            throw ExperimentFailure(
                .childDied, "\(name) cannot be read: \(DecodingReason.text(error))")
        }
    }

    /// Exceptions, and errors and warnings of the console, since the last call.
    func takeProblems() async -> [String] { await devTools.takeProblems(of: session) }

    /// Closes the page and forgets its storage.
    func close() async {
        try? await devTools.call("Target.closeTarget", ["targetId": target])
        try? await devTools.call("Target.disposeBrowserContext", ["browserContextId": context])
    }
}

// The parameters and results of commands, by the names of the protocol.
extension BrowserPage {
    private struct Context: Decodable {
        let browserContextId: String
    }

    private struct NewTarget: Encodable {
        let url: String
        let browserContextId: String
        let width: Int
        let height: Int
    }

    private struct Target: Decodable {
        let targetId: String
    }

    private struct Attachment: Encodable {
        let targetId: String
        let flatten: Bool
    }

    private struct Session: Decodable {
        let sessionId: String
    }

    private struct Metrics: Encodable {
        let width: Int
        let height: Int
        let deviceScaleFactor: Double
        let mobile: Bool
    }

    private struct Touch: Encodable {
        let enabled: Bool
    }

    private struct Script: Encodable {
        let expression: String
        let awaitPromise: Bool
        let returnByValue: Bool
    }
}
