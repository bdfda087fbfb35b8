import Base

/// Names of requests and variables that every tool reads: letters, digits and `_`, not beginning with a digit
/// (HTTP-FORMAT §4).
package struct DialectName: Sendable {
    package private(set) var known: Set<String>
    /// The next number for a name that is taken, so that many equal names take no more time.
    private var next: [String: Int] = [:]

    /// - Parameter reserved: names that are never given.
    package init(reserved: Set<String> = []) { known = reserved }

    package static func isValid(_ name: String) -> Bool {
        var isFirst = true
        for byte in name.utf8 {
            guard LineText.isLetter(byte) || byte == Byte.underscore || !isFirst && LineText.isDigit(byte) else {
                return false
            }
            isFirst = false
        }
        return !isFirst && name.utf8.count <= 120
    }

    /// A valid name that looks like the text: `pets.list` becomes `pets_list`.
    package static func valid(_ text: String, else standard: String) -> String {
        if isValid(text) { return text }
        var name: [UInt8] = []
        for byte in text.utf8 {
            if name.count >= 80 { break }
            if LineText.isLetter(byte) || LineText.isDigit(byte) {
                if name.isEmpty, LineText.isDigit(byte) { name.append(Byte.underscore) }
                name.append(byte)
            } else if let last = name.last, last != Byte.underscore {
                name.append(Byte.underscore)
            }
        }
        while name.last == Byte.underscore { name.removeLast() }
        return name.isEmpty ? standard : String(decoding: name, as: UTF8.self)
    }

    /// The name, or one with a number if it is taken: `getPet_2`.
    package mutating func unique(_ name: String) -> String {
        if known.insert(name).inserted { return name }
        var number = next[name] ?? 2
        while !known.insert("\(name)_\(number)").inserted {
            countWork(1)
            number += 1
        }
        next[name] = number + 1
        return "\(name)_\(number)"
    }
}
