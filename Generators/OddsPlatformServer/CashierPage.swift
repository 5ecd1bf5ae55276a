import Foundation
import HTTPTypes
import Hummingbird
import Mustache
import NIOCore
import OddsPlatform

/// The cashier's page: a form to enter an amount, to confirm or to cancel.
enum CashierPage {
    private static let template: MustacheTemplate = {
        do {
            return try MustacheTemplate(
                string: String(decoding: PackageResources.cashier_mustache, as: UTF8.self))
        } catch { preconditionFailure("the cashier's template: \(error)") }
    }()

    private struct Values {
        let type: String
        let amount: String?
        let successURL: String
        let cancelURL: String
        let failURL: String
    }

    /// The page of a session. Mustache escapes what it shows.
    static func page(_ session: CashierSession) -> Response {
        let values = Values(
            type: session.type, amount: session.amount, successURL: web(session.successURL),
            cancelURL: web(session.cancelURL), failURL: web(session.failURL))
        return response(
            template.render(values), type: "text/html; charset=utf-8",
            // Pages of apps show it in frames.
            policy: "default-src 'none'; script-src 'self'; style-src 'self'; "
                + "connect-src 'self'; base-uri 'none'; form-action 'none'")
    }

    static var script: Response {
        response(
            String(decoding: PackageResources.cashier_js, as: UTF8.self),
            type: "text/javascript; charset=utf-8")
    }

    static var style: Response {
        response(
            String(decoding: PackageResources.cashier_css, as: UTF8.self),
            type: "text/css; charset=utf-8")
    }

    /// The address if it is one of http or https; else none.
    private static func web(_ address: String) -> String {
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host?.isEmpty == false
        else { return "" }
        return address
    }

    private static func response(
        _ text: String, type: String, policy: String? = nil
    ) -> Response {
        var headers: HTTPFields = [
            .contentType: type, .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
        ]
        if let policy { headers[.contentSecurityPolicy] = policy }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
