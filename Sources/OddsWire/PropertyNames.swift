import OddsModel

/// Finds a typed property by its name: one small open-addressed table a type,
/// made once and read-only after that. Look-up: O(length of the name).
struct PropertyNames: ~Copyable {
    /// What a look-up finds.
    struct Entry: BitwiseCopyable {
        var name: UnsafePointer<UInt8>
        var nameCount: Int32
        var index: Int16
        var form: Form
    }

    /// How a property's value is read.
    enum Form: UInt8, BitwiseCopyable {
        case text
        /// Text that may also come as an integer.
        case textOrInteger
        case integer
        case number
        case boolean
    }

    /// A power of two, at most half full: no type has more than 32 properties.
    private static let slotsPerType = 64

    private let entries: UnsafeMutablePointer<Entry>

    init() {
        let total = EntityType.typed.count * Self.slotsPerType
        entries = .allocate(capacity: total)
        let empty = Entry(
            name: UnsafePointer(bitPattern: 1)!, nameCount: -1, index: -1, form: .text)
        entries.initialize(repeating: empty, count: total)
        for type in EntityType.typed {
            for property in Schema.properties(of: type) { insert(property, type) }
        }
    }

    deinit { entries.deallocate() }

    private func insert(_ property: Property, _ type: EntityType) {
        let name = property.name.utf8Start
        let count = property.name.utf8CodeUnitCount
        var slot = nameHash(name, count) % Self.slotsPerType
        while entries[Int(type.rawValue) * Self.slotsPerType + slot].index >= 0 {
            slot = (slot + 1) % Self.slotsPerType
        }
        let form: Form =
            switch property.kind {
            case .text, .link: property.acceptsIntegerAsText ? .textOrInteger : .text
            case .integer: .integer
            case .number: .number
            case .boolean: .boolean
            }
        entries[Int(type.rawValue) * Self.slotsPerType + slot] = Entry(
            name: name, nameCount: Int32(count), index: Int16(property.index), form: form)
    }

    @inline(__always)
    func find(_ name: UnsafePointer<UInt8>, _ count: Int, in type: EntityType) -> Entry? {
        let table = entries + Int(type.rawValue) * Self.slotsPerType
        var slot = nameHash(name, count) % Self.slotsPerType
        while true {
            let entry = table[slot]
            if entry.index < 0 { return nil }
            if Int(entry.nameCount) == count, equalBytes(entry.name, name, count) {
                return entry
            }
            slot = (slot + 1) % Self.slotsPerType
        }
    }
}

/// Mixes a name's length with its first, middle and last byte, which tell the names
/// of both wires apart well enough.
@inline(__always)
func nameHash(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int {
    guard count > 0 else { return 0 }
    let middle = UInt32(name[count / 2])
    let mixed =
        UInt32(truncatingIfNeeded: count) &* 0x9E37 &+ UInt32(name[0]) &* 0x85EB
        &+ middle &* 0xC2B3 &+ UInt32(name[count - 1]) &* 0x27D5
    return Int(mixed ^ mixed >> 7)
}
