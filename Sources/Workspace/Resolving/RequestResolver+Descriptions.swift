import Base
import Descriptions
import HTTPFormat

extension RequestResolver {
    /// The description that a request names by `# @openapi`.
    enum NamedDescription {
        /// Absolute path.
        case path(String)
        /// As it is written: the collection may not read it.
        case outside(String)
    }

    /// - Returns: nil if the request names none.
    static func namedDescription(
        of request: SavedRequest, in file: CollectionFile, _ context: Context
    ) -> NamedDescription? {
        namedDescription(of: request, in: file, root: context.root, isTrusted: context.isTrusted)
    }

    /// - Parameters:
    ///   - root: of the collection.
    ///   - isTrusted: whether descriptions outside the root may be read.
    static func namedDescription(
        of request: SavedRequest, in file: CollectionFile, root: String, isTrusted: Bool
    ) -> NamedDescription? {
        guard let link = request.settings.contract, let written = link.path, let decoded = link.decoded.path else {
            return nil
        }
        let path = PathText.normalised(decoded, workingDirectory: file.folder)
        let real = DiskFile.realPath(path) ?? path
        let root = DiskFile.realPath(root) ?? root
        return isTrusted || PathText.isInside(real, folder: root) ? .path(path) : .outside(written)
    }

    /// The schema that a GraphQL request belongs to: that which it was made from, the one that it names, else the one beside its file.
    /// - Returns: nil if there is none that can be read.
    static func graphQLSchema(
        of request: SavedRequest, in file: CollectionFile, _ context: Context
    ) -> DescribedFile? {
        guard request.graphQL != nil else { return nil }
        if let described = file.described { return described.graphQL == nil ? nil : described }
        let library = DescriptionLibrary.shared
        let path: String?
        switch namedDescription(of: request, in: file, context) {
        case .path(let named): path = named
        case .outside: path = nil
        case nil: path = DescriptionChoice.path(of: file.path, among: library.schemas(in: file.folder))
        }
        guard let path, case .success(let described) = library.description(path), described.graphQL != nil else {
            return nil
        }
        return described
    }
}
