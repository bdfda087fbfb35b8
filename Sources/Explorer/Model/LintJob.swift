import Workspace

/// The files of a collection, with edits that are not saved, in which `lint` looks for errors.
package struct LintJob: Sendable {
    var files: [CollectionFile]
    var place: CollectionPlace
    var environmentName: String?
    var overrides: [String: String]
}
