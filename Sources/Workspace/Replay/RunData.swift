import Base
import HTTPFormat
import JSONPath
import NetEngine

/// The rows of a data file: a run is repeated for each, with its columns as variables.
package struct RunData: Sendable, Hashable {
    package struct Row: Sendable, Hashable {
        /// In the file, from 1.
        package var line: Int
        package var values: [String: String]
    }

    package let rows: [Row]

    /// Reads comma-separated values (RFC 4180) whose first row has the names, a JSON array of objects, or JSON Lines.
    /// - Parameter path: names the file in errors; its extension decides the format, else the first byte.
    /// - Throws: a sentence with the line.
    package init(_ bytes: [UInt8], path: String) throws(CollectionError) {
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        let first = bytes.first { !JSONText.isSpace($0) }
        let name = path.lowercased()
        let isLines = [".jsonl", ".ndjson"].contains { name.hasSuffix($0) }
        let isJSON =
            isLines || name.hasSuffix(".json")
            || !name.hasSuffix(".csv") && (first == Byte.openBracket || first == Byte.openBrace)
        if isJSON {
            rows = try JSONRows(path: path).rows(bytes, isList: !isLines && first == Byte.openBracket)
        } else {
            rows = try CSVRows(path: path).rows(bytes)
        }
        guard !rows.isEmpty else {
            throw CollectionError(sentence: "\(path) has no rows, so nothing would be sent.")
        }
    }
}

/// Rows as JSON objects.
private struct JSONRows {
    let path: String

    func rows(_ bytes: [UInt8], isList: Bool) throws(CollectionError) -> [RunData.Row] {
        var rows: [RunData.Row] = []
        if isList {
            let tree = try tree(bytes, line: 1)
            var nodes: [Int] = []
            tree.forEachChild(of: 0) { node in
                nodes.append(node)
                return true
            }
            var (line, place) = (1, 0)
            for node in nodes {
                let start = Int(tree.nodes[node].start)
                line += bytes[place..<start].count { $0 == Byte.lineFeed }
                place = start
                rows.append(try row(tree, node, line))
            }
        } else {
            var line = 0
            for text in bytes.split(separator: Byte.lineFeed, omittingEmptySubsequences: false) {
                line += 1
                guard text.contains(where: { !JSONText.isSpace($0) }) else { continue }
                rows.append(try row(tree(Array(text), line: line), 0, line))
            }
        }
        try checkColumns(rows)
        return rows
    }

    private func tree(_ text: [UInt8], line: Int) throws(CollectionError) -> JSONTree {
        do throws(JSONSyntaxError) {
            return try JSONTree.parse(text)
        } catch {
            let line = line + text.prefix(error.offset).count { $0 == Byte.lineFeed }
            throw CollectionError(sentence: "\(path):\(line): this is not JSON: \(error.reason).")
        }
    }

    private func row(_ tree: JSONTree, _ node: Int, _ line: Int) throws(CollectionError) -> RunData.Row {
        guard tree.kind(node) == .object else {
            throw CollectionError(sentence: "\(path):\(line): a row must be an object, such as {\"id\": 1}.")
        }
        var values: [String: String] = [:]
        tree.forEachChild(of: node) { child in
            let name = String(decoding: tree.name(child) ?? [], as: UTF8.self)
            let bytes = tree.kind(child) == .string ? tree.string(child) : Array(tree.slice(child))
            values[name] = tree.kind(child) == .null ? "" : String(decoding: bytes, as: UTF8.self)
            return true
        }
        return RunData.Row(line: line, values: values)
    }

    /// Each row must have what the first one has: a name that is misspelt once would send another request.
    private func checkColumns(_ rows: [RunData.Row]) throws(CollectionError) {
        guard let names = rows.first?.values.keys.sorted() else { return }
        for (index, row) in rows.enumerated() {
            for name in names where row.values[name] == nil {
                throw CollectionError(
                    sentence: "\(path):\(row.line): row \(index + 1) has no \"\(name)\", which row 1 has.")
            }
        }
    }
}

