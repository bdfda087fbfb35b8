import Base
import HTTPFormat
import NetEngine
import Workspace

/// The names of private values that may be written in a request in place of the values. Pure.
struct PrivateNames {
    private struct Value {
        var name: String
        var bytes: [UInt8]
        /// Whether no place of a request encodes any of its bytes.
        var isPlain: Bool
    }

    /// The longest first.
    private var values: [Value] = []
    /// A shorter value may be part of any text, unless its name is that of a secret.
    private static let shortest = 8

    /// - Parameter taken: names that mean another value there.
    init(_ set: EnvironmentSet, in environment: String?, besides taken: Set<String>) {
        let names = [environment, EnvironmentSet.shared].compactMap(\.self).flatMap { name in
            set.variables[name].map { Array($0.keys) } ?? []
        }
        for name in Set(names).subtracting(taken) where name.utf8.allSatisfy(Self.isOfWord) {
            guard let variable = set.variable(name, in: environment)?.variable, variable.isPrivate,
                let text = variable.value, SecretName.isGivenAway(text),
                SecretName.isSecret(name) || text.utf8.count >= Self.shortest,
                text.utf8.allSatisfy({ $0 > Byte.space && $0 < 0x7F })
            else { continue }
            let isPlain = text.utf8.allSatisfy(URLEncoding.isUnreserved)
            values.append(Value(name: name, bytes: Array(text.utf8), isPlain: isPlain))
        }
        values.sort { ($1.bytes.count, $0.name) < ($0.bytes.count, $1.name) }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == Byte.underscore || byte == Byte.minus
    }

    /// A request with the names of the values that are written in it, and these names.
    func replacing(in request: String) -> (text: String, names: [String]) {
        guard !values.isEmpty else { return (request, []) }
        var used: Set<String> = []
        let lines = request.utf8.split(separator: Byte.lineFeed, omittingEmptySubsequences: false).map {
            replacing(in: Array($0), &used)
        }
        return (String(decoding: Array(lines.joined(separator: [Byte.lineFeed])), as: UTF8.self), used.sorted())
    }

    private func replacing(in line: [UInt8], _ used: inout Set<String>) -> [UInt8] {
        let isTitle = line.starts(with: "###".utf8)
        // What is above a request has no variables, and neither has the path of a file. A line of XML may have some.
        let isPath = line.starts(with: "< ".utf8) || line.starts(with: "<@".utf8)
        if !isTitle, line.first == Byte.hash || isPath { return line }
        let name = line.prefix(while: Self.isOfWord)
        let isHeader = !name.isEmpty && line[name.endIndex...].starts(with: ": ".utf8)
        var result: [UInt8] = []
        var place = 0
        while place < line.count {
            let rest = line[place...]
            if rest.starts(with: "{{".utf8) {
                let end = rest.firstRange(of: Array("}}".utf8))?.upperBound ?? line.count
                result += line[place..<end]
                place = end
            } else if let value = value(at: place, of: line, isHeader: isHeader) {
                result += Array((isTitle ? value.name : "{{\(value.name)}}").utf8)
                used.insert(value.name)
                place += value.bytes.count
            } else {
                result.append(line[place])
                place += 1
            }
        }
        return result
    }

    /// The value that is written there, as a separate word.
    private func value(at place: Int, of line: [UInt8], isHeader: Bool) -> Value? {
        guard place == 0 || !Self.isOfWord(line[place - 1]) else { return nil }
        return values.first { value in
            let end = place + value.bytes.count
            return (value.isPlain || isHeader) && end <= line.count && (end == line.count || !Self.isOfWord(line[end]))
                && line[place..<end].elementsEqual(value.bytes)
        }
    }
}

extension Model {
    /// The names for private values in a request that is added to a file, which may be new.
    func privateNames(for path: String) -> PrivateNames {
        let defined = tree.files[path]?.file.document.definitions.map(\.name) ?? []
        return PrivateNames(
            environments(of: path), in: settings.environmentName,
            besides: Set(defined).union(settings.overrides.keys))
    }

    /// A text of what was pasted as it is written to a file. The values of a command are those that were sent; a request that is
    /// pasted stays as it is.
    func written(_ text: String, of request: PastedRequest, to path: String) -> (text: String, names: [String]) {
        request.isOfCommands ? privateNames(for: path).replacing(in: text) : (text, [])
    }
}
