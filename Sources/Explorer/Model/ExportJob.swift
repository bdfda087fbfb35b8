import Base
import HTTPFormat
import NetEngine
import RequestExport
import Workspace

/// Saved requests to be exported to the clipboard, as they are in the program.
package struct ExportJob: Sendable {
    var kind: ExportKind
    var reveals: Bool
    /// What an export of several requests is called; nil for one request.
    var title: String?
    /// What a document is called that needs a name.
    var name: String
    var files: [CollectionFile]
    /// The folder that is exported, as the files have it before their names; nil for one file.
    var folder: String?
    /// The index of the only request that is wanted; nil for all.
    var request: Int?
    var place: CollectionPlace
    var environmentName: String?
    var overrides: [String: String]
    /// The responses of other requests.
    var memory = ResponseMemory()
    /// Open files that may be imported, by path.
    var known: [String: CollectionFile] = [:]
}

/// What became of an export.
package struct ExportOutcome: Sendable {
    /// What sentences call it: `The curl command`.
    package var name: String
    package var text: ClipboardText
    package var clipboard: ClipboardOutcome
    /// One sentence for each thing that is left out.
    package var losses: [String]
}

extension ExportJob {
    /// The text and what is not in it. Reads body files and environments.
    /// - Throws: if no request can be exported.
    func text(
        store: CollectionStore, isTrusted: Bool
    ) throws(CopyJob.Refusal) -> (text: ClipboardText, losses: [String]) {
        let builder = ContextBuilder(
            root: place.root, isTrusted: isTrusted, environmentName: environmentName, overrides: overrides,
            known: known,
            store: store)
        let reader = ExportReader(kind, reveals: reveals)
        var problems: [String] = []
        var nodes: [ExportNode] = []
        for file in files {
            let whole = request.map { file.expanding([$0]) } ?? file.expandingAll()
            var context = builder.context(for: whole)
            context.memory = memory
            let requests = request.map { index in whole.document.requests.filter { $0.index == index } }
            let items = (requests ?? whole.document.requests).compactMap { request -> ExportItem? in
                do throws(ExportReader.Refusal) { return try reader.read(request, in: whole, context: context) } catch {
                    problems.append(error.sentence)
                    return nil
                }
            }
            let path = folder.map { String(file.relativePath.dropFirst($0.count + 1)) } ?? PathText.name(of: file.path)
            if !items.isEmpty { ExportNode.add(items, path: path, to: &nodes) }
        }
        let document = ExportDocument(nodes, to: kind, title: title, name: name, now: .now)
        let losses = problems + document.losses.map(\.sentence) + document.notes
        guard document.count > 0 else {
            throw CopyJob.Refusal(sentence: losses.first ?? "There is no request to export.")
        }
        let text = ClipboardText(bytes: document.bytes)
        guard text.byteCount <= CopyJob.maxBytes else {
            throw CopyJob.Refusal(sentence: "That is too much for a clipboard; 'apitui export' writes it to a file.")
        }
        return (text, losses)
    }
}
