/// Something that a collection may do only when its folder is trusted.
package struct TrustNeed: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Read a variable of the operating system's environment.
        case processVariable(String)
        /// Read a file outside of the folder; the path as written.
        case fileOutside(String)
        /// Write what a request was answered to a file; the path as written.
        case outputFile(String)
    }

    package var kind: Kind
    /// From 1.
    package var line: Int
    /// From the root.
    package var file: String

    /// A clause: what the collection wants to do.
    package var clause: String {
        switch kind {
        case .processVariable(let name): "read the variable \(name) of your environment"
        case .fileOutside(let path): "read \(path), outside of its folder"
        case .outputFile(let path): "write the answer to \(path)"
        }
    }

    /// With the place: `a.http:3: read …`.
    package var sentence: String { "\(file):\(line): \(clause)" }
}
