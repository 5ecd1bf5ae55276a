import OddsMeasurement
import Synchronization

/// The producer's end of a ring. One thread owns it.
package struct FrameRingWriter: ~Copyable {
    private let mapping: SharedMapping
    private let header: FrameRing.Header
    private let capacityBytes: Int
    private var written: UInt64 = 0
    private var hasher = SHA256Digest.Hasher()

    package init(_ mapping: consuming SharedMapping) {
        header = FrameRing.Header(mapping.base)
        capacityBytes =
            (mapping.byteCount - FrameRing.headerBytes) / FrameRing.Head.bytes
            * FrameRing.Head.bytes
        self.mapping = mapping
    }

    /// Writes a frame if there is room for it, and returns whether there was.
    /// A full ring is primed: reading may begin.
    ///
    /// - Throws: `frameTooLarge` if the frame might not fit into an empty ring.
    /// - Complexity: O(bytes).
    package mutating func append(
        _ frame: UnsafeRawBufferPointer, ticket: FrameTicket
    ) throws(HarnessError) -> Bool {
        let entryBytes = FrameRing.Head.entryBytes(frame.count)
        // With a gap before it, an entry can take nearly twice its size.
        guard entryBytes <= capacityBytes / 2 else {
            throw .frameTooLarge(bytes: frame.count, capacityBytes: capacityBytes / 2)
        }
        let offset = Int(written % UInt64(capacityBytes))
        let gap = entryBytes <= capacityBytes - offset ? 0 : capacityBytes - offset
        let released = header.released.pointee.load(ordering: .acquiring)
        let free = capacityBytes - Int(written - released)
        guard gap + entryBytes <= free else {
            advance(to: .primed)
            return false
        }
        if gap > 0 { write(.init(ticket: ticket, kind: .gap, byteCount: 0), at: offset) }
        let start = gap > 0 ? 0 : offset
        write(.init(ticket: ticket, kind: .frame, byteCount: frame.count), at: start)
        if let source = frame.baseAddress {
            (ring + start + FrameRing.Head.bytes).copyMemory(
                from: source, byteCount: frame.count)
        }
        written += UInt64(gap + entryBytes)
        header.written.pointee.store(written, ordering: .releasing)
        TrafficDigest.add(frame, to: &hasher)
        return true
    }

    /// Ends the traffic. Nothing can be appended afterwards.
    package mutating func finish() {
        let digest = hasher.finalize().bytes
        header.digest.copyMemory(from: digest, byteCount: digest.count)
        advance(to: .finished)
    }

    private var ring: UnsafeMutableRawPointer { mapping.base + FrameRing.headerBytes }

    private func write(_ head: FrameRing.Head, at offset: Int) {
        (ring + offset).storeBytes(of: head, as: FrameRing.Head.self)
    }

    private func advance(to state: FrameRing.State) {
        header.state.pointee.store(state.rawValue, ordering: .releasing)
    }
}

extension FrameRing.Head {
    init(ticket: FrameTicket, kind: FrameRing.EntryKind, byteCount: Int) {
        self.init(ticket: ticket, kind: kind.rawValue, byteCount: UInt32(byteCount))
    }
}

/// The digest that identifies traffic: SHA-256 over the text of all frames in
/// order, each followed by a line feed.
enum TrafficDigest {
    static func add(_ frame: UnsafeRawBufferPointer, to hasher: inout SHA256Digest.Hasher) {
        hasher.update(frame)
        withUnsafeBytes(of: UInt8(ascii: "\n")) { hasher.update($0) }
    }
}
