import Workspace

/// Which files of a folder a body may name.
package struct BodyFilesJob: Sendable, Hashable {
    var owner: OpenRequest.ID
    /// The request file: paths are relative to its folder.
    var file: String
    /// As it is written, with a slash at its end, or empty.
    var folder: String
    var place: CollectionPlace
}
