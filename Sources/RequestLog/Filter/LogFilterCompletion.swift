import Base
import NetEngine

/// What can be typed next in a filter.
package struct LogFilterCompletion: Sendable, Hashable {
    /// Replaces the bytes of `range` in the UTF-8 of the filter.
    package var text: String
    package var range: Range<Int>
    /// What it is for; empty for a value.
    package var help: String
    /// Whether what is typed so far is a part of it and is searched as such: then it already finds the same rows, among others.
    package var isSearchedByPart = false
}

extension LogFilter {
    /// Completions of the key or value that ends at the cursor, the likeliest first.
    /// - Parameters:
    ///   - cursor: in bytes of the text's UTF-8.
    ///   - saved: names of saved filters.
    ///   - values: values that were seen, which begin with a text.
    package static func completions(
        for text: String, cursor: Int, saved: [String] = [], values: (LogCondition.Text, String) -> [String]
    ) -> [LogFilterCompletion] {
        let bytes = Array(text.utf8.prefix(max(0, cursor)))
        let start = startOfTerm(bytes)
        let term = bytes[start...]
        guard let key = key(in: term) else { return keys(term, start..<bytes.count) }
        let range = key.valueStart..<bytes.count
        let typed = String(decoding: bytes[range], as: UTF8.self)
        let isSearchedByPart = key.key.findsParts && [":", "*="].contains(key.sign)
        // Of a quotation mark only the closing one is missing.
        let prefix = typed.hasPrefix("\"") ? String(typed.dropFirst()) : typed
        // Only what rows have may need quotation marks; with them, `none` would not be the word of the language.
        let isFromRows = if case .text = key.key.kind { true } else { false }
        let found = candidates(key.key, prefix, saved: saved, values).filter {
            $0.lowercased().hasPrefix(prefix.lowercased()) && $0 != prefix
        }
        return found.map { isFromRows ? LogFilterWord.quoted($0) : $0 }.filter { !key.listed.contains($0.lowercased()) }
            .map { LogFilterCompletion(text: $0, range: range, help: "", isSearchedByPart: isSearchedByPart) }
    }

    /// Where the last term begins: after whitespace or a parenthesis outside quotation marks, and after a sign that negates it.
    private static func startOfTerm(_ bytes: [UInt8]) -> Int {
        var start = 0
        var isQuoted = false
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if isQuoted, byte == Byte.backslash { place += 1 }
            if byte == Byte.quote { isQuoted.toggle() }
            if !isQuoted, LogFilterParser.isSpace(byte) || byte == Byte.openParenthesis { start = place + 1 }
            place += 1
        }
        start = min(start, bytes.count)
        while start < bytes.count, bytes[start] == Byte.minus || bytes[start] == Byte.exclamationMark { start += 1 }
        return start
    }

    /// - Returns: as `listed`, what is before the last comma, in lower case: it is not offered again.
    private static func key(
        in term: ArraySlice<UInt8>
    ) -> (key: LogFilterKey, sign: String, listed: Set<String>, valueStart: Int)? {
        let name = term.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || "-._".utf8.contains($0) }
        let signs = term[name.endIndex...].prefix { ":=!<>~*".utf8.contains($0) }
        guard !signs.isEmpty, let key = LogFilterKey(String(decoding: name, as: UTF8.self)) else { return nil }
        let start = term[signs.endIndex...].lastIndex(of: Byte.comma).map { $0 + 1 } ?? signs.endIndex
        let listed = term[signs.endIndex..<start].split(separator: Byte.comma)
            .map { String(decoding: $0, as: UTF8.self).lowercased() }
        return (key, String(decoding: signs, as: UTF8.self), Set(listed), start)
    }

    private static func keys(_ term: ArraySlice<UInt8>, _ range: Range<Int>) -> [LogFilterCompletion] {
        let prefix = String(decoding: term, as: UTF8.self).lowercased()
        return LogFilterKey.suggested.filter { $0.name.hasPrefix(prefix) }.map {
            LogFilterCompletion(text: "\($0.name):", range: range, help: $0.help)
        }
    }

    private static func candidates(
        _ key: LogFilterKey, _ prefix: String, saved: [String], _ values: (LogCondition.Text, String) -> [String]
    ) -> [String] {
        switch key.kind {
        case .text(let text): LogFilterKey.values(of: text) ?? values(text, prefix)
        case .number(.status): ["2xx", "3xx", "4xx", "5xx", "404", "500", "none"]
        case .number(.duration), .number(.firstByte): ["100ms", "500ms", "1s", "5s"]
        case .number(.size), .number(.requestSize), .largerThan, .smallerThan: ["1KB", "10KB", "100KB", "1MB"]
        case .since, .until, .before, .number(.startedAt): ["10m", "1h", "today", "yesterday", "7d"]
        case .scheme: ["http", "https"]
        case .flag: LogFilterFlag.names
        case .saved: saved
        case .number, .header, .body: []
        }
    }
}
