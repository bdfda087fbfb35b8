import Base
import JSONPath
import NetEngine
import Synchronization

/// A value in one of the documents of a description.
package struct DocumentPlace: Sendable, Hashable {
    /// 0 for the document that was opened.
    package var document: Int
    /// A node of its tree.
    package var node: Int

    package init(document: Int, node: Int) {
        self.document = document
        self.node = node
    }
}

/// Why a reference leads nowhere: a clause.
package struct ReferenceFailure: Error, Sendable, Hashable {
    package var reason: String
    package init(reason: String) { self.reason = reason }
}

/// The documents of one description: the one that was opened, and those that its references name.
///
/// Other documents are read by the caller, when a reference to them is followed. Only paths that `FolderPolicy` allows
/// are asked for. What is looked up is kept, so that following the same reference again costs little.
package final class DocumentSet: Sendable {
    /// Reads another document of the folder.
    package typealias Reading = @Sendable (_ path: String) -> Result<DescriptionText, ReferenceFailure>

    private struct Document {
        var path: String
        var text: DescriptionText
    }

    private struct ReferenceKey: Hashable {
        var document: Int
        var text: [UInt8]
    }

    private struct State {
        var documents: [Document]
        var paths: [String: Result<Int, ReferenceFailure>]
        var targets: [ReferenceKey: Result<DocumentPlace, ReferenceFailure>] = [:]
        /// Members of large objects.
        var members: [DocumentPlace: [[UInt8]: Int]] = [:]
        var anchors: [Int: [[UInt8]: Int]] = [:]
        var identifiers: [[UInt8]: DocumentPlace] = [:]
    }

    /// How many documents are read for one description.
    static let mostDocuments = 1_000
    /// How many references lead to references.
    static let mostHops = 100

    private let state: Mutex<State>
    private let read: Reading

    /// - Parameters:
    ///   - path: of the document, relative to the chosen folder.
    ///   - read: is asked once for each path.
    package init(
        _ text: DescriptionText, path: String = "openapi",
        read: @escaping Reading = { _ in .failure(ReferenceFailure(reason: "other files are not read here")) }
    ) {
        state = Mutex(State(documents: [Document(path: path, text: text)], paths: [path: .success(0)]))
        self.read = read
    }

    package func text(_ document: Int) -> DescriptionText { state.withLock { $0.documents[document].text } }
    package func path(_ document: Int) -> String { state.withLock { $0.documents[document].path } }
    package var root: DescriptionValue { value(DocumentPlace(document: 0, node: 0)) }
    /// The paths of all documents read so far, the opened one first.
    package var paths: [String] { state.withLock { $0.documents.map(\.path) } }

    package func value(_ place: DocumentPlace) -> DescriptionValue {
        DescriptionValue(documents: self, tree: text(place.document).tree, place: place)
    }

    /// The JSON pointer of a value; in another document with its path in front: `common.yaml#/definitions/Pet`.
    package func pointer(of place: DocumentPlace) -> String {
        let (path, text) = state.withLock { ($0.documents[place.document].path, $0.documents[place.document].text) }
        let pointer = JSONPointer.pointer(of: place.node, in: text.tree)
        return place.document == 0 ? pointer : path + "#" + pointer
    }

    package func textPlace(of place: DocumentPlace) -> TextPlace { text(place.document).place(of: place.node) }

    // MARK: References

    /// The value that a reference names, which may be a reference, too.
    func target(of reference: [UInt8], in document: Int) -> Result<DocumentPlace, ReferenceFailure> {
        let key = ReferenceKey(document: document, text: reference)
        if let known = state.withLock({ $0.targets[key] }) { return known }
        let target = find(reference, in: document)
        state.withLock { $0.targets[key] = target }
        return target
    }

    private func find(_ reference: [UInt8], in document: Int) -> Result<DocumentPlace, ReferenceFailure> {
        let parts = reference.split(separator: Byte.hash, maxSplits: 1, omittingEmptySubsequences: false)
        let address = parts.first.map(Array.init) ?? []
        let fragment = parts.count > 1 ? URLEncoding.decode(Array(parts[1])) : []
        var place = DocumentPlace(document: document, node: 0)
        if !address.isEmpty {
            if let identified = identified(address, in: document) {
                place = identified
            } else {
                switch open(String(decoding: address, as: UTF8.self), from: document) {
                case .success(let index): place = DocumentPlace(document: index, node: 0)
                case .failure(let failure): return .failure(failure)
                }
            }
        }
        let shown = quoted(String(decoding: reference.prefix(400), as: UTF8.self))
        guard let names = JSONPointer.names(fragment) else {
            if let node = anchors(place.document)[fragment] {
                return .success(DocumentPlace(document: place.document, node: node))
            }
            return .failure(ReferenceFailure(reason: "\(shown) leads nowhere: no value has this $anchor"))
        }
        var value = self.value(place)
        for name in names {
            guard let next = value.step(name) else {
                let missing = quoted(String(decoding: name.prefix(400), as: UTF8.self))
                return .failure(ReferenceFailure(reason: "\(shown) leads nowhere: there is no \(missing)"))
            }
            value = next
        }
        return .success(value.place)
    }

    private func open(_ address: String, from document: Int) -> Result<Int, ReferenceFailure> {
        let shown = quoted(address)
        let path: String
        do throws(FolderPolicy.Refusal) {
            path = try FolderPolicy.path(of: address, from: self.path(document))
        } catch {
            return .failure(ReferenceFailure(reason: "\(shown) is not followed: \(error.reason)"))
        }
        if let known = state.withLock({ $0.paths[path] }) { return known }
        guard state.withLock({ $0.documents.count }) < Self.mostDocuments else {
            return .failure(ReferenceFailure(reason: "\(shown) is not followed: more than \(Self.mostDocuments) files"))
        }
        let text = read(path)
        return state.withLock { state in
            if let known = state.paths[path] { return known }
            let result: Result<Int, ReferenceFailure>
            switch text {
            case .success(let text):
                state.documents.append(Document(path: path, text: text))
                result = .success(state.documents.count - 1)
            case .failure(let failure):
                result = .failure(ReferenceFailure(reason: "\(shown) cannot be read: \(failure.reason)"))
            }
            state.paths[path] = result
            return result
        }
    }

    // MARK: Look-ups

    func member(_ name: [UInt8], of place: DocumentPlace, in tree: JSONTree) -> Int? {
        // A table pays for large objects only.
        guard tree.next(place.node) - place.node > 64 else { return tree.member(name, of: place.node) }
        return state.withLock { state in
            if let table = state.members[place] { return table[name] }
            var table: [[UInt8]: Int] = [:]
            guard tree.kind(place.node) == .object else { return nil }
            tree.forEachChild(of: place.node) { child in
                countWork(1)
                if let name = tree.name(child) { table[name] = child }
                return true
            }
            if table.count > 16 { state.members[place] = table }
            return table[name]
        }
    }

    /// The values with an `$anchor` (JSON Schema 2020-12 §8.2.2), by its name.
    private func anchors(_ document: Int) -> [[UInt8]: Int] {
        let tree = text(document).tree
        return state.withLock { state in
            if let known = state.anchors[document] { return known }
            let names = ["$anchor", "$dynamicAnchor", "$id"].map { Array($0.utf8) }
            var table: [[UInt8]: Int] = [:]
            guard names.contains(where: { ByteSearch.contains([Byte.quote] + $0 + [Byte.quote], in: tree.text) }) else {
                state.anchors[document] = table
                return table
            }
            /// The open containers.
            var open: [Int] = []
            for node in tree.nodes.indices {
                countWork(1)
                while let last = open.last, tree.next(last) <= node { open.removeLast() }
                switch tree.kind(node) {
                case .object, .array: open.append(node)
                case .string:
                    guard let parent = open.last, let name = tree.name(node), name.first == Byte.dollar else {
                        continue
                    }
                    if name == names[0] || name == names[1] {
                        table[tree.string(node)] = table[tree.string(node)] ?? parent
                    }
                    if name == names[2] {
                        let place = DocumentPlace(document: document, node: parent)
                        state.identifiers[tree.string(node)] = state.identifiers[tree.string(node)] ?? place
                    }
                default: continue
                }
            }
            state.anchors[document] = table
            return table
        }
    }

    /// A schema whose `$id` is the address as it is written.
    private func identified(_ address: [UInt8], in document: Int) -> DocumentPlace? {
        _ = anchors(document)
        return state.withLock { $0.identifiers[address] }
    }
}
