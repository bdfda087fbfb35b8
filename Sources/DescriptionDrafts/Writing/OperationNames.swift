import Base

/// Ids, tags and nouns of operations, from their methods and paths.
struct OperationNames {
    private var taken: Set<String> = []
    /// Templates that are followed by a parameter, as `/users` is by `/users/{userId}`.
    private let collections: Set<String>

    init(_ paths: [DraftPath]) {
        var collections: Set<String> = []
        for path in paths {
            for (index, segment) in path.segments.enumerated() {
                if case .parameter = segment { collections.insert(Self.key(path.segments.prefix(index))) }
            }
        }
        self.collections = collections
    }

    private static func key(_ segments: some Sequence<DraftPath.Segment>) -> String {
        segments.map { if case .text(let text) = $0 { "/" + text } else { "/{}" } }.joined()
    }

    /// The first text that is no prefix.
    static func tag(of path: DraftPath) -> String? {
        for case .text(let text) in path.segments where !DraftPath.isPrefix(text) && !text.isEmpty { return text }
        return nil
    }

    /// What a response of the path is about, and whether it is a collection.
    func noun(of path: DraftPath) -> (singular: String, isCollection: Bool) {
        var segments = path.segments
        while segments.last == .text("") { segments.removeLast() }
        var last: [String] = []
        for case .text(let text) in segments.reversed() where !DraftPath.isPrefix(text) {
            last = NameWords.words(text)
            break
        }
        let name = NameWords.pascal(NameWords.singular(last))
        guard case .text? = segments.last else { return (name, false) }
        return (name, NameWords.isPlural(last) || collections.contains(Self.key(segments)))
    }

    /// `getUser`, `listUsers`, `createUser`; unique.
    mutating func identifier(_ method: String, _ path: DraftPath) -> String {
        let (noun, isCollection) = noun(of: path)
        var parents: [String] = []
        let texts = path.segments.compactMap { segment -> String? in
            if case .text(let text) = segment, !DraftPath.isPrefix(text), !text.isEmpty { return text }
            return nil
        }
        for text in texts.dropLast() { parents += NameWords.singular(NameWords.words(text)) }
        let owner = NameWords.pascal(parents)
        let plural = NameWords.pascal(texts.last.map(NameWords.words) ?? [])
        let name: String
        switch method {
        case "GET": name = isCollection ? "list" + owner + plural : "get" + owner + noun
        case "POST": name = isCollection ? "create" + owner + noun : "post" + owner + noun
        case "PUT": name = "replace" + owner + (isCollection ? plural : noun)
        case "PATCH": name = "update" + owner + (isCollection ? plural : noun)
        default: name = method.lowercased() + owner + (isCollection ? plural : noun)
        }
        return taken.insertFree(String((noun.isEmpty ? name + "Root" : name).prefix(120)), separator: "")
    }
}
