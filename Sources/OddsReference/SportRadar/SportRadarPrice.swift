/// What is known of a selection's price, and of whether it can be bet on.
struct SportRadarPrice: Sendable {
    var up: Int?
    var down: Int?
    var isTradable: Bool?
    var isSuspended = false

    /// The suspensions that close, in any case of letters (SR-E15).
    private static let closing: Set<UTF8Text> = ["N/O", "N/o", "n/O", "n/o"]

    /// The names of the members that say it.
    static let names: [UTF8Text] = [
        "currentpriceup", "currentpricedown", "istradable", "idfoselectionsuspensiontype",
    ]

    /// Takes what an object says; what it leaves out stays (SR-U4).
    mutating func take(_ members: SportRadarMembers) throws(Unreadable) {
        up = try members.read("currentpriceup", \.pricePart) ?? up
        down = try members.read("currentpricedown", \.lowerPricePart) ?? down
        isTradable = try members.read("istradable", \.boolean) ?? isTradable
        if members.isWritten("idfoselectionsuspensiontype") {
            let type = members["idfoselectionsuspensiontype"]?.string
            isSuspended = type.map(Self.closing.contains) ?? false
        }
    }

    /// The properties of the offer that follow from it (SR-E5, SR-E6); `nil` for
    /// odds that are not known.
    var properties: [UTF8Text: ReferenceValue?] {
        var odds: Double?
        if let up, let down { odds = Double(up + down) / Double(down) }
        let isAvailable = isTradable != false && !isSuspended && odds != nil
        return [
            "odds": .ifKnown(odds),
            "isAvailable": .boolean(isAvailable),
            "statusId": .text(isAvailable ? "1" : "4"),
        ]
    }
}
