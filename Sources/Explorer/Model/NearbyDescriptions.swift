import HTTPFormat
import Workspace

/// Descriptions that requests belong to without being in the tree: those of a request file that was opened by itself, or of a folder
/// below its description.
package struct NearbyDescriptions: Sendable {
    /// What decides which description it is. Requests that differ in nothing of it share one.
    package struct Subject: Sendable, Hashable {
        /// Absolute path of the request file.
        var file: String
        /// As `# @openapi` has it; nil if it names none.
        var named: String?
        var isGraphQL: Bool
    }

    private var found: [Subject: Result<DescribedFile, CollectionError>] = [:]
    private var asked: Set<Subject> = []

    /// What is known, also while it is looked for again.
    subscript(subject: Subject) -> DescribedFile? { try? found[subject]?.get() }

    /// - Returns: whether it is to be looked for.
    mutating func want(_ subject: Subject) -> Bool { asked.insert(subject).inserted }

    func isAsked(_ subject: Subject) -> Bool { asked.contains(subject) }

    /// Something changed on the disk: everything is looked for again when it is wanted next.
    mutating func askAgain() { asked = [] }

    /// - Returns: a sentence if it cannot be read, and that is new.
    mutating func take(_ subject: Subject, _ result: Result<DescribedFile, CollectionError>?) -> String? {
        let before = found.updateValueOrRemove(result, forKey: subject)
        guard case .failure(let error)? = result else { return nil }
        if case .failure(let known)? = before, known.sentence == error.sentence { return nil }
        return error.sentence
    }
}

extension Dictionary {
    /// - Returns: the value before.
    fileprivate mutating func updateValueOrRemove(_ value: Value?, forKey key: Key) -> Value? {
        guard let value else { return removeValue(forKey: key) }
        return updateValue(value, forKey: key)
    }
}

/// A request whose description is looked for beside its file.
package struct NearbyJob: Sendable {
    var subject: NearbyDescriptions.Subject
    var request: SavedRequest
    var file: CollectionFile
    var place: CollectionPlace

    func run(isTrusted: Bool) -> Action {
        .nearbyDescriptionFound(
            subject, NearbyDescription.find(for: request, in: file, root: place.root, isTrusted: isTrusted))
    }
}

extension Model {
    /// The description beside the file of a request that the tree does not hold; nil if it is not known, or there is none.
    func nearbyDescription(of request: SavedRequest, in file: CollectionFile) -> (
        described: DescribedFile, isNamed: Bool
    )? {
        let subject = Self.subject(of: request, in: file)
        return nearby[subject].map { ($0, subject.named != nil) }
    }

    private static func subject(of request: SavedRequest, in file: CollectionFile) -> NearbyDescriptions.Subject {
        NearbyDescriptions.Subject(
            file: file.path, named: request.settings.contract?.decoded.path, isGraphQL: request.graphQL != nil)
    }

    /// Looks for the description of the open request, if it is not in the tree.
    mutating func findNearbyDescription() -> [Effect] {
        guard tree.phase == .ready, let key = current?.key, let file = tree.files[key.file]?.file,
            file.described == nil, let request = tree.request(key)
        else { return [] }
        let subject = Self.subject(of: request, in: file)
        // One in the tree that is still to be read is not read twice.
        guard !nearby.isAsked(subject), treeDescription(of: request, in: file) == nil, tree.unreadPaths.isEmpty,
            nearby.want(subject)
        else { return [] }
        return [.findNearbyDescription(NearbyJob(subject: subject, request: request, file: file, place: tree.place))]
    }

    mutating func nearbyDescriptionFound(
        _ subject: NearbyDescriptions.Subject, _ result: Result<DescribedFile, CollectionError>?
    ) {
        if let sentence = nearby.take(subject, result) { say(withoutRoot(sentence), .warning) }
    }
}
