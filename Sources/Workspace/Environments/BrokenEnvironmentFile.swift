import Base

/// The names that an environment file defines that cannot be read as JSON: they are unknown, so that no other file's value takes
/// their place, and the variables of other files keep theirs.
///
/// Every string before a colon is a name; braces say in which object it is. One pass.
struct BrokenEnvironmentFile {
    /// A variable, with the key of its environment before it.
    private(set) var names: [[String]] = []
    private static let most = 10_000
    private static let deepest = 20

    /// - Parameter path: the names of the objects that enclose the environments.
    init(_ bytes: [UInt8], under path: [String]) {
        var parents: [String] = []
        var key: String?
        var text: String?
        var place = 0
        while place < bytes.count, names.count < Self.most {
            countWork(1)
            switch bytes[place] {
            case Byte.quote:
                let start = place + 1
                place = start
                while place < bytes.count, bytes[place] != Byte.quote, bytes[place] != Byte.lineFeed {
                    place += bytes[place] == Byte.backslash ? 2 : 1
                }
                text = String(decoding: bytes[start..<min(place, bytes.count)], as: UTF8.self)
            case Byte.colon:
                key = text
                text = nil
                if let key, parents.count > path.count, parents.count < Self.deepest, parents.starts(with: path) {
                    names.append(Array(parents.dropFirst(path.count)) + [key])
                }
            case Byte.openBrace:
                // The outermost brace has no key.
                if let key, parents.count < Self.deepest { parents.append(key) }
                key = nil
            case Byte.closeBrace:
                _ = parents.popLast()
                key = nil
            case Byte.comma: key = nil
            default: break
            }
            place += 1
        }
    }
}
