import Base
import NetEngine
import Workspace

/// The members at a path of a JSON body, for completion: names as a path can go on with them, each with its value.
enum ResponseMembers {
    /// Bytes of a body that are looked at: more would hold up a key.
    static let limit = 256 << 10
    private static let most = 500

    /// - Parameters:
    ///   - path: `$.`, `user.`, `$.items[0].`: ends with a dot, or is empty for the body itself.
    ///   - isSecret: whether the value of a member is not shown, beside those with the name of a secret.
    static func of(
        _ path: String, in body: [UInt8], isSecret: (String) -> Bool = { _ in false }
    ) -> [CompletionEntry] {
        guard let steps = steps(path) else { return [] }
        let isRooted = path.hasPrefix("$")
        return body.withUnsafeBufferPointer { text in
            var reader = JSONReader(text, options: JSONReader.Options(checksUTF8: false))
            var entries: [CompletionEntry] = []
            // What was cut off ends the list.
            try? read(text, &reader, steps[...], isRooted || !steps.isEmpty, isSecret, into: &entries)
            return entries
        }
    }

    private enum Step: Hashable {
        case name(String)
        case index(Int)
    }

    /// nil for a path with anything else in it, such as filters.
    private static func steps(_ path: String) -> [Step]? {
        var steps: [Step] = []
        for (place, part) in path.split(separator: ".", omittingEmptySubsequences: true).enumerated() {
            let name = part.prefix { $0 != "[" }
            if !name.isEmpty, place > 0 || name != "$" { steps.append(.name(String(name))) }
            var rest = part[name.endIndex...]
            while let first = rest.first {
                guard first == "[", let close = rest.firstIndex(of: "]") else { return nil }
                let inside = rest[rest.index(after: rest.startIndex)..<close]
                if let index = Int(inside), index >= 0 {
                    steps.append(.index(index))
                } else if inside.count >= 2, let quote = inside.first, "'\"".contains(quote), inside.last == quote {
                    steps.append(.name(String(inside.dropFirst().dropLast())))
                } else {
                    return nil
                }
                rest = rest[rest.index(after: close)...]
            }
        }
        return steps
    }

    private static func read(
        _ text: UnsafeBufferPointer<UInt8>, _ reader: inout JSONReader, _ steps: ArraySlice<Step>, _ isRooted: Bool,
        _ isSecret: (String) -> Bool, into entries: inout [CompletionEntry]
    ) throws(JSONSyntaxError) {
        let token = try reader.next(in: text)
        guard let step = steps.first else {
            if !isRooted, token == .arrayStart {
                entries.append(CompletionEntry(text: "$[0]", note: .example("an array"), continues: true))
            }
            if token == .objectStart { try list(text, &reader, isSecret, into: &entries) }
            return
        }
        switch (step, token) {
        case (.name(let wanted), .objectStart):
            while try reader.next(in: text) == .name {
                if name(text, reader) == wanted {
                    return try read(text, &reader, steps.dropFirst(), true, isSecret, into: &entries)
                }
                let value = try reader.next(in: text)
                _ = try reader.skipValue(from: value, in: text)
            }
        case (.index(let wanted), .arrayStart):
            for place in 0...wanted {
                if place == wanted {
                    return try read(text, &reader, steps.dropFirst(), true, isSecret, into: &entries)
                }
                let value = try reader.next(in: text)
                guard value != .arrayEnd else { return }
                _ = try reader.skipValue(from: value, in: text)
            }
        default: return
        }
    }

    private static func list(
        _ text: UnsafeBufferPointer<UInt8>, _ reader: inout JSONReader, _ isSecret: (String) -> Bool,
        into entries: inout [CompletionEntry]
    ) throws(JSONSyntaxError) {
        var seen: Set<String> = []
        while entries.count < most, try reader.next(in: text) == .name {
            let member = name(text, reader)
            let token = try reader.next(in: text)
            let start = reader.tokenStart
            let isPath = !member.isEmpty && member.utf8.allSatisfy { isNameByte($0) }
            defer { _ = try? reader.skipValue(from: token, in: text) }
            guard isPath, seen.insert(member).inserted else { continue }
            switch token {
            case .objectStart:
                entries.append(CompletionEntry(text: member, note: .example("an object"), continues: true))
            case .arrayStart:
                entries.append(CompletionEntry(text: member, note: .example("an array")))
                entries.append(CompletionEntry(text: "\(member)[0]", note: .example("its first item"), continues: true))
            default:
                let value = text[start..<min(reader.place, start + 80)]
                let isHidden = SecretName.isSecret(member) || isSecret(member)
                let shown = isHidden ? "(private)" : String(decoding: value, as: UTF8.self)
                entries.append(CompletionEntry(text: member, note: .example(shown)))
            }
        }
    }

    /// Without the quotes; one with escapes is not offered.
    private static func name(_ text: UnsafeBufferPointer<UInt8>, _ reader: JSONReader) -> String {
        reader.hasEscapes
            ? ""
            : String(
                decoding: text[(reader.tokenStart + 1)..<max(reader.tokenStart + 1, reader.place - 1)], as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x80...0xFF: true
        default: false
        }
    }
}
