import Base

/// Removes one member from a JSON file that a user wrote, with its comma and the lines that it has to itself.
struct JSONMemberRemoval {
    /// Names from the outermost object inwards; the last is the member to remove.
    var path: [String]
    var allowsComments = false

    /// The file without the member; throws if any other value would change.
    func applied(to bytes: [UInt8]) throws(JSONMemberEdit.Refusal) -> [UInt8] {
        let name = path.joined(separator: ".")
        guard !bytes.allSatisfy(JSONMemberEdit.isSpace) else { throw Self.absent(name) }
        let root = try JSONMemberEdit.parsed(bytes, allowsComments: allowsComments)
        guard let object = root.value(at: path.dropLast()), case .object(let members) = object.content,
            let place = members.lastIndex(where: { $0.key == path.last })
        else { throw Self.absent(name) }
        let edited = removing(members, place, of: object, bytes)
        guard let after = try? OrderedJSON.parse(edited, allowsComments: allowsComments),
            Self.flat(after) == Self.flat(root, without: path[...])
        else {
            throw JSONMemberEdit.Refusal(sentence: "\(name) cannot be taken out without changing what is around it.")
        }
        return edited
    }

    private static func absent(_ name: String) -> JSONMemberEdit.Refusal {
        JSONMemberEdit.Refusal(sentence: "\(name) no longer exists.")
    }

    private func removing(
        _ members: [OrderedJSON.Member], _ place: Int, of object: OrderedJSON, _ bytes: [UInt8]
    ) -> [UInt8] {
        let member = members[place]
        let comma = JSONMemberEdit.comma(after: member.value.end, in: bytes)
        var end = comma ?? member.value.end
        var start = member.offset
        let lineStart = bytes[..<start].lastIndex(where: JSONMemberEdit.isLineEnd).map { $0 + 1 } ?? 0
        let isFirstInLine = bytes[lineStart..<start].allSatisfy(JSONMemberEdit.isSpaceOrTab)
        if isFirstInLine, let lineEnd = JSONMemberEdit.lineEnd(after: end, in: bytes), lineEnd < bytes.count {
            start = lineStart
            end =
                lineEnd
                + (bytes[lineEnd] == Byte.carriageReturn && lineEnd + 1 < bytes.count
                    && bytes[lineEnd + 1] == Byte.lineFeed ? 2 : 1)
        } else if comma != nil {
            while end < bytes.count, JSONMemberEdit.isSpaceOrTab(bytes[end]) { end += 1 }
        }
        var head = Array(bytes[..<start])
        let tail = bytes[end...]
        if comma == nil, place > 0,
            let before = JSONMemberEdit.comma(after: members[place - 1].value.end, in: bytes), before <= head.count
        {
            // The member before is now the last one. A comment or line end in between stays.
            head.remove(at: before - 1)
            if start == member.offset, head[(before - 1)...].allSatisfy(JSONMemberEdit.isSpace) {
                head.removeSubrange((before - 1)...)
            }
        } else if members.count == 1, head[(object.offset + 1)...].allSatisfy(JSONMemberEdit.isSpace),
            tail[..<(object.end - 1)].allSatisfy(JSONMemberEdit.isSpace)
        {
            return Array(head[...object.offset]) + Array(tail[(object.end - 1)...])
        }
        return head + Array(tail)
    }

    /// Every value with its path of names, in order.
    private static func flat(_ value: OrderedJSON, without gone: ArraySlice<String>? = nil) -> [String] {
        switch value.content {
        case .string(let text): return ["s\(text)"]
        case .literal(let text): return ["l\(text)"]
        case .array(let text): return ["a\(text)"]
        case .object(let members):
            let last = gone.flatMap { gone in members.lastIndex { $0.key == gone.first } }
            return ["{"]
                + members.enumerated().flatMap { place, member -> [String] in
                    let isOnWay = place == last
                    if isOnWay, gone?.count == 1 { return [] }
                    return ["n\(member.key)"] + flat(member.value, without: isOnWay ? gone?.dropFirst() : nil)
                } + ["}"]
        }
    }
}
