import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import Workspace

/// One edit of a generated file, and everything it must do.
struct EditCase {
    var name: String
    /// The lines that change; nil if the edit must be refused.
    var script: LineScript?
    var perform: (HTTPDocument) throws(HTTPDocument.EditRefusal) -> HTTPDocument
    /// The expected change of the requests; no other meaning may change.
    var meaning: (inout [SavedRequest]) -> Void = { _ in }
    /// Requests whose documentation is not compared, because it may be in lines that stay behind; by index after the
    /// edit.
    var undocumented: Set<Int> = []
    /// A request whose body reads differently under another content type.
    var rereadBody: Int?
}

/// Checks that an edit changes exactly the expected lines and meaning, and can be undone.
struct EditOracle {
    var file: GeneratedFile
    var seed: Int
    var form: GeneratedFile.Form
    private let document: HTTPDocument
    private var tree = CollectionTree()
    private static let path = "/c/a.http"

    init(_ file: GeneratedFile, seed: Int, form: GeneratedFile.Form) {
        self.file = file
        self.seed = seed
        self.form = form
        document = HTTPDocument(bytes: file.bytes)
        let read = CollectionFile(
            path: Self.path, relativePath: "a.http", document: document, stamp: FileStamp(bytes: file.bytes))
        _ = tree.take(CollectionFolder(root: "/c", name: "c", nodes: [.file(read)]), busy: [])
    }

    /// - Returns: what is wrong; nil if nothing is.
    mutating func fault(_ edit: EditCase) -> String? {
        let after: HTTPDocument
        do throws(HTTPDocument.EditRefusal) {
            after = try edit.perform(document)
        } catch {
            return edit.script == nil ? nil : told(edit, "refused: \(error.sentence)", nil, nil)
        }
        guard let script = edit.script else {
            return after.bytes == document.bytes ? nil : told(edit, "not refused", nil, after.bytes)
        }
        let expected = GeneratedFile.bytes(script.applied(to: file.lines), hasMark: file.hasMark)
        guard after.bytes == expected else { return told(edit, "other lines", expected, after.bytes) }
        let again = HTTPDocument(bytes: after.bytes)
        guard again.requests == after.requests, again.kinds == after.kinds else {
            return told(edit, "reads differently when it is read again", nil, after.bytes)
        }
        if let fault = meaningFault(edit, after) { return told(edit, fault, nil, after.bytes) }
        guard after.bytes != document.bytes else { return nil }
        tree.edit(Self.path, to: after)
        guard tree.undo(Self.path), tree.files[Self.path]?.file.document.bytes == file.bytes else {
            return told(edit, "not taken back", nil, tree.files[Self.path]?.file.document.bytes)
        }
        return nil
    }

    private func meaningFault(_ edit: EditCase, _ after: HTTPDocument) -> String? {
        var expected = document.requests.map(\.meaning)
        edit.meaning(&expected)
        var found = after.requests.map(\.meaning)
        guard expected.count == found.count else { return "\(found.count) requests instead of \(expected.count)" }
        for index in found.indices {
            // Derived from the rest.
            expected[index].id =
                expected[index].name ?? expected[index].title
                ?? "\(expected[index].method) \(expected[index].target)"
            expected[index].graphQL = nil
            found[index].graphQL = nil
            if edit.undocumented.contains(index) { expected[index].documentation = found[index].documentation }
            if edit.rereadBody == index { expected[index].body = found[index].body }
            if expected[index] != found[index] {
                return "request \(index) means\n\(found[index])\ninstead of\n\(expected[index])"
            }
        }
        return nil
    }

    private func told(_ edit: EditCase, _ what: String, _ expected: [UInt8]?, _ found: [UInt8]?) -> String {
        func shown(_ bytes: [UInt8]) -> [String] {
            String(decoding: bytes, as: UTF8.self).unicodeScalars.reduce(into: [""]) { lines, scalar in
                switch scalar {
                case "\n":
                    lines[lines.count - 1] += "\\n"
                    lines.append("")
                case "\r": lines[lines.count - 1] += "\\r"
                default: lines[lines.count - 1].unicodeScalars.append(scalar)
                }
            }
        }
        func difference(_ a: [UInt8], _ b: [UInt8]) -> String {
            let difference = shown(b).difference(from: shown(a))
            return (difference.removals + difference.insertions).prefix(14).map { change in
                switch change {
                case .remove(let line, let text, _): "  \(line + 1) - \(text)"
                case .insert(let line, let text, _): "  \(line + 1) + \(text)"
                }
            }.joined(separator: "\n")
        }
        var text = "seed \(seed), \(form.rawValue), \(edit.name): \(what)\n"
        if let expected { text += "foretold:\n\(difference(file.bytes, expected))\n" }
        if let found { text += "made:\n\(difference(file.bytes, found))\n" }
        return text + "the file:\n\(shown(file.bytes).joined(separator: "\n"))"
    }
}
