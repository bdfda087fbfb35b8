import JSONPath
import NetEngine

extension JSONTree {
    /// The member if it is a string.
    func text(_ name: String, of node: Int) -> String? {
        guard let member = member(Array(name.utf8), of: node) as Int?, kind(member) == .string else { return nil }
        return String(decoding: string(member), as: UTF8.self)
    }

    func isTrue(_ name: String, of node: Int) -> Bool {
        guard let member = member(Array(name.utf8), of: node) as Int? else { return false }
        return slice(member).first == UInt8(ascii: "t")
    }

    /// The elements of a member that is an array.
    func elements(_ name: String, of node: Int) -> [Int] {
        guard let list = member(Array(name.utf8), of: node) as Int?, kind(list) == .array else { return [] }
        var elements: [Int] = []
        forEachChild(of: list) { child in
            elements.append(child)
            return true
        }
        return elements
    }
}
