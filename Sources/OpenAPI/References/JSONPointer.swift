import Base
import JSONPath
import NetEngine

/// JSON pointers (RFC 6901).
package enum JSONPointer {
    /// A name as one step of a pointer, with its slash: `/~1pets`.
    package static func step(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == Byte.tilde || $0 == Byte.slash }) else { return "/" + name }
        return "/" + name.replacing(bytes: "~", with: "~0").replacing(bytes: "/", with: "~1")
    }

    /// The name in a step, which is given without its slash: `a/b` for `a~1b`.
    package static func name(ofStep step: some StringProtocol) -> String {
        String(decoding: names(Array("/\(step)".utf8))?.first ?? [], as: UTF8.self)
    }

    /// The names of a pointer; nil if it does not begin with a slash. An empty pointer has none.
    package static func names(_ pointer: [UInt8]) -> [[UInt8]]? {
        guard let first = pointer.first else { return [] }
        guard first == Byte.slash else { return nil }
        return pointer.dropFirst().split(separator: Byte.slash, omittingEmptySubsequences: false).map { part in
            guard part.contains(Byte.tilde) else { return Array(part) }
            var name: [UInt8] = []
            var isEscape = false
            for byte in part {
                switch (isEscape, byte) {
                case (true, UInt8(ascii: "0")): name.append(Byte.tilde)
                case (true, UInt8(ascii: "1")): name.append(Byte.slash)
                case (true, _): name += [Byte.tilde, byte]
                case (false, Byte.tilde):
                    isEscape = true
                    continue
                case (false, _): name.append(byte)
                }
                isEscape = false
            }
            if isEscape { name.append(Byte.tilde) }
            return name
        }
    }

    /// The pointer of a node, found by walking down from the root past its siblings.
    package static func pointer(of node: Int, in tree: JSONTree) -> String {
        var pointer = ""
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
            pointer += tree.name(child).map { step(String(decoding: $0, as: UTF8.self)) } ?? "/\(position)"
            place = child
        }
        return pointer
    }
}
