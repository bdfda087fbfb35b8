import Base

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
    package static func near(_ name: String) -> [String] {
        let key = key(name)
        guard !key.isEmpty else { return [] }
        let needle = TextNeedle(key, readsEscapes: false, isCaseSensitive: true)
        let matches = searched.filter { term in
            term.keys.contains { key in
                key.withUnsafeBufferPointer { needle.first(in: $0, startingIn: 0..<$0.count) != nil }
            }
        }
        if !matches.isEmpty { return matches.prefix(12).map(\.term.name).withoutRepetition }
        return NameSuggestion.nearest(to: name, among: names).map { [$0] } ?? []
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
