import HTTPTypes
import NIOHTTP1

/// The rights of a request to the world that it names, by the fields that say where it comes
/// from: worlds are few, and any page of others can embed addresses that name new ones.
struct WorldAccess: Sendable {
    /// A field that the page and programs send, and that nothing embedded in a page has. A
    /// browser asks before it lets a page of others send it, and is refused.
    static let fieldName = "X-Game"

    /// `true` if the world may be made.
    let makesWorlds: Bool

    /// The rights of control, and of a socket whose handshake has been admitted.
    static let full = WorldAccess(makesWorlds: true)

    private init(makesWorlds: Bool) { self.makesWorlds = makesWorlds }

    /// - Throws: `Refusal` of a request of another site's page.
    init(_ fields: HTTPFields) throws(Refusal) {
        try self.init(
            site: fields[Self.site], isOfPage: fields[.origin] != nil || fields[Self.field] != nil)
    }

    /// - Throws: `Refusal` of a request of another site's page.
    init(_ headers: HTTPHeaders) throws(Refusal) {
        try self.init(
            site: headers.first(name: "Sec-Fetch-Site"),
            isOfPage: headers.contains(name: "Origin") || headers.contains(name: Self.fieldName))
    }

    /// - Parameters:
    ///   - site: Where a browser says that the request comes from, if it does.
    ///   - isOfPage: Whether it has a field that only the page can have sent, as other origins
    ///     have been refused.
    private init(site: String?, isOfPage: Bool) throws(Refusal) {
        if let site, site != "same-origin", site != "none" {
            throw Refusal(
                .foreign, "pages of others may not name worlds: Sec-Fetch-Site is \(site)")
        }
        makesWorlds = site != nil || isOfPage
    }

    private static let site = HTTPField.Name.known("Sec-Fetch-Site")
    private static let field = HTTPField.Name.known(fieldName)
}
