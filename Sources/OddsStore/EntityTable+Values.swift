import OddsModel

// What a row holds, property by property.

extension EntityTable {
    @inline(__always)
    private func wordPointer(_ column: Int, _ row: EntityRow) -> UnsafeMutablePointer<UInt64> {
        assert(forms[column] == .word)
        return words(row) + (column &- firstWord)
    }

    @inline(__always)
    private func cell(_ column: Int, _ row: EntityRow) -> UnsafeMutableRawPointer {
        assert(forms[column] != .word)
        return cells + (row.index &* layout.cellBytes &+ column &* MemoryLayout<UInt32>.stride)
    }

    /// A row's texts and links by column, as numbers of rows; defined where the property
    /// is present.
    @inline(__always)
    func cells(_ row: EntityRow) -> UnsafePointer<UInt32> {
        let first = UnsafeRawPointer(cells + row.index &* layout.cellBytes)
        return first.assumingMemoryBound(to: UInt32.self)
    }

    /// An integer or a number; defined where the property is present.
    @inline(__always)
    func word(_ column: Int, _ row: EntityRow) -> UInt64 { wordPointer(column, row).pointee }

    @inline(__always)
    func setWord(_ column: Int, _ row: EntityRow, _ value: UInt64) {
        wordPointer(column, row).pointee = value
    }

    @inline(__always)
    func text(_ column: Int, _ row: EntityRow) -> TextID {
        assert(forms[column] == .text)
        return cell(column, row).load(as: TextID.self)
    }

    @inline(__always)
    func setText(_ column: Int, _ row: EntityRow, _ value: TextID) {
        cell(column, row).storeBytes(of: value, as: TextID.self)
    }

    /// A link column's value; defined where the property is present.
    @inline(__always)
    func link(_ column: Int, _ row: EntityRow) -> EntityRow {
        assert(forms[column] == .link)
        return cell(column, row).load(as: EntityRow.self)
    }

    @inline(__always)
    func setLink(_ column: Int, _ row: EntityRow, _ value: EntityRow) {
        cell(column, row).storeBytes(of: value, as: EntityRow.self)
    }

    @inline(__always)
    func has(_ property: Int, _ row: EntityRow) -> Bool {
        state(row).pointee.present & (1 << UInt32(truncatingIfNeeded: property)) != 0
    }
}
