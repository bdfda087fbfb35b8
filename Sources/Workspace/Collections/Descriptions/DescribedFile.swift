import Base
import Contract
import Descriptions
import HTTPFormat
import NetEngine
import OpenAPI
import Synchronization

/// What a file of a collection is made from, if it describes an API: its requests are written from the operations, or the fields of
/// a GraphQL schema, first each with its first line, and whole when it is looked at.
package final class DescribedFile: Sendable {
    private enum Content {
        case openAPI(DescribedCollection)
        case graphQL(GraphQLCollection)
    }

    /// Requests that stand together in the tree.
    package struct Group: Sendable, Hashable {
        package var name: String
        /// Indices of requests.
        package var operations: Range<Int>
    }

    private let content: Content
    /// Absolute path.
    package let path: String
    package let groups: [Group]

    /// Where the requests of a GraphQL schema are sent, as far as the schema says it.
    package let endpoint: String?

    /// Its servers and logins, in the form of `http-client.env.json`.
    let environments: [UInt8]

    /// The lines of a GraphQL schema; empty where it was not read from a file.
    let textLines: TextLines

    private let referred: ReferredFiles

    /// What finds the operation of a request, by the server that takes the place of the description's own; nil for those.
    let matchers = Mutex<[String?: OperationMatcher]>([:])

    init(_ collection: DescribedCollection, path: String, referred: ReferredFiles) {
        content = .openAPI(collection)
        self.path = path
        self.referred = referred
        endpoint = nil
        groups = collection.groups.map { Group(name: $0.name, operations: $0.operations) }
        environments = collection.environments().bytes
        textLines = TextLines([])
    }

    /// - Parameters:
    ///   - endpoint: where its requests are sent; nil if the schema does not say it.
    ///   - text: of the file.
    init(_ collection: GraphQLCollection, path: String, endpoint: String?, text: [UInt8] = []) {
        content = .graphQL(collection)
        self.path = path
        referred = ReferredFiles()
        self.endpoint = endpoint
        groups = collection.groups.map { Group(name: $0.name, operations: $0.fields) }
        environments = endpoint.map { collection.environments(endpoint: $0) } ?? []
        textLines = TextLines(text)
    }

    /// The operations of an OpenAPI description; nil for a schema.
    package var openAPI: DescribedCollection? { if case .openAPI(let collection) = content { collection } else { nil } }

    package var api: DescribedAPI? { openAPI?.api }

    /// The fields of a GraphQL schema; nil for a description.
    package var graphQL: GraphQLCollection? { if case .graphQL(let collection) = content { collection } else { nil } }

    /// All requests, each with its first line.
    package var skeleton: [UInt8] {
        switch content {
        case .openAPI(let collection): collection.skeleton
        case .graphQL(let collection): collection.skeleton
        }
    }

    /// A document with one request made whole; every other byte stays.
    /// - Returns: nil if the request is none of this file, or if it is no longer as it was made.
    package func expanded(_ document: HTTPDocument, request index: Int) -> [UInt8]? {
        switch content {
        case .openAPI(let collection): collection.expanded(document, request: index)?.bytes
        case .graphQL(let collection): collection.expanded(document, request: index)?.bytes
        }
    }

    /// All requests, whole.
    var whole: [UInt8] {
        switch content {
        case .openAPI(let collection): collection.document(expanding: collection.operations.indices)
        case .graphQL(let collection): collection.document(expanding: collection.fields.indices)
        }
    }

    /// The variable that requests of a description begin with.
    package static let serverVariable = "server"

    /// Whether the name of a file permits to open it alone, as a collection: a request file, or one that may be a description.
    package static func mayBeOpenedAlone(_ path: String) -> Bool {
        let name = PathText.name(of: path)
        return CollectionStore.isRequestFile(name) || DescriptionFinder.mayBe(name)
    }

    /// Whether the name of a file alone says that it belongs to a collection: a request file, or a description that is called so.
    package static func isNamedAsOneOfCollection(_ path: String) -> Bool {
        let name = PathText.name(of: path)
        return CollectionStore.isRequestFile(name) || DescriptionFinder.mayBe(name) && DescriptionFinder.isNamedSo(name)
    }

    /// The request file in which requests of a description are kept: `openapi.http` for `openapi.yaml`.
    package static func requestFile(beside path: String) -> String {
        let name = PathText.name(of: path)
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        return PathText.join(PathText.folder(of: path), stem + ".http")
    }

    /// Absolute paths of its file and of those that it was found to refer to so far, also of missing ones.
    package var paths: [String] { [path] + referred.paths }

    /// Absolute paths of the files that it was found to refer to so far and that are not what they were when they were read. Looks
    /// at the disk.
    package var changedReferences: [String] { referred.changed }
}

extension DescribedFile: Hashable {
    /// A description that was read again is another one.
    package static func == (a: DescribedFile, b: DescribedFile) -> Bool { a === b }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CollectionFile {
    /// A file as it is made from a description: each request with its first line.
    init(path: String, relativePath: String, skeletonOf described: DescribedFile?, problem: FileProblem? = nil) {
        let bytes = described?.skeleton ?? []
        self.init(
            path: path, relativePath: relativePath, document: HTTPDocument(bytes: bytes),
            stamp: FileStamp(bytes: bytes), problem: problem, described: described)
    }

    /// The key of the environments that apply to its requests: its folder, or the file itself if it is a description, whose servers
    /// are environments of its own.
    package var environmentKey: String { described == nil ? folder : path }

    /// The file with these requests whole.
    package func expanding(_ indexes: [Int]) -> CollectionFile {
        guard let described else { return self }
        var file = self
        let isEdited = isEdited
        var disk = isEdited ? HTTPDocument(bytes: stamp.bytes) : document
        for index in indexes {
            if isEdited, let name = document.requests.indices.contains(index) ? document.requests[index].name : nil,
                let place = disk.requests.first(where: { $0.name == name })?.index,
                let whole = described.expanded(disk, request: place)
            {
                disk = HTTPDocument(bytes: whole)
            }
            if let whole = described.expanded(file.document, request: index) {
                file.document = HTTPDocument(bytes: whole)
            }
        }
        file.stamp = FileStamp(bytes: isEdited ? disk.bytes : file.document.bytes)
        return file
    }

    /// The file with those requests whole that are edited in an earlier reading of it.
    package func expanding(like edited: CollectionFile) -> CollectionFile {
        guard described != nil, edited.isEdited else { return self }
        let names = Set(DescriptionEdits(of: edited).blocks.map(\.name))
        return expanding(document.requests.filter { names.contains($0.id) }.map(\.index))
    }

    /// The file with all requests whole.
    package func expandingAll() -> CollectionFile {
        guard let described else { return self }
        var file = self
        file.document = HTTPDocument(bytes: described.whole)
        file.stamp = FileStamp(bytes: file.document.bytes)
        return isEdited ? DescriptionEdits(of: self).joined(with: file).file : file
    }
}
