import OddsModel

// What a row holds, property by property.

extension EntityTable {
    @inline(__always)
    private func wordPointer(_ column: Int, _ row: EntityRow) -> UnsafeMutablePointer<UInt64> {
        assert(forms[column] == .word)
        return words(row) + (column &- firstWord)
    }

    /// A row's texts and links by column, as numbers of rows; defined where the property
    /// is present. Valid until rows are added.
    @inline(__always)
    func cells(_ row: EntityRow) -> UnsafeMutablePointer<UInt32> {
        (cells + row.index &* layout.cellBytes).assumingMemoryBound(to: UInt32.self)
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
        return TextID(number: cells(row)[column])
    }

    /// A link column's value; defined where the property is present.
    @inline(__always)
    func link(_ column: Int, _ row: EntityRow) -> EntityRow {
        assert(forms[column] == .link)
        return EntityRow(number: cells(row)[column])
    }

    @inline(__always)
    func setLink(_ column: Int, _ row: EntityRow, _ value: EntityRow) {
        assert(forms[column] == .link)
        cells(row)[column] = value.number
    }

    @inline(__always)
    func has(_ property: Int, _ row: EntityRow) -> Bool {
        state(row).pointee.present & (1 << UInt32(truncatingIfNeeded: property)) != 0
    }
}
