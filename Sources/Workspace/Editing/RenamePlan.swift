import Base
import HTTPFormat

/// Renames a request and every reference to it (HTTP-FORMAT §18.7): the changes are computed first, shown, then
/// applied.
///
/// References are `{{old.response…}}`, `{{old.request…}}`, `{{oldResponse…}}`, `{{old.a.b}}` unless a variable has that
/// name, `# @ref old`, `# @forceRef old` and `run #old`, in the file itself and in those that import it. Scripts are
/// not changed.
package struct RenamePlan: Sendable, Hashable {
    /// A line before and after the change.
    package struct Change: Sendable, Hashable {
        /// Absolute path.
        package var path: String
        /// Line number, counted from 1.
        package var line: Int
        /// nil for a line that is added.
        package var before: String?
        package var after: String
    }

    package let old: String
    package let new: String
    /// By file and line, but the line of the name itself comes first.
    package private(set) var changes: [Change] = []
    /// The changed documents, by path.
    package private(set) var documents: [String: HTTPDocument] = [:]
    /// Lines of scripts in the request's own file that contain the old name and stay unchanged, counted from 1.
    package private(set) var scriptLines: [Int] = []

    /// - Parameters:
    ///   - files: the collection's files; those that import the request's file are searched.
    ///   - variables: names in the environments, so that a dotted variable is not mistaken for a reference.
    package init(
        request index: Int, in path: String, to name: String, files: [CollectionFile], variables: Set<String> = []
    ) throws(HTTPDocument.EditRefusal) {
        guard let file = files.first(where: { $0.path == path }), file.document.requests.indices.contains(index) else {
            throw .init(sentence: "The request is no longer in the file.")
        }
        let request = file.document.requests[index]
        old = request.id
        new = name
        guard !name.isEmpty else { throw .init(sentence: "A name needs at least one letter.") }
        if file.document.requests.contains(where: { $0.index != index && $0.id == name }) {
            throw .init(sentence: "Another request of this file is called \(name).")
        }
        let named = try file.document.applying(.setName(name), toRequest: index)
        change(file, to: named, variables: variables)
        for other in Self.importers(of: path, among: files) where other.path != path {
            change(other, to: other.document, variables: variables)
        }
    }

    /// The files that import a file, directly or indirectly.
    static func importers(of path: String, among files: [CollectionFile]) -> [CollectionFile] {
        var importers: [String: [String]] = [:]
        for file in files {
            countWork(1 + file.document.imports.count)
            for line in file.document.imports {
                importers[PathText.normalised(line.path, workingDirectory: file.folder), default: []].append(file.path)
            }
        }
        var reached: Set<String> = [path]
        var waiting = [path]
        while let next = waiting.popLast() {
            for importer in importers[next] ?? [] where reached.insert(importer).inserted { waiting.append(importer) }
        }
        return files.filter { reached.contains($0.path) && $0.path != path }
    }

    private mutating func change(_ file: CollectionFile, to named: HTTPDocument, variables: Set<String>) {
        let isOwn = file.document.bytes != named.bytes
        var edits = LineEdits(named)
        var touched: Set<Int> = []
        let defined = Set(file.document.definitions.map(\.name))
        let names = ReferenceNames(
            old: old, new: new, isVariable: { variables.contains($0) || defined.contains($0) })
        for line in named.kinds.indices {
            let content = named.lines.content(line)
            if named.kinds[line] == .script {
                if isOwn, names.isNamed(in: Array(named.bytes[content])) { scriptLines.append(line + 1) }
                continue
            }
            guard let replaced = names.replaced(Array(named.bytes[content]), kind: named.kinds[line]) else { continue }
            edits.replace(line, with: replaced)
            touched.insert(line)
        }
        let result = HTTPDocument(bytes: edits.bytes)
        guard result.bytes != file.document.bytes else { return }
        documents[file.path] = result
        let added = named.lines.count - file.document.lines.count
        var namedAt: Int?
        for line in named.kinds.indices {
            let isName = isOwn && isFirstDifference(line, file.document, named, &namedAt)
            guard isName || touched.contains(line) else { continue }
            changes.append(
                Change(
                    path: file.path, line: line + 1,
                    before: isName && added > 0 ? nil : Self.text(named, line, isName ? file.document : named),
                    after: Self.text(result, line, result)))
        }
    }

    private func isFirstDifference(
        _ line: Int, _ before: HTTPDocument, _ after: HTTPDocument, _ found: inout Int?
    ) -> Bool {
        guard found == nil else { return false }
        let isSame =
            line < before.lines.count
            && before.bytes[before.lines.content(line)] == after.bytes[after.lines.content(line)]
        if !isSame { found = line }
        return !isSame
    }

    private static func text(_ numbered: HTTPDocument, _ line: Int, _ source: HTTPDocument) -> String {
        guard line < source.lines.count else { return "" }
        return String(decoding: source.bytes[source.lines.content(line)], as: UTF8.self)
    }
}

