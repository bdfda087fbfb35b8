/// Something that a collection may do only if it is trusted.
package struct TrustNeed: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Read a variable of the process environment.
        case processVariable(String)
        /// Read a file outside the folder; holds the path as written.
        case fileOutside(String)
        /// Write a response to a file; holds the path as written.
        case outputFile(String)
        /// Use a private value of the user. Only a description that was fetched needs trust for it: it chooses names and servers, and
        /// the values are those of the folder in which it happens to be opened.
        case secret(Secret, for: WebAddress)
    }

    package enum Secret: Sendable, Hashable {
        /// A variable of a private environment file or of `.env`.
        case value(String)
        /// A token of a login, by the login's id.
        case token(String)
        /// A client certificate, by its path as written.
        case certificate(String)
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
        case .secret(.value(let name), let address): "send your private value \(name) in requests of \(address.text)"
        case .secret(.token(let id), let address): "send a token of your login \(id) in requests of \(address.text)"
        case .secret(.certificate(let path), let address):
            "show your client certificate \(path) to servers of \(address.text)"
        }
    }

    /// The clause with its place: `a.http:3: read …`.
    package var sentence: String { "\(file):\(line): \(clause)" }
}
