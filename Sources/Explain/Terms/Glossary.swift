import Base
import NetEngine

/// All terms that can be explained without a network, and how they are found.
package enum Glossary {
    package static let terms: [Term] =
        Term.statuses + Term.requestHeaders + Term.responseHeaders + Term.directives + Term.categories + Term.phases
        + Term.cacheWords + Term.tlsWords + Term.http2Words + Term.mediaTypes + Term.codings + Term.methods
        + Term.cookieAttributes + Term.notices

    private static let byName: [String: [Term]] = {
        var found: [String: [Term]] = [:]
        for term in terms {
            let names = [term.name, term.title, term.heading] + term.otherNames
            for name in Set(names.filter { !$0.isEmpty && $0 != "(Unused)" }.map(key)) {
                found[name, default: []].append(term)
            }
        }
        return found
    }()

    /// The terms of that name, of all kinds, however it is written: upper or lower case, with spaces, `-` or `_`.
    package static func terms(named name: String) -> [Term] { byName[key(name)] ?? [] }

    package static func term(_ kind: Term.Kind, _ name: String) -> Term? {
        terms(named: name).first { $0.kind == kind }
    }

    /// The registered reason phrase of a status.
    package static func reasonPhrase(of status: Int) -> String? { term(.status, String(status))?.title }

    /// Names that begin with the text or contain it, else the one that is spelt most like it.
    ///
    /// A word of up to three letters is in many names by chance (`and` in `handshake`), and differs from many by one letter: it
    /// only finds names of which a word begins with it, else the one spelt most like it that begins with its first letter.
    package static func near(_ name: String) -> [String] {
        let key = key(name)
        guard !key.isEmpty else { return [] }
        let isShort = key.count <= 3
        let needle = TextNeedle(key, readsEscapes: false, isCaseSensitive: true)
        let matches = searched.filter { term in
            term.keys.contains { key in
                key.withUnsafeBufferPointer { holds($0, needle, onlyAtWords: isShort) }
            }
        }
        if !matches.isEmpty { return matches.prefix(12).map(\.term.name).withoutRepetition }
        // A status or the number of a notice is not a misspelling of another one.
        if isShort, key.utf8.contains(where: ASCII.isDigit) { return [] }
        let likely = isShort ? names.filter { Self.key($0).first == key.first } : names
        return NameSuggestion.nearest(to: name, among: likely).map { [$0] } ?? []
    }

    private static func holds(_ text: UnsafeBufferPointer<UInt8>, _ needle: TextNeedle, onlyAtWords: Bool) -> Bool {
        var start = 0
        while let place = needle.first(in: text, startingIn: start..<text.count)?.lowerBound {
            let isInWord = place > 0 && (ASCII.isLetter(text[place - 1]) || ASCII.isDigit(text[place - 1]))
            if !onlyAtWords || !isInWord { return true }
            start = place + 1
        }
        return false
    }

    /// The terms with the names by which they are searched: a search of each letter that is typed cannot make them anew.
    private static let searched = terms.map { term in
        (term: term, keys: ([term.heading] + term.otherNames).map { Array(key($0).utf8) })
    }

    private static let names = terms.flatMap { [$0.name] + $0.otherNames }

    private static func key(_ name: String) -> String {
        String(name.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
    }
}

extension Array where Element: Hashable {
    fileprivate var withoutRepetition: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
