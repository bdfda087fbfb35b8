/// What the user trusts: a folder with all that is below it, or the descriptions of an address.
package enum TrustSubject: Sendable, Hashable {
    case folder(String)
    case address(WebAddress)

    /// - Parameter written: a path, or a URL, which stands for its server.
    package init(_ written: String) { self = WebAddress(written).map { .address($0) } ?? .folder(written) }

    /// As it is listed.
    package var text: String {
        switch self {
        case .folder(let path): path
        case .address(let address): address.text
        }
    }
}

extension CollectionPlace {
    /// What has to be trusted so that this collection is.
    package var trustSubject: TrustSubject { address.map { .address($0) } ?? .folder(root) }
}
