import Base
import NetEngine

/// The filters that the user saved by name: a text file with a name and a filter in each line, which may be edited by hand.
package struct SavedFilters: Sendable, Hashable {
    /// The file's name in the state folder.
    package static let fileName = "log-filters"

    /// A line that cannot be used; it stays in the file.
    package struct Problem: Sendable, Hashable {
        /// From 1.
        package var line: Int
        package var sentence: String
    }

    private var lines: [String]
    /// Whether the last line has no end. Half of a filter is one that finds other rows, which `--delete` would delete.
    private var isCut: Bool
    /// Filters by name. What cannot be parsed is in here too: what a filter means is found out where it is used.
    package private(set) var filters: [String: String] = [:]
    package private(set) var problems: [Problem] = []

    /// - Parameter bytes: of the file; empty if there is none.
    package init(_ bytes: [UInt8] = []) {
        isCut = LineText.isCut(bytes)
        lines = bytes.split(separator: Byte.lineFeed, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        read()
    }

    /// In alphabetical order.
    package var names: [String] { filters.keys.sorted() }

    /// The line that was cut, which cannot be used; nil if there is none.
    package var cutLine: Problem? { isCut ? problems.last.flatMap { $0.line == lines.count ? $0 : nil } : nil }

    /// The file with all lines. One that was cut stays so: with an end it would look whole.
    package var bytes: [UInt8] {
        let all = lines.flatMap { Array($0.utf8) + [Byte.lineFeed] }
        return isCut ? Array(all.dropLast()) : all
    }

    /// Saves a filter, or replaces the one of that name.
    /// - Parameter others: filters beside these that it may name.
    /// - Returns: why it cannot be saved, as a sentence; nil if it was.
    package mutating func set(_ name: String, to filter: String, beside others: [String: String] = [:]) -> String? {
        guard Self.isName(name) else {
            return "'\(name)' cannot be the name of a filter: use up to 40 letters, digits, '-', '_' and '.'."
        }
        guard !filter.utf8.contains(Byte.lineFeed) else { return "A filter with a line break cannot be saved." }
        guard filter.utf8.contains(where: { !LogFilterParser.isSpace($0) }) else {
            return "There is no filter to save."
        }
        let known = others.merging(filters) { _, own in own }
        if let sentence = Self.problem(filter, known) { return sentence }
        if Self.problem("saved:\(name)", known.merging([name: filter]) { _, new in new }) != nil {
            return "The filter '\(name)' would contain itself."
        }
        remove(name)
        lines.insert("\(name) \(filter)", at: isCut ? lines.count - 1 : lines.count)
        read()
        return nil
    }

    /// Why a text is not a filter.
    private static func problem(_ text: String, _ saved: [String: String]) -> String? {
        do throws(LogFilterError) {
            _ = try LogFilter(parsing: text, now: .now, zone: 0, saved: saved)
            return nil
        } catch {
            return error.sentence
        }
    }

    /// For the user, after a filter was saved.
    package static func savedSentence(_ name: String) -> String { "Saved: saved:\(name) finds these rows." }

    /// - Returns: false if there was none of that name.
    @discardableResult
    package mutating func remove(_ name: String) -> Bool {
        let count = lines.count
        if let last = lines.last, Self.parts(last)?.name == name { isCut = false }
        lines.removeAll { Self.parts($0)?.name == name }
        read()
        return lines.count < count
    }

    /// Removes the filter of a name.
    /// - Returns: why it cannot be removed, as a sentence; nil if it was.
    package mutating func forget(_ name: String) -> String? {
        remove(name) ? nil : "There is no saved filter '\(name)'."
    }

    /// For the user, after a filter was removed.
    package static func forgottenSentence(_ name: String) -> String { "Forgotten: the filter '\(name)'." }

    /// Letters, digits and a few signs, so that `saved:NAME` needs no quotation marks.
    package static func isName(_ name: String) -> Bool {
        (1...40).contains(name.utf8.count)
            && name.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_.".utf8.contains($0) }
    }

    private mutating func read() {
        filters = [:]
        problems = []
        for (index, line) in lines.enumerated() {
            let text = line.utf8.drop(while: LogFilterParser.isSpace)
            guard let first = text.first, first != Byte.hash else { continue }
            func refuse(_ sentence: String) { problems.append(Problem(line: index + 1, sentence: sentence)) }
            guard !isCut || index < lines.count - 1 else {
                refuse("The line has no end, so it may have been cut and is not used. Complete it, or delete it.")
                continue
            }
            guard let (name, filter) = Self.parts(line) else {
                refuse("A line is a name and a filter, with a space between them.")
                continue
            }
            guard filters[name] == nil else {
                refuse("There is another filter '\(name)' above.")
                continue
            }
            filters[name] = filter
        }
    }

    /// nil if the line is not a filter.
    private static func parts(_ line: String) -> (name: String, filter: String)? {
        let text = line.utf8.drop(while: LogFilterParser.isSpace)
        let name = String(decoding: text.prefix { !LogFilterParser.isSpace($0) }, as: UTF8.self)
        var filter = Array(text.dropFirst(name.utf8.count).drop(while: LogFilterParser.isSpace))
        while let last = filter.last, LogFilterParser.isSpace(last) { filter.removeLast() }
        guard isName(name), !filter.isEmpty else { return nil }
        return (name, String(decoding: filter, as: UTF8.self))
    }
}
