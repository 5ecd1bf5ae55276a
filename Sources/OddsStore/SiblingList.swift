/// Lists of siblings, threaded through the columns of the table they are in.
/// Server order is order of arrival, so a new entity goes to the end.
enum SiblingList {
    /// Puts `row` where its arrival belongs. Complexity: O(1) at the end, else
    /// O(siblings that arrived later).
    @inline(__always)
    static func insert(
        _ row: Row, into list: UnsafeMutablePointer<ChildList>,
        _ siblings: UnsafeMutablePointer<SiblingLink>
    ) {
        let arrival = siblings[row].arrival
        var previous = list.pointee.last
        var next = noRow
        while previous != noRow, siblings[Row(previous)].arrival > arrival {
            next = previous
            previous = siblings[Row(previous)].previous
        }
        siblings[row].previous = previous
        siblings[row].next = next
        if previous == noRow {
            list.pointee.first = UInt32(row)
        } else {
            siblings[Row(previous)].next = UInt32(row)
        }
        if next == noRow {
            list.pointee.last = UInt32(row)
        } else {
            siblings[Row(next)].previous = UInt32(row)
        }
    }

    /// Takes `row` out. Complexity: O(1).
    @inline(__always)
    static func remove(
        _ row: Row, from list: UnsafeMutablePointer<ChildList>,
        _ siblings: UnsafeMutablePointer<SiblingLink>
    ) {
        let link = siblings[row]
        if link.previous == noRow {
            list.pointee.first = link.next
        } else {
            siblings[Row(link.previous)].next = link.next
        }
        if link.next == noRow {
            list.pointee.last = link.previous
        } else {
            siblings[Row(link.next)].previous = link.previous
        }
    }
}
