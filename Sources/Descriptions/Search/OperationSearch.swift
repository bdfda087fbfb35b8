import Base
import Contract
import OpenAPI

/// A search over the operations of a description: paths, summaries, ids, tags, names of parameters and schemas.
///
/// Making it takes time linear in the description and belongs in the background; a query looks at each text once.
package struct OperationSearch: Sendable {
    package struct Match: Sendable, Hashable {
        /// Into the operations that were given.
        package var operation: Int
        /// Higher is better.
        package var score: Int
        /// Which text was found: the best one.
        package var field: Field
        /// The text, as it is in the description.
        package var text: String
    }

    package enum Field: Int, Sendable, Hashable, CaseIterable {
        case path, operationID, summary, tag, parameter, schema

        /// What a list calls it.
        package var word: String {
            switch self {
            case .path: "path"
            case .operationID: "id"
            case .summary: "summary"
            case .tag: "tag"
            case .parameter: "parameter"
            case .schema: "schema"
            }
        }
    }

    private struct Text {
        var field: Field
        var written: String
        /// Lower case.
        var folded: [UInt8]
        /// Bit sets of the letters and digits in it: what cannot match is passed over at once.
        var letters: UInt64
    }

    /// Words of a query that count.
    private static let mostWords = 8
    private static let mostTexts = 64

    private let texts: [[Text]]

    /// - Parameters:
    ///   - operations: in the order of the results' indexes: those of a `DescribedCollection`.
    ///   - looksInside: reads every operation for its parameters and schemas; without it only the index is searched.
    package init(_ api: DescribedAPI, _ operations: [OperationEntry], looksInside: Bool = true) {
        texts = operations.map { entry in
            var list: [Text] = []
            var known: Set<String> = []
            func add(_ field: Field, _ text: String?) {
                guard let text, !text.isEmpty, list.count < Self.mostTexts else { return }
                guard known.insert("\(field.rawValue)\(text)").inserted else { return }
                let cut = String(text.prefix(300))
                let folded = Array(cut.lowercased().utf8)
                list.append(Text(field: field, written: cut, folded: folded, letters: Self.letters(folded)))
            }
            add(.path, "\(entry.method) \(entry.path)")
            add(.operationID, entry.operationID)
            add(.summary, entry.summary)
            for tag in entry.tags { add(.tag, tag) }
            guard looksInside else { return list }
            let operation = api.description.open(entry)
            for parameter in operation.parameters { add(.parameter, parameter.name) }
            let content = (operation.body?.content ?? []) + operation.responses.flatMap(\.content)
            for media in content {
                for field in media.fields { add(.parameter, field.name) }
                guard let place = media.schema ?? media.itemSchema else { continue }
                for name in Self.schemaNames(api.description.documents.value(place)) { add(.schema, name) }
            }
            return list
        }
    }

    /// The names of the schemas that a schema refers to itself, or by its items, branches and properties.
    private static func schemaNames(_ schema: DescriptionValue) -> [String] {
        var names: [String] = []
        var open = [schema]
        var looks = 0
        while let next = open.popLast(), looks < 200 {
            looks += 1
            if let name = next.reference?.split(separator: "/").last { names.append(String(name)) }
            if let items = next["items"] { open.append(items) }
            for keyword in ["allOf", "oneOf", "anyOf"] { open += next[keyword]?.elements ?? [] }
            for (_, value) in next["properties"]?.members ?? [] { open.append(value) }
        }
        return names
    }

    /// The operations that match, the best first, in the order of the operations where they are equal.
    ///
    /// Every word of the query must be in a text of the operation, as a part of it or as letters in its order.
    package func matches(_ query: String, limit: Int = .max) -> [Match] {
        let words = query.lowercased().split(whereSeparator: \.isWhitespace).prefix(Self.mostWords).map {
            Array($0.utf8)
        }
        guard !words.isEmpty else {
            return texts.indices.prefix(limit).compactMap { index in
                texts[index].first.map { Match(operation: index, score: 0, field: $0.field, text: $0.written) }
            }
        }
        let letters = words.map(Self.letters)
        var found: [Match] = []
        for (index, list) in texts.enumerated() {
            var total = 0
            var best: (score: Int, text: Int) = (-1, 0)
            var isMatch = true
            for (word, wanted) in zip(words, letters) {
                var top = 0
                for (place, text) in list.enumerated() where text.letters & wanted == wanted {
                    countWork(text.folded.count)
                    let score = Self.score(word, text)
                    if score > top { top = score }
                    if score > best.score { best = (score, place) }
                }
                guard top > 0 else {
                    isMatch = false
                    break
                }
                total += top
            }
            countWork(1)
            guard isMatch else { continue }
            let text = list[best.text]
            found.append(Match(operation: index, score: total, field: text.field, text: text.written))
        }
        found.sort { ($1.score, $0.operation) < ($0.score, $1.operation) }
        return Array(found.prefix(limit))
    }

    /// 0 for no match. Whole words and beginnings are better than parts, parts than scattered letters; names are better
    /// than what they are made of.
    private static func score(_ word: [UInt8], _ text: Text) -> Int {
        let field = 12 - text.field.rawValue * 2
        var place = 0
        var best = 0
        while let start = find(word, in: text.folded, from: place) {
            let begins = start == 0 || !isLetter(text.folded[start - 1])
            let end = start + word.count
            let ends = end == text.folded.count || !isLetter(text.folded[end])
            best = max(best, begins && ends ? 100 : begins ? 80 : 60)
            if best == 100 { break }
            place = start + 1
        }
        if best > 0 { return best + field + (text.folded.count == word.count ? 20 : 0) }
        guard word.count > 1 else { return 0 }
        return scattered(word, text.folded).map { max(1, 40 - $0) + field } ?? 0
    }

    /// How far apart the letters of a word are in a text, in their order; nil if they are not there, or too far apart.
    private static func scattered(_ word: [UInt8], _ text: [UInt8]) -> Int? {
        var index = 0
        var first = 0
        for (place, byte) in text.enumerated() where byte == word[index] {
            if index == 0 { first = place }
            index += 1
            if index == word.count {
                let gaps = place - first + 1 - word.count
                return gaps <= word.count * 4 ? gaps : nil
            }
        }
        return nil
    }

    private static func find(_ word: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        guard text.count - start >= word.count, let first = word.first else { return nil }
        var place = start
        while place <= text.count - word.count {
            if text[place] == first, text[place..<place + word.count].elementsEqual(word) { return place }
            place += 1
        }
        return nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        LineText.isLetter(byte) || LineText.isDigit(byte) || byte >= 0x80
    }

    private static func letters(_ text: [UInt8]) -> UInt64 {
        text.reduce(0) { $0 | 1 << UInt64($1 & 63) }
    }
}
