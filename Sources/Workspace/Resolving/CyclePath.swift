import Base

/// The names along a cycle on one readable line; of a long cycle only the first and the last names.
enum CyclePath {
    private static let most = 10
    private static let longest = 80

    static func text(_ names: [String]) -> String {
        let short = names.count > most ? names.prefix(most - 3) + ["…"] + names.suffix(2) : names[...]
        return short.map { $0.cut(to: longest) }.joined(separator: " -> ")
    }
}

/// Names in a sentence; of many only the first ones.
package enum NameList {
    private static let most = 20

    package static func text(_ names: [String]) -> String {
        let shown = names.prefix(most).joined(separator: ", ")
        return names.count > most ? "\(shown) and \(names.count - most) more" : shown
    }
}
