import Base
import HTTPFormat
import NetEngine
import RequestExport
import Workspace

extension ExportJob {
    /// The text and what is not in it. Reads body files and environments.
    /// - Throws: if no request can be exported.
    func text(
        store: CollectionStore, isTrusted: Bool
    ) throws(CopyJob.Refusal) -> (text: ClipboardText, losses: [String]) {
        let builder = ContextBuilder(
            place: place, isTrusted: isTrusted, environmentName: environmentName, overrides: overrides,
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
