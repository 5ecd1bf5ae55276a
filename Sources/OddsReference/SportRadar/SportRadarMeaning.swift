/// What an element means for its channel.
struct SportRadarMeaning {
    /// In order; `nil` for what is rejected.
    var records: [ReferenceRecord?] = []
    var orphanUpdates = 0
    var orphanDeletes = 0
    /// The labels of what is ignored (SR-U3).
    var ignored: [UTF8Text] = []
    /// What is known from now on of the prices of selections.
    var prices: [UTF8Text: SportRadarPrice] = [:]
    /// The sports of nodes, by what paths call them.
    var sportsByNode: [UTF8Text: UTF8Text] = [:]

    static let rejected = SportRadarMeaning(records: [nil])
    static let orphanUpdate = SportRadarMeaning(orphanUpdates: 1)
    static let orphanDelete = SportRadarMeaning(orphanDeletes: 1)

    static func ignored(_ path: SportRadarPath) -> SportRadarMeaning {
        SportRadarMeaning(ignored: [path.label])
    }

    mutating func put(
        _ type: UTF8Text, _ id: UTF8Text, _ properties: [UTF8Text: ReferenceValue?]
    ) {
        let name = EntityName(type: type, id: id)
        records.append(ReferenceRecord(operation: .put, name: name, properties: properties))
    }

    mutating func remove(_ name: EntityName) {
        records.append(ReferenceRecord(operation: .remove, name: name, properties: [:]))
    }
}
