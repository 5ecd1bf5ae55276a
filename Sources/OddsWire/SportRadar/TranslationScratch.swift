import OddsModel

/// Memory of a translator that it uses again for each element.
struct TranslationScratch: ~Copyable {
    let names: WireFieldNames
    /// The members of the objects that are open at a time, an object within the other.
    let outerMembers = WireMembers.allocate()
    let eventMembers = WireMembers.allocate()
    let liveMembers = WireMembers.allocate()
    let marketMembers = WireMembers.allocate()
    let innerMembers = WireMembers.allocate()
    /// The values of the record that is being made, by property index.
    let values: UnsafeMutablePointer<UInt64>
    /// What hung on entities that the current element replaced.
    var replaced = GrowableBuffer<ContentNode.Index>()
    /// The number of the current element.
    private(set) var serial = 0
    var orphanUpdates = 0
    var orphanDeletes = 0

    /// - Parameter names: Must outlive this.
    init(_ names: WireFieldNames) {
        self.names = names
        values = .allocate(capacity: Schema.propertyCountMax)
        values.initialize(repeating: 0, count: Schema.propertyCountMax)
    }

    deinit {
        for members in [outerMembers, eventMembers, liveMembers, marketMembers, innerMembers] {
            members.deallocate()
        }
        values.deallocate()
    }

    mutating func beginRun() {
        orphanUpdates = 0
        orphanDeletes = 0
    }

    /// Begins an element that puts entities in.
    mutating func beginElement() {
        serial += 1
        replaced.truncate(to: 0)
    }

    func run(of content: Int, _ messageType: MessageType) -> ContentRun {
        ContentRun(
            content: content, messageType: messageType, orphanUpdates: orphanUpdates,
            orphanDeletes: orphanDeletes)
    }
}
