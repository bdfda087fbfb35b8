import Base

/// Which of the descriptions beside a request file its requests belong to, if they name none.
package enum DescriptionChoice {
    /// The one of the same name, as kept requests have it (`shop.graphql` for `shop.http`), else the only one. Of several none is meant
    /// more than the others.
    package static func path(of requestFile: String, among paths: [String]) -> String? {
        paths.first { DescribedFile.requestFile(beside: $0) == requestFile } ?? (paths.count == 1 ? paths.first : nil)
    }

    /// Why a request file has no description.
    struct NoDescription: Error {
        /// A clause.
        var reason: String
    }

    /// - Parameter root: the last folder that is looked into.
    /// - Returns: absolute path.
    static func find(
        for file: CollectionFile, upTo root: String, library: DescriptionLibrary = .shared
    ) -> Result<String, NoDescription> {
        let found = library.paths(beside: file.folder, upTo: root)
        if let path = path(of: file.path, among: found) { return .success(path) }
        if let first = found.first {
            let names = found.prefix(3).map { PathText.name(of: $0) }.joined(separator: ", ")
            let more = found.count > 3 ? " …" : ""
            return .failure(
                NoDescription(
                    reason:
                        "\(PathText.folder(of: first)) has several OpenAPI descriptions (\(names)\(more)), and none is named like \(PathText.name(of: file.path)): name one with # @openapi or --contract-file"
                ))
        }
        if let path = library.lookalike(beside: file.folder, upTo: root) {
            return .failure(NoDescription(reason: "\(path) does not begin as a description does, in UTF-8"))
        }
        let above =
            PathText.foldersUp(from: file.folder, to: root).count > 1 ? ", nor in a folder above it up to \(root)" : ""
        return .failure(
            NoDescription(
                reason:
                    "there is no OpenAPI description in \(file.folder)\(above); --contract-file names one elsewhere"))
    }
}
