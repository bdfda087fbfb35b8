/// Something that a collection may do only when its folder is trusted.
struct TrustNeed: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// Read a variable of the operating system's environment.
        case processVariable(String)
        /// Read a file outside of the folder; the path as written.
        case fileOutside(String)
        /// Write what a request was answered to a file; the path as written.
        case outputFile(String)
    }

    var kind: Kind
    /// From 1.
    var line: Int
    /// From the root.
    var file: String

    /// A clause: what the collection wants to do.
    var clause: String {
        switch kind {
        case .processVariable(let name): "read the variable \(name) of your environment"
        case .fileOutside(let path): "read \(path), outside of its folder"
        case .outputFile(let path): "write the answer to \(path)"
        }
    }

    /// With the place: `a.http:3: read …`.
    var sentence: String { "\(file):\(line): \(clause)" }
}
