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