/// Rows of comma-separated values.
private struct CSVRows {
    let path: String

    func rows(_ bytes: [UInt8]) throws(CollectionError) -> [RunData.Row] {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw CollectionError(sentence: "\(path) is not UTF-8; save it as UTF-8.")
        }
        let separator = Self.separator(bytes)
        var records = try records(bytes, separator)
        guard !records.isEmpty else { return [] }
        let names = records.removeFirst()
        var known: Set<String> = []
        for name in names.fields {
            let trimmed = name.trimmingWhitespace()
            guard !trimmed.isEmpty else {
                throw CollectionError(
                    sentence: "\(path):\(names.line): a column has no name; the first row has the names.")
            }
            guard known.insert(trimmed).inserted else {
                throw CollectionError(sentence: "\(path):\(names.line): two columns are called \(trimmed).")
            }
        }
        var rows: [RunData.Row] = []
        for record in records {
            guard record.fields.count == names.fields.count else {
                let (has, wants) = (record.fields.count, names.fields.count)
                throw CollectionError(
                    sentence:
                        "\(path):\(record.line): this row has \(Formatting.count(has, "field")), the first row has \(wants)."
                )
            }
            var values: [String: String] = [:]
            for (name, field) in zip(names.fields, record.fields) { values[name.trimmingWhitespace()] = field }
            rows.append(RunData.Row(line: record.line, values: values))
        }
        return rows
    }

    /// A comma; a semicolon or a tab if the first row has one and no comma, as spreadsheets of some countries write it.
    private static func separator(_ bytes: [UInt8]) -> UInt8 {
        let first = bytes.drop { $0 == Byte.lineFeed || $0 == Byte.carriageReturn }.prefix { $0 != Byte.lineFeed }
        if first.contains(Byte.comma) { return Byte.comma }
        return [Byte.semicolon, Byte.tab].first { first.contains($0) } ?? Byte.comma
    }

    private func records(
        _ bytes: [UInt8], _ separator: UInt8
    ) throws(CollectionError) -> [(line: Int, fields: [String])] {
        var records: [(line: Int, fields: [String])] = []
        var place = 0
        var line = 1
        while place < bytes.count {
            let (start, startPlace) = (line, place)
            var fields: [String] = []
            var isOver = false
            while !isOver {
                fields.append(try field(bytes, &place, &line, separator))
                if place < bytes.count, bytes[place] == separator {
                    place += 1
                } else {
                    isOver = true
                }
            }
            // An empty line is not a row; one with an empty field in quotation marks is.
            if place > startPlace { records.append((start, fields)) }
            if place < bytes.count, bytes[place] == Byte.carriageReturn { place += 1 }
            if place < bytes.count, bytes[place] == Byte.lineFeed { place += 1 }
            line += 1
        }
        return records
    }

    /// Reads up to the separator or the end of the line.
    private func field(
        _ bytes: [UInt8], _ place: inout Int, _ line: inout Int, _ separator: UInt8
    ) throws(CollectionError) -> String {
        func isEnd(_ at: Int) -> Bool {
            at == bytes.count || bytes[at] == separator || bytes[at] == Byte.lineFeed
                || bytes[at] == Byte.carriageReturn && (at + 1 == bytes.count || bytes[at + 1] == Byte.lineFeed)
        }
        guard place < bytes.count, bytes[place] == Byte.quote else {
            let start = place
            while !isEnd(place) { place += 1 }
            return String(decoding: bytes[start..<place], as: UTF8.self)
        }
        let start = line
        var text: [UInt8] = []
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == Byte.quote {
                guard place < bytes.count, bytes[place] == Byte.quote else {
                    guard isEnd(place) else {
                        throw CollectionError(
                            sentence:
                                "\(path):\(line): text follows a closing quotation mark; write \"\" for one inside of a field."
                        )
                    }
                    return String(decoding: text, as: UTF8.self)
                }
                place += 1
            } else if byte == Byte.lineFeed {
                line += 1
            }
            text.append(byte)
        }
        throw CollectionError(sentence: "\(path):\(start): a quotation mark is not closed.")
    }
}
