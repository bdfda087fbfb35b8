import Base
import Contract
import HTTPFormat
import JSONPath
import NetEngine
import OpenAPI

/// A description as a request file that nobody had to write: a quick skeleton with every operation, whose blocks are
/// filled in one by one when they are looked at.
///
/// The index of an operation is also the index of its request in `HTTPDocument(bytes: skeleton)`: operations in are
/// requests out. Whatever the description holds, the file is read without a notice.
package struct DescribedCollection: Sendable {
    /// Requests that stand together in the tree.
    package struct Group: Sendable {
        package enum Kind: Sendable, Hashable { case tag, untagged, webhooks, callbacks }

        package var kind: Kind
        /// The tag as it is written; for the others the words to show.
        package var name: String
        /// Markdown; nil if the description says nothing of the tag.
        package var text: String?
        /// Into `operations`; groups follow one another and cover all of them.
        package var operations: Range<Int>
    }

    package let api: DescribedAPI
    /// As in links: `openapi.yaml`.
    package let fileName: String
    /// Where the description came from; nil for a file. Relative server URLs are resolved against it.
    package let address: HTTPURL?
    /// In the order of the requests: by tag, untagged ones next, then webhooks and callbacks.
    package let operations: [OperationEntry]
    package let groups: [Group]
    /// A block for each operation, with title, name, link and request line.
    package let skeleton: [UInt8]
    /// What the index of the description and this file leave out or change; a block has notices of its own.
    package let notices: [DescriptionNotice]

    /// The names of the requests.
    let names: [String]
    /// The requests by their names.
    let indices: [String: Int]
    /// Where each block is in `skeleton`.
    let ranges: [Range<Int>]
    /// nil for a description that is not a file.
    let links: OperationLinks?
    /// Which variable holds the server of each operation.
    let servers: ServerVariables
    let logins: LoginVariables
    /// Variables that no parameter of a request may take.
    let reserved: Set<String>

    /// - Parameters:
    ///   - fileName: how the links in the file name the description, relative to the folder of the file.
    ///   - address: the URL that the description came from.
    package init(_ api: DescribedAPI, fileName: String, address: HTTPURL? = nil) {
        self.api = api
        self.fileName = fileName
        self.address = address
        let description = api.description
        (operations, groups) = OperationOrder.sorted(description)
        var variables = DialectName(reserved: ServerVariables.reserved)
        let servers = ServerVariables(description, operations, &variables)
        self.servers = servers
        logins = LoginVariables(description, &variables)
        reserved = variables.known
        var writer = SkeletonWriter(
            fileName: address == nil ? fileName : nil, operations: operations, reserved: reserved)
        for (index, entry) in operations.enumerated() {
            writer.add(entry, server: servers.name(of: index), documents: description.documents)
        }
        skeleton = writer.bytes
        ranges = writer.ranges
        names = writer.names
        indices = Dictionary(writer.names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        links = writer.links
        notices = description.notices + writer.notices
    }

    /// The name of a request (`# @name`).
    package func name(of index: Int) -> String { names[index] }

    /// The operation of a request of this file, by its name.
    package func operation(of request: SavedRequest) -> Int? { request.name.flatMap { indices[$0] } }

    /// The operation of the request with that name.
    package func operation(ofRequest name: String) -> Int? { indices[name] }

    /// The operation of that id, or of that JSON pointer.
    package func operation(named name: String) -> Int? {
        operations.index(named: name)
    }

    /// The skeleton of one block.
    package func skeletonBlock(of index: Int) -> ArraySlice<UInt8> { skeleton[ranges[index]] }

    private var blocks: SkeletonBlocks { SkeletonBlocks(skeleton: skeleton, ranges: ranges) }

    /// The file with some of its blocks filled in.
    package func document(expanding expanded: some Collection<Int>) -> [UInt8] {
        blocks.filled(expanded) { block(of: $0).bytes }
    }

    /// A document with the block of one request filled in; every other byte stays.
    /// - Returns: nil if the request is none of this file, or if its block is no longer the skeleton.
    package func expanded(_ document: HTTPDocument, request number: Int) -> (bytes: [UInt8], block: DescribedBlock)? {
        guard document.requests.indices.contains(number) else { return nil }
        let request = document.requests[number]
        guard let index = operation(of: request), let place = blocks.place(of: index, request, in: document) else {
            return nil
        }
        let block = block(of: index)
        return (document.bytes[..<place.lowerBound] + block.bytes + document.bytes[place.upperBound...], block)
    }
}

/// A block of the file, filled in.
package struct DescribedBlock: Sendable {
    /// The whole block, with its separator and the empty line at its end.
    package var text: String
    /// What the description says of the operation that is wrong, open or cannot be sent; values of the authors that are
    /// not valid included.
    package var notices: [DescriptionNotice] = []
    /// What is asked for before it is sent, as no valid value could be made.
    package var asked: [String] = []

    package var bytes: [UInt8] { Array(text.utf8) }
}
