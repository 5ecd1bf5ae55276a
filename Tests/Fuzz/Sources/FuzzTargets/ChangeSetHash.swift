import OddsModel

/// A hash of what a change set says, whatever the order of its entries.
func changeSetHash(_ changes: ChangeSet) -> UInt64 {
    var sum: UInt64 = changes.isReset ? 1 : 0
    changes.forEach { change in
        var hash = Hasher64()
        hash.add(changes.typeName(of: change).utf8)
        hash.add(changes.id(of: change).utf8)
        hash.add(CollectionOfOne(change.kinds.rawValue))
        for name in changes.propertyNames(of: change).map({ Array($0.utf8) }).sorted(by: {
            $0.lexicographicallyPrecedes($1)
        }) {
            hash.add(name)
        }
        sum &+= hash.value
    }
    return sum
}

/// FNV-1a over texts, each followed by a terminator that no text contains.
private struct Hasher64 {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ text: some Sequence<UInt8>) {
        for byte in text { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        value = (value ^ 0x100) &* 0x100_0000_01B3
    }
}
