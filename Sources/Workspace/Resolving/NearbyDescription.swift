import Base
import HTTPFormat

/// Finds the description that a request of a request file belongs to, on the disk: for collections that do not hold it.
package enum NearbyDescription {
    /// - Parameters:
    ///   - root: the last folder in which a description is looked for; others that are named need trust.
    /// - Returns: nil if there is none; else the description, or a sentence why it cannot be read.
    package static func find(
        for request: SavedRequest, in file: CollectionFile, root: String, isTrusted: Bool,
        library: DescriptionLibrary = .shared
    ) -> Result<DescribedFile, CollectionError>? {
        switch RequestResolver.namedDescription(of: request, in: file, root: root, isTrusted: isTrusted) {
        case .path(let path): return library.description(path)
        case .outside(let written):
            return .failure(
                CollectionError(
                    sentence:
                        "\(written) is outside the collection's folder, which is not trusted: it is not read for \(file.relativePath)."
                ))
        case nil: break
        }
        let paths =
            request.graphQL == nil ? library.paths(beside: file.folder, upTo: root) : library.schemas(in: file.folder)
        return DescriptionChoice.path(of: file.path, among: paths).map(library.description)
    }
}
