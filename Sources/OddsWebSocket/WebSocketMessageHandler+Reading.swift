import NIOCore

// Text where it lies in the socket's buffer, without the decoder's wrappers, for what
// is received many thousand times a second.
extension WebSocketMessageHandler {
    /// Passes text messages at the beginning of `bytes` to `receiveText`, up to the
    /// first frame that it leaves to the decoder: one that has not come whole, or is
    /// anything but an unfragmented text in order. Call it between two frames.
    ///
    /// - Returns: how many bytes those messages were.
    /// - Complexity: O(bytes).
    func readTexts(_ bytes: UnsafeRawBufferPointer) -> Int {
        var start = 0
        while let receiveText, isBetweenMessages {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
            guard let head = textHead(of: rest) else { break }
            let end = head.count + Int(head.length)
            let payload = UnsafeRawBufferPointer(rebasing: rest[head.count..<end])
            let mask = head.mask(from: 0)
            var utf8 = UTF8Checker()
            guard utf8.firstError(in: payload, mask: mask) == nil, utf8.isComplete else { break }
            if head.isMasked {
                withUnsafeTemporaryAllocation(byteCount: payload.count, alignment: 8) {
                    for (index, byte) in payload.enumerated() {
                        $0[index] = byte ^ UInt8(truncatingIfNeeded: mask >> (8 * (index & 3)))
                    }
                    receiveText(UnsafeRawBufferPointer($0))
                }
            } else {
                receiveText(payload)
            }
            start += end
        }
        return start
    }

    /// The head of a text frame that the bytes begin with and hold whole; `nil` if
    /// there is none.
    private func textHead(of bytes: UnsafeRawBufferPointer) -> FrameHead? {
        var head = FrameHead()
        for byte in bytes {
            let isComplete = head.append(byte)
            guard head.isPlainTextMessage, !head.hasLongLength else { return nil }
            guard isComplete else { continue }
            let isHere = head.length <= UInt64(min(bytes.count - head.count, messageBytesMax))
            return isHere && head.isMasked == (role == .server) ? head : nil
        }
        return nil
    }
}
