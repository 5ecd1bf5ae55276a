import OddsJSON
import OddsTraffic

/// Faults within a socket frame of SportRadar's, none of which changes what a client shows.
package enum ContentFrameFaults {
    /// The frame of some runs of elements, one for each content in it, with the faults of its
    /// fate that strike elements.
    ///
    /// - Parameters:
    ///   - runs: As in `SocketFrame.frame(of:due:)`; not empty.
    ///   - due: As there.
    /// - Complexity: O(bytes).
    package static func frame(
        of runs: [[UInt8]], _ fate: FaultDraw.FrameFate, due: UInt64? = nil
    ) -> [UInt8] {
        var runs = runs
        let chosen = min(Int(fate.elementPosition * Double(runs.count)), runs.count - 1)
        for fault in fate.faults {
            switch fault {
            case .duplicateChange:
                runs[chosen] = withOneTwice(runs[chosen], position: fate.elementPosition)
            case .unknownPath: runs[chosen] += unknownElement(like: runs[chosen])
            case .numberIds: runs = runs.map(withNumberIDs)
            case .upperLowerCase: runs = runs.map(inMixedCase)
            default: break
            }
        }
        return SocketFrame.frame(of: runs, due: due)
    }

    /// A run in which one element stands twice in a row: the second one finds what the first
    /// has made.
    private static func withOneTwice(_ run: [UInt8], position: Double) -> [UInt8] {
        let elements = elements(of: run)
        guard !elements.isEmpty else { return run }
        let element = elements[min(Int(position * Double(elements.count)), elements.count - 1)]
        var twice = run
        twice.insert(
            contentsOf: [UInt8(ascii: ",")] + run[element], at: element.upperBound)
        return twice
    }

    /// An element of the same content behind a comma, which fits no row of the contract.
    private static func unknownElement(like run: [UInt8]) -> [UInt8] {
        let rest = #","changeType":"UPDATED","path":"[idfoevent=1.1]|weather","change":"fair"}"#
        guard let type = run.firstRange(of: #","changeType":"#.utf8) else { return [] }
        return [UInt8(ascii: ",")] + run[..<type.lowerBound] + Array(rest.utf8)
    }

    /// The places of a run's elements.
    private static func elements(of run: [UInt8]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        let array = [UInt8(ascii: "[")] + run + [UInt8(ascii: "]")]
        array.withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes)
            try? scanner.forEachElement { place throws(JSONSyntaxError) in
                places.append(place.lowerBound - 1..<place.upperBound - 1)
            }
        }
        return places
    }

    /// The same with numbers for those ids that are values: text of digits with `.1` behind.
    private static func withNumberIDs(_ run: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(run.count)
        var index = 0
        while index < run.count {
            guard let end = endOfID(in: run, at: index) else {
                result.append(run[index])
                index += 1
                continue
            }
            result.append(UInt8(ascii: ":"))
            result += run[index + 2..<end - 1]
            index = end
        }
        return result
    }

    /// The end of `:"272181284331364608.1"`, if that stands there.
    private static func endOfID(in run: [UInt8], at start: Int) -> Int? {
        guard run[start...].starts(with: #":""#.utf8) else { return nil }
        let digits = run[(start + 2)...].prefix { 0x30...0x39 ~= $0 }
        guard let first = digits.first, first != 0x30,
            run[digits.endIndex...].starts(with: #".1""#.utf8)
        else { return nil }
        return digits.endIndex + 3
    }

    /// The same with `uPdAtEd` for `UPDATED`.
    private static func inMixedCase(_ run: [UInt8]) -> [UInt8] {
        var run = run
        var start = run.startIndex
        while let name = run[start...].firstRange(of: #""changeType":""#.utf8) {
            start = name.upperBound
            while start < run.count, run[start] != UInt8(ascii: "\"") {
                if (start - name.upperBound).isMultiple(of: 2) { run[start] |= 0x20 }
                start += 1
            }
        }
        return run
    }
}
