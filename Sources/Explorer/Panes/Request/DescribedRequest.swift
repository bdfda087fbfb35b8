import Base
import Contract
import Descriptions
import HTTPFormat
import OpenAPI
import Workspace

// Which description a request belongs to, and what it is there: for Docs, `K` and completion.

/// An operation or a field of a description, by its index.
struct DocsSubject: Sendable, Hashable {
    var described: DescribedFile
    var index: Int

    var docs: RequestDocs? {
        if let collection = described.openAPI {
            return .operation(OperationDocs(collection.api, collection.operations[index]))
        }
        return described.graphQL.map { .field(GraphQLFieldDocs($0, index)) }
    }
}

extension Model {
    /// The description that a request belongs to: that which it was made from, the one that it names, else the one beside its file.
    /// - Returns: nil if there is none, or it is not read yet; else also whether the request was made from it or names it.
    func description(of key: RequestKey) -> (described: DescribedFile, isNamed: Bool)? {
        guard let file = tree.files[key.file]?.file, let request = tree.request(key) else { return nil }
        return treeDescription(of: request, in: file) ?? nearbyDescription(of: request, in: file)
    }

    /// The same, if it is one of those in the tree.
    func treeDescription(of request: SavedRequest, in file: CollectionFile) -> (
        described: DescribedFile, isNamed: Bool
    )? {
        if let described = file.described { return (described, true) }
        if let path = request.settings.contract?.decoded.path {
            return tree.files[PathText.normalised(path, workingDirectory: file.folder)]?.file.described
                .map { ($0, true) }
        }
        let isGraphQL = request.graphQL != nil
        let folders = isGraphQL ? [file.folder] : PathText.foldersUp(from: file.folder, to: tree.root)
        for folder in folders {
            let beside = tree.descriptions(in: folder).filter { ($0.graphQL != nil) == isGraphQL }
            guard !beside.isEmpty else { continue }
            let path = DescriptionChoice.path(of: file.path, among: beside.map(\.path))
            return beside.first { $0.path == path }.map { ($0, false) }
        }
        return nil
    }

    /// The operation that a request was made from, that it names, or that its method and URL are.
    func operation(of key: RequestKey) -> (api: DescribedAPI, entry: OperationEntry)? {
        guard let subject = docsSubject(of: key), let collection = subject.described.openAPI else { return nil }
        return (collection.api, collection.operations[subject.index])
    }

    /// What the Docs tab of a request is about; nil if nothing describes it.
    func docsSubject(of key: RequestKey) -> DocsSubject? {
        guard let (described, isNamed) = description(of: key), let request = tree.request(key) else { return nil }
        return index(of: request, key, in: described, isNamed: isNamed)
            .map { DocsSubject(described: described, index: $0) }
    }

    private func index(
        of request: SavedRequest, _ key: RequestKey, in described: DescribedFile, isNamed: Bool
    ) -> Int? {
        let isOwn = tree.files[key.file]?.file.described == described
        if let schema = described.graphQL {
            guard !isOwn else { return schema.field(of: request) }
            return request.graphQL == nil ? nil : schema.field(ofQuery: request.body.text)
        }
        guard let collection = described.openAPI else { return nil }
        if isOwn { return collection.operation(of: request) }
        if let name = request.settings.contract?.decoded.operation { return collection.operation(named: name) }
        let values = openRequests[key]?.pane.variables.known ?? []
        return described.operation(of: request, isNamed: isNamed) { name in
            values.first { $0.name == name }?.value
        }
    }
}
