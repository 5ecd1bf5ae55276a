import OddsModel

#if ODDS_INVARIANTS
extension InternedTexts {
    package enum Invariant: String, CaseIterable, Sendable {
        /// The entries without references are those in the list of free ones,
        /// each once.
        case freeTexts
        /// Each text has the hash of its bytes, which are no other text's.
        case textHashes
        /// Short texts, and no others, have their slots at hand.
        case shortSlots
        /// Blocks of texts and free blocks stand in the slabs and do not
        /// overlap.
        case textMemory
    }

    /// Checks all but the numbers of references, which only the owners of the
    /// references know.
    ///
    /// - Complexity: O(bytes of all texts), beside sorting the texts;
    ///   allocates.
    func checkInvariants() throws(InvariantViolation) {
        let isFree = try entries.freeRows.freeRows(
            of: "text", rowCount: entries.rowCount, Invariant.freeTexts)
        for text in entries.rows {
            try require(
                isFree[text.index] == (references[text.index] == 0)
                    && isFree[text.index] != isAlive(text), Invariant.freeTexts,
                "text", text.index)
            guard !isFree[text.index] else { continue }
            try require(
                entries[text].hash == hash(of: bytes(text)) && find(bytes(text)) == text,
                Invariant.textHashes, "text", text.index)
            let slot = TextSlot(short: bytes(text))?.rawValue ?? 0
            try require(
                shortSlots[text.index] == slot, Invariant.shortSlots, "text", text.index)
        }
        try index.checkInvariants(
            of: "text", rowCount: entries.rowCount, isUsed: { !isFree[$0] },
            hashOf: { entries[TextID($0)].hash })
        try checkMemory(isFree)
    }

    private func checkMemory(_ isFree: [Bool]) throws(InvariantViolation) {
        var blocks = memory.freeBlockRanges()
        for text in entries.rows where !isFree[text.index] {
            let count = Int(entries[text].count)
            guard count <= TextMemory.blockBytesMax else { continue }
            let start = UInt(bitPattern: entries[text].start)
            blocks.append(start..<start + UInt(TextMemory.blockBytes(count)))
        }
        blocks.sort { $0.lowerBound < $1.lowerBound }
        let slabs = memory.slabRanges()
        var end: UInt = 0
        for block in blocks {
            try require(
                block.lowerBound >= end
                    && slabs.contains {
                        $0.lowerBound <= block.lowerBound && block.upperBound <= $0.upperBound
                    },
                Invariant.textMemory, "text memory")
            end = block.upperBound
        }
    }
}

extension TextMemory {
    /// The addresses of the free blocks.
    fileprivate func freeBlockRanges() -> [Range<UInt>] {
        var ranges: [Range<UInt>] = []
        for size in 1...Self.blockBytesMax / Self.stepBytes {
            var block = freeBlocks[size]
            while let start = block {
                let address = UInt(bitPattern: start)
                ranges.append(address..<address + UInt(size * Self.stepBytes))
                block = start.load(as: UnsafeMutableRawPointer?.self)
            }
        }
        return ranges
    }

    fileprivate func slabRanges() -> [Range<UInt>] {
        (0..<slabs.count).map {
            let start = UInt(bitPattern: slabs[$0])
            return start..<start + UInt(Self.slabBytes)
        }
    }
}
#endif
