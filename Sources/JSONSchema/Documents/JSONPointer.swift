import Base
import JSONPath

/// JSON pointers (RFC 6901) to the nodes of a tree.
enum JSONPointer {
    /// Longest pointer that is written, in bytes.
    static let maxLength = 4000

    /// The names of a pointer, from a URI's fragment: percent-decoded, then `~1` and `~0` undone.
    static func tokens(fragment: String) -> [[UInt8]]? {
        guard let decoded = percentDecoded(Array(fragment.utf8)) else { return nil }
        return tokens(decoded)
    }

    /// - Returns: nil if the text neither is empty nor begins with `/`.
    static func tokens(_ pointer: [UInt8]) -> [[UInt8]]? {
        if pointer.isEmpty { return [] }
        guard pointer[0] == Byte.slash else { return nil }
        return pointer.dropFirst().split(separator: Byte.slash, omittingEmptySubsequences: false).map { token in
            guard token.contains(Byte.tilde) else { return Array(token) }
            var result: [UInt8] = []
            var place = token.startIndex
            while place < token.endIndex {
                let next = place + 1 < token.endIndex ? token[place + 1] : 0
                if token[place] == Byte.tilde, next == UInt8(ascii: "0") || next == UInt8(ascii: "1") {
                    result.append(next == UInt8(ascii: "0") ? Byte.tilde : Byte.slash)
                    place += 2
                } else {
                    result.append(token[place])
                    place += 1
                }
            }
            return result
        }
    }

    private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.contains(Byte.percent) else { return bytes }
        var result: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == Byte.percent {
                guard place + 2 < bytes.count, let high = digit(bytes[place + 1]), let low = digit(bytes[place + 2])
                else { return nil }
                result.append(high << 4 | low)
                place += 3
            } else {
                result.append(bytes[place])
                place += 1
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    static func index(_ token: [UInt8]) -> Int? {
        guard !token.isEmpty, token.count < 10, token.allSatisfy({ ("0"..."9").contains(Unicode.Scalar($0)) }) else {
            return nil
        }
        guard token.count == 1 || token[0] != UInt8(ascii: "0") else { return nil }
        return token.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// The pointer to a node, found by descending from the root.
    static func text(of node: Int, in tree: JSONTree) -> String {
        var bytes: [UInt8] = []
        var place = 0
        while place != node {
            var position = 0
            var step = -1
            tree.forEachChild(of: place) { child in
                if node < tree.next(child) {
                    step = child
                    return false
                }
                position += 1
                return true
            }
            guard step >= 0 else { break }
            append(tree.name(step) ?? Array(String(position).utf8), to: &bytes)
            place = step
            if bytes.count > maxLength {
                return String(decoding: bytes.prefix(maxLength), as: UTF8.self) + "…"
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func append(_ token: [UInt8], to pointer: inout [UInt8]) {
        pointer.append(Byte.slash)
        for byte in token {
            switch byte {
            case Byte.tilde: pointer += "~0".utf8
            case Byte.slash: pointer += "~1".utf8
            default: pointer.append(byte)
            }
        }
    }
}
