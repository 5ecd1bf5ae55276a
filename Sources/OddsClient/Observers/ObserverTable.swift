import OddsModel
import OddsStore

/// The observers of a store's entities. A change that concerns no observer
/// costs one hash lookup, however many observers there are.
///
/// Allocates for values that are delivered. Its store isolates it.
struct ObserverTable: ~Copyable {
    typealias Send = (EntityValue?) -> Void

    /// An entity that is observed.
    private final class Watch {
        let name: EntityName
        /// The id as a word; `nil` if none holds it or it is a reference entity's.
        let key: EntityKey?
        var latest: EntityValue?
        var readers: [(number: Int, send: Send, finish: () -> Void)] = []
        /// The links of an outcome's offers.
        var offers: [EntityID: Int] = [:]
        var isTouched = false

        init(_ name: EntityName, _ key: EntityKey?) {
            self.name = name
            self.key = key
        }
    }

    /// An offer of an outcome that is observed.
    private struct OfferLink {
        var key: EntityKey
        var watch: Int
    }

    private var watches: [Watch?] = []
    private var freeWatches: [Int] = []
    private var index = IDTable()
    /// The watches whose ids are no numbers, and those of reference entities.
    private var named: [EntityName: Int] = [:]
    private var offerLinks: [OfferLink] = []
    private var freeLinks: [Int] = []
    private var offerIndex = IDTable()
    private var outcomeCount = 0
    /// The watch of each reader.
    private var readers: [Int: Int] = [:]
    private var lastReader = 0
    private var touched: [Int] = []

    var isEmpty: Bool { readers.isEmpty }

    // MARK: Readers

    /// Adds a reader, which gets the entity's value now and each time that it
    /// changes, and returns the reader's number.
    mutating func add(
        _ name: EntityName, in fold: any ChannelFold, send: @escaping Send,
        finish: @escaping () -> Void
    ) -> Int {
        let position = find(name) ?? insert(name, in: fold)
        lastReader += 1
        readers[lastReader] = position
        guard let watch = watches[position] else { preconditionFailure("a watch that is gone") }
        watch.readers.append((lastReader, send, finish))
        send(watch.latest)
        return lastReader
    }

    /// Removes a reader, if it is there.
    mutating func remove(_ reader: Int) {
        guard let position = readers.removeValue(forKey: reader), let watch = watches[position]
        else { return }
        watch.readers.removeAll { $0.number == reader }
        if watch.readers.isEmpty { remove(watch, at: position) }
    }

    /// Ends all readers.
    mutating func finish() {
        for position in watches.indices {
            guard let watch = watches[position] else { continue }
            for reader in watch.readers { reader.finish() }
            remove(watch, at: position)
        }
        readers = [:]
    }

    // MARK: Changes

    /// Sends the new values of observed entities that have changed.
    ///
    /// - Complexity: O(entries), expected, and O(properties) for each entity
    ///   that is observed.
    mutating func note(_ changes: ChangeSet, in fold: any ChannelFold) {
        guard !readers.isEmpty else { return }
        for position in 0..<changes.entryCount {
            let entry = changes.entry(at: position)
            guard !entry.kinds.isEmpty else { continue }
            if entry.key.isWord, entry.type != .reference {
                if let watch = find(entry.type, entry.key) { touch(watch) }
                if entry.type == .bettingOffer, outcomeCount > 0 {
                    noteOffer(entry, changes, fold)
                }
            } else if !named.isEmpty || outcomeCount > 0 {
                let name = changes.name(of: entry)
                if let watch = named[name] { touch(watch) }
                if entry.type == .bettingOffer { noteOffer(entry, changes, fold) }
            }
        }
        for position in touched { renew(position, in: fold) }
        touched.removeAll(keepingCapacity: true)
    }

    /// Touches the outcomes that showed the offer, and the one that shows it
    /// now.
    private mutating func noteOffer(
        _ entry: ChangeSet.Entry, _ changes: ChangeSet, _ fold: any ChannelFold
    ) {
        if entry.key.isWord, let watch = findOffer(entry.key) { touch(watch) }
        let movers = PropertySet(index: Schema.Offer.outcomeId)
        let isText = !entry.key.isWord
        let isMoved = entry.kinds.contains(.inserted) || !entry.properties.isDisjoint(with: movers)
        guard isText || isMoved else { return }
        let name = EntityName(.bettingOffer, changes.id(of: entry))
        if isText {
            // So rare that a search of all outcomes will do.
            for position in watches.indices where watches[position]?.offers[name.id] != nil {
                touch(position)
            }
        }
        guard let outcome = fold.value(of: name)?.bettingOffer?.outcomeId,
            let watch = find(EntityName(.outcome, outcome))
        else { return }
        touch(watch)
    }

