import Base
import Workspace

/// Names of files and folders that come from a name of the source: each names one visible thing in the folder that it is used in, on every
/// system, and is read by the collection that it becomes part of.
struct SafeFileName {
    /// Names are shorter than file systems allow, so that a path of all folders fits.
    private static let mostBytes = 80

    /// The names that are taken in a folder, without letter case.
    private var taken: Set<String>
    /// The next number for a name that is taken, so that many equal names take no more time.
    private var next: [String: Int] = [:]

    init(taken: [String] = []) { self.taken = Set(taken.map(Self.key)) }

    /// File systems of other machines see no difference between letter cases, nor between ways to write an accent.
    private static func key(_ name: String) -> String { name.lowercased() }

    /// A name that is not taken: `Users`, `Users-2`.
    /// - Parameter ending: with its dot; empty for a folder.
    mutating func unique(_ name: String, ending: String = "", else standard: String) -> String {
        let stem = Self.safe(name, ending: ending) ?? standard
        let whole = stem + ending
        if taken.insert(Self.key(whole)).inserted { return whole }
        var number = next[Self.key(whole)] ?? 2
        while !taken.insert(Self.key("\(stem)-\(number)\(ending)")).inserted {
            countWork(1)
            number += 1
        }
        next[Self.key(whole)] = number + 1
        return "\(stem)-\(number)\(ending)"
    }

    /// The name without what a file name cannot hold; nil if nothing is left.
    /// - Parameter ending: what is added to it; an environment file is known by the whole name.
    static func safe(_ name: String, ending: String = "") -> String? {
        var text = ""
        var count = 0
        for character in name {
            // With a mark that combines with it a slash is another character, but a slash for the file system.
            let isSlash = character.unicodeScalars.contains { $0 == "/" || $0 == "\\" }
            let next = isSlash ? "-" : character.isWhitespace ? " " : String(character)
            if next == " ", text.last == " " || text.isEmpty { continue }
            count += next.utf8.count
            guard count <= mostBytes else { break }
            text += next
        }
        guard let clean = BodyFileName.cleaned(text) else { return nil }
        let isKnown = clean.lowercased() == "node_modules" || CollectionStore.isEnvironmentFile(clean + ending)
        return isKnown ? "_" + clean : clean
    }
}
