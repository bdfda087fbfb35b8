/// Comma-separated lists whose members may hold quoted strings (RFC 9110 §5.6.1).
package enum ListSyntax {
    /// The members without surrounding whitespace; empty ones are left out. A quote that is never closed is an ordinary
    /// character, so that what follows it is not hidden.
    /// - Parameter haveTargets: Whether a member begins with a URI in angle brackets, which may hold commas and quotes
    ///   (RFC 8288 §3). A bracket that is never closed is an ordinary character, too.
    package static func split(_ bytes: [UInt8], haveTargets: Bool = false) -> [ArraySlice<UInt8>] {
        WorkMeter.count(bytes.count)
        var members: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var index = start
        var quotes = Quotes(bytes)
        var mayHaveTarget = haveTargets
        func passTarget() {
            guard mayHaveTarget, let first = bytes[index...].firstIndex(where: { $0 != 32 && $0 != 9 }),
                bytes[first] == UInt8(ascii: "<")
            else { return }
            let end = bytes[first...].firstIndex(of: UInt8(ascii: ">"))
            WorkMeter.count((end ?? bytes.endIndex) - index)
            // What is not closed here is not closed further on.
            if let end { index = end + 1 } else { mayHaveTarget = false }
        }
        func add(_ end: Int) {
            let member = trimmed(bytes[start..<end])
            if !member.isEmpty { members.append(member) }
        }
        passTarget()
        while index < bytes.endIndex {
            let place = index
            index += 1
            switch bytes[place] {
            case UInt8(ascii: ","):
                add(place)
                start = index
                passTarget()
            case UInt8(ascii: "\""):
                if let end = quotes.closing(place) { index = end + 1 }
            default: break
            }
        }
        add(bytes.endIndex)
        return members
    }

    /// Finds closing quotes. A part without one is searched only once, however many quotes are never closed.
    private struct Quotes {
        private let bytes: [UInt8]
        /// Places from which no quote closes; empty until there is one.
        private var isUnclosed: [Bool] = []

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func closing(_ start: Int) -> Int? {
            var index = start + 1
            var visited: [Int] = []
            while index < bytes.endIndex, isUnclosed.isEmpty || !isUnclosed[index] {
                if bytes[index] == UInt8(ascii: "\"") {
                    WorkMeter.count(index - start)
                    return index
                }
                visited.append(index)
                index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            WorkMeter.count(visited.count + 1)
            if isUnclosed.isEmpty { isUnclosed = [Bool](repeating: false, count: bytes.count) }
            for place in visited { isUnclosed[place] = true }
            return nil
        }
    }

    /// Without spaces and tabs at both ends.
    package static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while let first = rest.first, first == 32 || first == 9 { rest = rest.dropFirst() }
        while let last = rest.last, last == 32 || last == 9 { rest = rest.dropLast() }
        return rest
    }

    /// What a quoted string holds; anything else as it is.
    package static func unquoted(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
            return Array(bytes)
        }
        var result: [UInt8] = []
        var isEscaped = false
        for byte in bytes.dropFirst().dropLast() {
            if byte == UInt8(ascii: "\\"), !isEscaped {
                isEscaped = true
            } else {
                result.append(byte)
                isEscaped = false
            }
        }
        return result
    }
}
