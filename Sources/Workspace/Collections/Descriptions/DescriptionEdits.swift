import Base
import HTTPFormat
import JSONPath
import NetEngine

/// What a user changed of the requests of a description: for each its block as it was made, and as it is now.
///
/// Kept apart from the description, by the names of the requests, and joined with it again when it is read, also after it changed.
package struct DescriptionEdits: Sendable, Hashable {
    package struct Block: Sendable, Hashable {
        /// The request's name.
        package var name: String
        package var base: String
        package var mine: String
    }

    /// Absolute path of the description.
    package let path: String
    /// `CollectionFile.address`.
    package let address: String?
    package fileprivate(set) var blocks: [Block] = []

    package init(path: String, address: String? = nil, blocks: [Block] = []) {
        self.path = path
        self.address = address
        self.blocks = blocks
    }

    /// What they are kept under.
    fileprivate var source: String { address ?? path }

    /// The edits of a file, and those of `known` whose requests the description no longer has.
    package init(of file: CollectionFile, known: DescriptionEdits? = nil) {
        path = file.path
        address = file.address
        let names = Set(file.document.requests.map(\.id))
        blocks = known?.blocks.filter { !names.contains($0.name) } ?? []
        guard file.isEdited else { return }
        let base = Self.texts(HTTPDocument(bytes: file.stamp.bytes))
        for request in file.document.requests {
            let mine = Self.text(request, file.document)
            guard let base = base[request.id], base != mine else { continue }
            blocks.append(Block(name: request.id, base: base, mine: mine))
        }
    }

    /// Brings the edits into a file that was read from the description.
    /// - Returns: the file, and the names of requests whose block changed in the description where it was edited: they hold the
    ///   user's version.
    package func joined(with file: CollectionFile) -> (file: CollectionFile, conflicts: [String]) {
        let wanted = Set(blocks.map(\.name))
        let indexes = file.document.requests.filter { wanted.contains($0.id) }.map(\.index)
        guard !indexes.isEmpty else { return (file, []) }
        var file = file.expanding(indexes)
        let theirs = HTTPDocument(bytes: file.stamp.bytes)
        guard let base = replaced(theirs, \.base), let mine = replaced(theirs, \.mine) else { return (file, []) }
        switch BlockMerge.merge(base: base, mine: mine, theirs: theirs) {
        case .merged(let bytes):
            file.document = HTTPDocument(bytes: bytes)
            return (file, [])
        case .conflict(let conflict):
            file.document = HTTPDocument(bytes: conflict.withMine)
            return (file, conflict.blocks)
        }
    }

    private func replaced(_ document: HTTPDocument, _ text: KeyPath<Block, String>) -> HTTPDocument? {
        let texts = Dictionary(blocks.map { ($0.name, $0[keyPath: text]) }, uniquingKeysWith: { $1 })
        var bytes: [UInt8] = []
        var next = 0
        for request in document.requests {
            guard let text = texts[request.id], let range = Self.range(request, document) else { continue }
            bytes += document.bytes[next..<range.lowerBound]
            bytes += Array(text.utf8)
            next = range.upperBound
        }
        bytes += document.bytes[next...]
        let result = HTTPDocument(bytes: bytes)
        return result.requests.count == document.requests.count ? result : nil
    }

    private static func texts(_ document: HTTPDocument) -> [String: String] {
        Dictionary(document.requests.map { ($0.id, text($0, document)) }, uniquingKeysWith: { first, _ in first })
    }

    private static func text(_ request: SavedRequest, _ document: HTTPDocument) -> String {
        range(request, document).map { String(decoding: document.bytes[$0], as: UTF8.self) } ?? ""
    }

    private static func range(_ request: SavedRequest, _ document: HTTPDocument) -> Range<Int>? {
        document.range(ofRequest: request.index)
    }
}

/// Keeps the edits of descriptions in a folder that only this user can read.
package struct DescriptionEditStore: Sendable {
    /// Absolute path; created with the first edit.
    package let folder: String

    private static let maxBytes = 64 << 20
    /// Of the files' format. Files without a version have the same one: they are older than the number.
    package static let version = 1

    /// `$XDG_STATE_HOME/apitui/descriptions`, else below `~/.local/state`; nil without a home folder.
    package static func live(variable: (String) -> String? = processEnvironment) -> DescriptionEditStore? {
        UserFolder.state.path(variable).map { DescriptionEditStore(folder: PathText.join($0, "descriptions")) }
    }

    /// - Parameter source: the address of a description, or its path.
    private func file(_ source: String) -> StateFile {
        StateFile(
            path: PathText.join(folder, ContentMark(Array(source.utf8)).text + ".json"),
            what: "The list of edits", maxBytes: Self.maxBytes)
    }

    /// - Parameter address: `CollectionFile.address`.
    /// - Throws: one sentence if they are there and cannot be read.
    package func edits(
        of path: String, from address: String? = nil
    ) throws(CollectionError) -> DescriptionEdits {
        var edits = DescriptionEdits(path: path, address: address)
        let file = file(edits.source)
        edits.blocks = try Self.blocks(file.read(), of: edits.source, file)
        return edits
    }

    /// The edits in the bytes of a file; none if it is empty.
    private static func blocks(
        _ bytes: [UInt8], of source: String, _ file: StateFile
    ) throws(CollectionError) -> [DescriptionEdits.Block] {
        guard !bytes.isEmpty else { return [] }
        if let found = StateFile.laterFormat(of: bytes, than: version) { throw file.newer(found, knows: version) }
        guard let tree = try? JSONTree.parse(bytes), text("path", of: 0, in: tree) == source,
            let list = tree.member(Array("edits".utf8), of: 0), tree.kind(list) == .array
        else {
            throw CollectionError(
                sentence:
                    "The edits of \(source) in \(file.path) are not what apitui writes, or were cut; they are left alone. 'apitui doctor --fix' gives the file another name."
            )
        }
        var blocks: [DescriptionEdits.Block] = []
        tree.forEachChild(of: list) { node in
            if let name = text("name", of: node, in: tree), let base = text("base", of: node, in: tree),
                let mine = text("mine", of: node, in: tree)
            {
                blocks.append(DescriptionEdits.Block(name: name, base: base, mine: mine))
            }
            return true
        }
        return blocks
    }

    private static func text(_ name: String, of node: Int, in tree: JSONTree) -> String? {
        tree.member(Array(name.utf8), of: node).flatMap {
            tree.kind($0) == .string ? String(decoding: tree.string($0), as: UTF8.self) : nil
        }
    }

    /// - Returns: why they are not kept, as a sentence.
    package func keep(_ edits: DescriptionEdits) -> String? {
        let file = file(edits.source)
        return file.change { bytes in
            // What cannot be read may be all that is left of other edits.
            do throws(CollectionError) { _ = try Self.blocks(bytes, of: edits.source, file) } catch {
                return error.sentence
            }
            bytes =
                JSONOutput.object([
                    ("version", .number(Self.version)), ("path", .string(edits.source)),
                    (
                        "edits",
                        .array(
                            edits.blocks.map {
                                .object([
                                    ("name", .string($0.name)), ("base", .string($0.base)), ("mine", .string($0.mine)),
                                ])
                            })
                    ),
                ]).bytes + [UInt8(ascii: "\n")]
            return nil
        }
    }
}