/// Finds the places in a line that name a request.
struct ReferenceNames {
    var old: String
    var new: String
    /// Whether a whole expression is the name of a variable.
    var isVariable: (String) -> Bool

    /// The line with the new name; nil if the old one does not occur.
    func replaced(_ line: [UInt8], kind: LineKind) -> [UInt8]? {
        switch kind {
        case .blank, .comment, .separator, .inlineResponse, .unknown: return nil
        case .metadata: return references(line) ?? dependency(line)
        case .kept: return run(line) ?? references(line)
        default: return references(line)
        }
    }

    /// Whether the old name occurs in a line as a separate word.
    func isNamed(in line: [UInt8]) -> Bool {
        let name = Array(old.utf8)
        guard let first = name.first, line.count >= name.count else { return false }
        func isPart(_ byte: UInt8) -> Bool {
            LineText.isLetter(byte) || LineText.isDigit(byte) || byte == Byte.underscore
        }
        return (0...line.count - name.count).contains { start in
            let end = start + name.count
            return line[start] == first && line[start..<end].elementsEqual(name)
                && (start == 0 || !isPart(line[start - 1])) && (end == line.count || !isPart(line[end]))
        }
    }

    /// Replaces references inside `{{…}}`.
    private func references(_ line: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        var copied = 0
        var index = 0
        let name = Array(old.utf8)
        while index + 1 < line.count {
            guard line[index] == Byte.openBrace, line[index + 1] == Byte.openBrace else {
                index += 1
                continue
            }
            var start = index + 2
            while start < line.count, LineText.isSpace(line[start]) || line[start] == Byte.percent { start += 1 }
            guard let close = Self.close(line, from: start) else { break }
            if line[start..<close].starts(with: name), isReference(Array(line[start..<close]), name.count) {
                output += line[copied..<start] + Array(new.utf8)
                copied = start + name.count
            }
            index = close + 2
        }
        return copied == 0 ? nil : output + line[copied...]
    }

    private static func close(_ line: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + 1 < line.count {
            if line[index] == Byte.closeBrace, line[index + 1] == Byte.closeBrace { return index }
            index += 1
        }
        return nil
    }

    /// Whether `.response`, `.request`, `Response.` or a path follows the name.
    private func isReference(_ expression: [UInt8], _ length: Int) -> Bool {
        let rest = expression[length...]
        if rest.starts(with: "Response.".utf8) { return true }
        guard rest.first == Byte.dot || rest.first == Byte.openBracket else { return false }
        for word in [".response", ".request"] where rest.starts(with: word.utf8) {
            let next = rest.dropFirst(word.utf8.count).first
            if next == nil || next == Byte.dot || next == Byte.space { return true }
        }
        let whole = String(decoding: LineText.trimmedBytes(expression), as: UTF8.self)
        return !isVariable(whole)
    }

    /// Replaces the name in `# @ref old`.
    private func dependency(_ line: [UInt8]) -> [UInt8]? {
        let range = line.withUnsafeBufferPointer { buffer -> Range<Int>? in
            guard let comment = LineSyntax.commentText(LineText(buffer, 0..<buffer.count)),
                let (key, value) = LineSyntax.metadata(comment), let known = MetadataKey(key),
                known == .ref || known == .forceRef, value.string == old
            else { return nil }
            return value.range
        }
        return range.map { line[..<$0.lowerBound] + Array(new.utf8) + line[$0.upperBound...] }
    }

    /// Replaces the name in `run #old (…)`.
    private func run(_ line: [UInt8]) -> [UInt8]? {
        let range = line.withUnsafeBufferPointer { buffer -> Range<Int>? in
            let content = LineText(buffer, 0..<buffer.count).trimmed
            let word = content.firstWord
            let name = content.from(word.end).trimmed.firstWord
            guard word.count == 3, word.starts(with: "run"), name.first == Byte.hash, name.dropFirst(1).string == old
            else {
                return nil
            }
            return name.dropFirst(1).range
        }
        return range.map { line[..<$0.lowerBound] + Array(new.utf8) + line[$0.upperBound...] }
    }
}
