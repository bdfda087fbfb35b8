import Base
import Glibc
import HTTPFormat
import RequestExport
import Workspace

/// What `export` was given: a folder, a file, or one request.
struct ExportSource {
    let loaded: LoadedCollections
    /// nil for all requests.
    private let reference: RequestReference?
    private let path: String

    init(_ path: String, isTrusted: Bool) throws {
        self.path = path
        if path == "-" {
            loaded = try LoadedCollections.standardInput(isTrusted: isTrusted)
            reference = nil
            return
        }
        let reference = RequestReference(path)
        let names = access(path, F_OK) != 0 && reference.path != path
        self.reference = names ? reference : nil
        if reference.path == "-" {
            loaded = try LoadedCollections.standardInput(isTrusted: isTrusted)
        } else {
            loaded = try LoadedCollections(
                paths: [names ? reference.path : path], isTrusted: isTrusted, isWhole: true)
        }
    }

    /// Whether one request was named, or there is only one.
    var isOneRequest: Bool { reference != nil || loaded.plan.steps.count == 1 && isOneFile }

    private var isOneFile: Bool { loaded.folders.first?.single != nil }

    /// What the export is called: the folder, or the file without its extension.
    var name: String {
        if path == "-" || reference?.path == "-" { return "requests" }
        let whole = PathText.normalised(reference?.path ?? path, workingDirectory: StandardInput.currentFolder)
        let name = PathText.name(of: whole)
        return isOneFile ? ExportNode.title(ofFile: name) : name
    }

    /// The requests in their folders, and one sentence for each that cannot be exported.
    func nodes(
        _ reader: ExportReader, environment: String?, overrides: [String: String]
    ) -> (nodes: [ExportNode], problems: [String]) {
        var problems: [String] = []
        func items(of file: CollectionFile) -> [ExportItem] {
            if let problem = file.problemSentence {
                problems.append(problem.hasPrefix(file.relativePath) ? problem : "\(file.relativePath): \(problem)")
                return []
            }
            if file.described != nil, !isOneFile {
                problems.append("\(file.relativePath) is a description, not saved requests; export it by itself.")
                return []
            }
            let requests: [SavedRequest]
            do throws(CommandFailure) {
                requests =
                    try reference.map { (reference) throws(CommandFailure) in [try reference.find(in: file)] }
                    ?? file.document.requests
            } catch {
                problems += error.sentences.map(\.string)
                return []
            }
            let context = loaded.context(for: file, environment: environment, overrides: overrides)
            return requests.compactMap { request in
                do throws(ExportReader.Refusal) { return try reader.read(request, in: file, context: context) } catch {
                    problems.append(error.sentence)
                    return nil
                }
            }
        }
        func node(_ node: CollectionNode) -> ExportNode? {
            switch node {
            case .folder(let name, let nodes):
                let inner = nodes.compactMap(node(_:))
                return inner.isEmpty ? nil : .folder(name: name, inner)
            case .file(let file):
                let found = items(of: file)
                return found.isEmpty ? nil : .file(name: ExportNode.title(ofFile: PathText.name(of: file.path)), found)
            }
        }
        let nodes = loaded.folders.flatMap(\.nodes).compactMap(node(_:))
        return (nodes, problems)
    }
}