    private mutating func touch(_ position: Int) {
        guard let watch = watches[position], !watch.isTouched else { return }
        watch.isTouched = true
        touched.append(position)
    }

    /// Reads the entity, and sends it to its readers if it has changed.
    private mutating func renew(_ position: Int, in fold: any ChannelFold) {
        guard let watch = watches[position] else { return }
        watch.isTouched = false
        let value = fold.value(of: watch.name)
        guard value != watch.latest else { return }
        watch.latest = value
        if watch.name.type == .outcome { renewOffers(of: watch, at: position) }
        for reader in watch.readers { reader.send(value) }
    }

    // MARK: Watches

    private mutating func insert(_ name: EntityName, in fold: any ChannelFold) -> Int {
        let key = name.numberKey
        let watch = Watch(name, key)
        let position: Int
        if let free = freeWatches.popLast() {
            position = free
            watches[position] = watch
        } else {
            position = watches.count
            watches.append(watch)
        }
        if let key {
            let watches = watches
            index.insert(hash: Self.hash(name.type, key), row: position) {
                Self.hash(watches[$0])
            }
        } else {
            named[name] = position
        }
        watch.latest = fold.value(of: name)
        if name.type == .outcome {
            outcomeCount += 1
            renewOffers(of: watch, at: position)
        }
        return position
    }

    private mutating func remove(_ watch: Watch, at position: Int) {
        for link in watch.offers.values { removeLink(link) }
        if watch.name.type == .outcome { outcomeCount -= 1 }
        if let key = watch.key {
            let watches = watches
            index.remove(hash: Self.hash(watch.name.type, key), row: position) {
                Self.hash(watches[$0])
            }
        } else {
            named[watch.name] = nil
        }
        watches[position] = nil
        freeWatches.append(position)
    }

    private func find(_ name: EntityName) -> Int? {
        guard let key = name.numberKey else { return named[name] }
        return find(name.type, key)
    }

    private func find(_ type: EntityType, _ key: EntityKey) -> Int? {
        index.find(hash: Self.hash(type, key)) {
            watches[$0]?.key == key && watches[$0]?.name.type == type
        }
    }

    private static func hash(_ type: EntityType, _ key: EntityKey) -> UInt32 {
        mixedHash(key.rawValue ^ UInt64(type.rawValue) << 60)
    }

    private static func hash(_ watch: Watch?) -> UInt32 {
        guard let watch, let key = watch.key else { return 0 }
        return hash(watch.name.type, key)
    }

    // MARK: Offers of outcomes

    private func findOffer(_ key: EntityKey) -> Int? {
        offerIndex.find(hash: mixedHash(key.rawValue)) { offerLinks[$0].key == key }
            .map { offerLinks[$0].watch }
    }

    /// Links exactly the offers that the outcome shows.
    private mutating func renewOffers(of watch: Watch, at position: Int) {
        let offers = watch.latest?.outcome?.bettingOffers
        let isSame =
            offers?.count ?? 0 == watch.offers.count
            && offers?.allSatisfy { watch.offers[$0.id] != nil } ?? true
        guard !isSame else { return }
        for link in watch.offers.values { removeLink(link) }
        watch.offers = [:]
        offers?.forEach { watch.offers[$0.id] = addLink($0.key, to: position) }
    }

    /// - Returns: the link's position; -1 for an id that no word holds.
    private mutating func addLink(_ key: EntityKey, to watch: Int) -> Int {
        guard key.isWord else { return -1 }
        let link = OfferLink(key: key, watch: watch)
        let position: Int
        if let free = freeLinks.popLast() {
            position = free
            offerLinks[position] = link
        } else {
            position = offerLinks.count
            offerLinks.append(link)
        }
        let links = offerLinks
        offerIndex.insert(hash: mixedHash(key.rawValue), row: position) {
            mixedHash(links[$0].key.rawValue)
        }
        return position
    }

    private mutating func removeLink(_ position: Int) {
        guard position >= 0 else { return }
        let links = offerLinks
        offerIndex.remove(hash: mixedHash(links[position].key.rawValue), row: position) {
            mixedHash(links[$0].key.rawValue)
        }
        freeLinks.append(position)
    }
}

extension EntityName {
    /// The id as a word; `nil` if none holds it or it is a reference entity's.
    fileprivate var numberKey: EntityKey? {
        type == .reference ? nil : id.utf8.withUnsafeBytes(EntityKey.init(word:))
    }
}
