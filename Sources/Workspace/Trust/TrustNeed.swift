/// Something that a collection may do only if its folder is trusted.
package struct TrustNeed: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Read a variable of the process environment.
        case processVariable(String)
        /// Read a file outside the folder; holds the path as written.
        case fileOutside(String)
        /// Write a response to a file; holds the path as written.
        case outputFile(String)
    }

    package var kind: Kind
    /// Line in the file, counted from 1.
    package var line: Int
    /// Path of the file from the root.
    package var file: String

    /// A clause: what the collection wants to do.
    package var clause: String {
        switch kind {
        case .processVariable(let name): "read the variable \(name) of your environment"
        case .fileOutside(let path): "read \(path), outside of its folder"
        case .outputFile(let path): "write the response to \(path)"
        }
    }

    /// The clause with its place: `a.http:3: read …`.
    package var sentence: String { "\(file):\(line): \(clause)" }
}
