import JSONPath
import OpenAPI

/// What is imported: one file, a pasted text, or the files of a folder.
package struct ImportSource: Sendable {
    package struct File: Sendable {
        /// As the user named it; in a folder relative to it, with `/` between names.
        package let path: String
        /// UTF-8 without a byte order mark, if `ImportText.read` made it.
        package let bytes: [UInt8]
        /// The text as JSON or YAML; nil if it is read as neither.
        package let document: Result<DescriptionText, ImportError>?

        /// - Parameter readsDocument: false for kinds that are neither JSON nor YAML, as `.bru`.
        package init(path: String, bytes: [UInt8], readsDocument: Bool = true) {
            self.path = path
            self.bytes = bytes
            guard readsDocument else {
                document = nil
                return
            }
            do throws(DescriptionTextError) {
                document = .success(try DescriptionText.read(bytes))
            } catch {
                document = .failure(
                    ImportError(
                        "The text cannot be read: \(error.reason).",
                        at: ImportPlace(file: path, position: error.place)))
            }
        }

        /// The outermost value of a JSON or YAML text; nil if the text is neither.
        package var root: ImportValue? {
            guard case .success(let text)? = document else { return nil }
            return ImportValue(text: text, node: 0, file: path)
        }
    }

    /// The file or folder as the user named it, for messages and for a name of the collection if it has none.
    package let name: String
    /// One file, or those of a folder in the order of their paths.
    package let files: [File]
    /// The URL that it was fetched from; nil for a file.
    package var address: String?
    /// Reads another file of its folder, for descriptions that are several files. Reads none by itself.
    package var sibling: @Sendable (String) -> Result<DescriptionText, ReferenceFailure> = { _ in
        .failure(ReferenceFailure(reason: "other files are not read here"))
    }

    package init(name: String, files: [File]) {
        self.name = name
        self.files = files
    }

    package init(name: String, bytes: [UInt8]) {
        self.init(name: name, files: [File(path: name, bytes: bytes)])
    }

    /// The file, if it is one.
    package var file: File? { files.count == 1 ? files[0] : nil }
    /// The outermost value of a single JSON or YAML file.
    package var root: ImportValue? { file?.root }
}
