import Base
import HTTPFormat
import Synchronization

/// Finds requests by alternative names, for when no request has exactly the wanted one, and variables that scripts set.
/// Built on first use, since most files never need it.
final class RequestNameIndex: Sendable {
    private struct File {
        var normalized: [String: [Int]] = [:]
        var titles: [String: [Int]] = [:]
    }

    private let files = Mutex<[File]?>(nil)
    private let scripts = Mutex<[String: Int]?>(nil)

    func requests(normalized name: String, in file: Int, of files: [CollectionFile]) -> [Int] {
        with(files) { $0[file].normalized[name] ?? [] }
    }

    func requests(titled title: String, in file: Int, of files: [CollectionFile]) -> [Int] {
        with(files) { $0[file].titles[title] ?? [] }
    }

    private func with(_ files: [CollectionFile], _ read: ([File]) -> [Int]) -> [Int] {
        self.files.withLock { known in
            if let known { return read(known) }
            let made = files.map { Self.index($0.document) }
            known = made
            return read(made)
        }
    }

    private static func index(_ document: HTTPDocument) -> File {
        countWork(document.requests.count)
        var file = File()
        for request in document.requests {
            file.normalized[RequestScope.normalized(request.id), default: []].append(request.index)
            if let title = request.title { file.titles[title, default: []].append(request.index) }
        }
        return file
    }

    // MARK: scripts

    /// The first line that sets a variable: `global.set("x"`, `variables.set('x'`, `exports.x =`.
    func scriptLine(assigning name: String, in document: HTTPDocument) -> Int? {
        scripts.withLock { known in
            if known == nil { known = Self.assignments(document) }
            guard let known else { return nil }
            let variable = name.prefix { $0 != "." && $0 != "[" }
            return [known["set " + name], known["exports " + variable]].compactMap(\.self).min()
        }
    }

    /// The first line that sets each name; the keys begin with `set ` or `exports `.
    private static func assignments(_ document: HTTPDocument) -> [String: Int] {
        var found: [String: Int] = [:]
        for line in document.lines.indices(of: .script, in: document.kinds) {
            let content = document.bytes[document.lines.content(line)].filter { !LineText.isSpace($0) }
            countWork(content.count)
            for name in names(in: content) where found[name] == nil { found[name] = line + 1 }
        }
        return found
    }

    /// - Parameter code: one line, without whitespace.
    private static func names(in code: [UInt8]) -> [String] {
        var names: [String] = []
        var position = 0
        func text(_ range: Range<Int>) -> String { String(decoding: code[range], as: UTF8.self) }
        while position < code.count {
            let rest = code[position...]
            if rest.starts(with: "set(".utf8), position + 4 < code.count, "\"'`".utf8.contains(code[position + 4]) {
                let start = position + 5
                guard let end = code[start...].firstIndex(of: code[position + 4]) else {
                    position = start
                    continue
                }
                // A comparison does not set anything.
                if end + 1 == code.count || code[end + 1] != UInt8(ascii: "=") {
                    names.append("set " + text(start..<end))
                }
                position = end
            } else if rest.starts(with: "exports.".utf8) {
                let start = position + 8
                let end =
                    code[start...].firstIndex { [Byte.equals, Byte.dot, Byte.openBracket].contains($0) } ?? code.count
                if end < code.count, code[end] == UInt8(ascii: "="),
                    end + 1 == code.count || code[end + 1] != UInt8(ascii: "=")
                {
                    names.append("exports " + text(start..<end))
                }
                position = max(end, start)
            } else {
                position += 1
            }
        }
        return names
    }
}

/// A file whose curl commands are rewritten as requests, which happens when the first of them is resolved.
final class ConvertedCurl: Sendable {
    private enum Made {
        case nothing
        case conversion(CurlConversion, RequestScope)
    }

    private let made = Mutex<Made?>(nil)

    func made(for scope: RequestScope) -> (CurlConversion, RequestScope)? {
        made.withLock { known in
            let found = known ?? Self.make(scope)
            known = found
            guard case .conversion(let conversion, let inner) = found else { return nil }
            return (conversion, inner)
        }
    }

    private static func make(_ scope: RequestScope) -> Made {
        guard var file = scope.files.first, let conversion = CurlConversion(file.document) else { return .nothing }
        file.document = conversion.document
        let inner = RequestScope(file, imported: Array(scope.files.dropFirst()), problems: scope.problems)
        return .conversion(conversion, inner)
    }
}
