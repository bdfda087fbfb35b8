import Base
import NetEngine

/// JSON pointers (RFC 6901).
package enum JSONPointer {
    // MARK: Reading

    /// The names of a pointer; nil if it does not begin with a slash, or has a tilde that begins no escape (§3). An empty pointer has
    /// none.
    package static func names(_ pointer: [UInt8]) -> [[UInt8]]? {
        guard let first = pointer.first else { return [] }
        guard first == Byte.slash else { return nil }
        var names: [[UInt8]] = []
        for part in pointer.dropFirst().split(separator: Byte.slash, omittingEmptySubsequences: false) {
            guard let name = unescaped(part) else { return nil }
            names.append(name)
        }
        return names
    }

    private static func unescaped(_ part: ArraySlice<UInt8>) -> [UInt8]? {
        guard part.contains(Byte.tilde) else { return Array(part) }
        var name: [UInt8] = []
        var place = part.startIndex
        while place < part.endIndex {
            guard part[place] == Byte.tilde else {
                name.append(part[place])
                place += 1
                continue
            }
            guard place + 1 < part.endIndex else { return nil }
            switch part[place + 1] {
            case UInt8(ascii: "0"): name.append(Byte.tilde)
            case UInt8(ascii: "1"): name.append(Byte.slash)
            default: return nil
            }
            place += 2
        }
        return name
    }

    /// The names of a pointer in a URI's fragment, which is percent-decoded first; nil if it is none.
    package static func names(fragment: String) -> [[UInt8]]? {
        percentDecoded(Array(fragment.utf8)).flatMap(names)
    }

    /// nil if a percent sign begins no triplet.
    private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8]? {
        let decoded = URLEncoding.decode(bytes)
        // Each triplet becomes one byte.
        return bytes.count - decoded.count == 2 * bytes.count { $0 == Byte.percent } ? decoded : nil
    }

    /// The name in a step, which is given without its slash: `a/b` for `a~1b`; the step itself if it is none.
    package static func name(ofStep step: some StringProtocol) -> String {
        unescaped(Array(step.utf8)[...]).map { String(decoding: $0, as: UTF8.self) } ?? String(step)
    }

    /// The position in an array that a name means (RFC 6901 §4); nil if it means none, as `01`, `+1` and `-` do.
    package static func index(_ name: [UInt8]) -> Int? {
        guard !name.isEmpty, name.count < 10, name.allSatisfy({ ("0"..."9").contains(Unicode.Scalar($0)) }) else {
            return nil
        }
        guard name.count == 1 || name[0] != UInt8(ascii: "0") else { return nil }
        return name.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    // MARK: Writing

    /// A name as one step of a pointer, with its slash: `/~1pets`.
    package static func step(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == Byte.tilde || $0 == Byte.slash }) else { return "/" + name }
        var step: [UInt8] = []
        append(Array(name.utf8), to: &step)
        return String(decoding: step, as: UTF8.self)
    }

    package static func append(_ name: [UInt8], to pointer: inout [UInt8]) {
        pointer.append(Byte.slash)
        for byte in name {
            switch byte {
            case Byte.tilde: pointer += "~0".utf8
            case Byte.slash: pointer += "~1".utf8
            default: pointer.append(byte)
            }
        }
    }

    /// Longest pointer that is shown, in bytes.
    package static let longestShown = 4000

    /// The pointer of a node, found by walking down from the root past its siblings.
    /// - Parameter limit: more bytes are not written; an ellipsis ends what is cut.
    package static func pointer(of node: Int, in tree: JSONTree, limit: Int = .max) -> String {
        var bytes: [UInt8] = []
        var place = 0
        while place != node {
            var next: Int?
            var position = 0
            tree.forEachChild(of: place) { child in
                if node < tree.next(child) {
                    next = child
                    return false
                }
                position += 1
                return true
            }
            guard let child = next else { break }
            append(tree.name(child) ?? Array(String(position).utf8), to: &bytes)
            place = child
            if bytes.count > limit { return String(decoding: bytes.prefix(limit), as: UTF8.self) + "…" }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
