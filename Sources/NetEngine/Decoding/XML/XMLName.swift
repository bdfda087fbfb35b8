/// The name of an element or attribute. Two names are equal when namespace and local part are (Namespaces in XML §2.1);
/// the prefix is how the document abbreviates, and no part of the identity.
public struct XMLName: Sendable, Hashable, CustomStringConvertible {
    /// As written before the colon; nil without one.
    public let prefix: String?
    /// The part after the colon, or all of it.
    public let local: String
    /// The namespace's URI; nil for none.
    public let namespace: String?

    /// A name.
    /// - `namespace`: its URI; nil, the default, means none.
    /// - `prefix`: for show only; default none.
    public init(_ local: String, namespace: String? = nil, prefix: String? = nil) {
        self.prefix = prefix
        self.local = local
        self.namespace = namespace
    }

    /// As written in the document: `prefix:local`.
    public var qualified: String { prefix.map { "\($0):\(local)" } ?? local }

    /// As `qualified`.
    public var description: String { qualified }

    /// Same local part in the same namespace, whatever the prefixes.
    public static func == (a: XMLName, b: XMLName) -> Bool { a.local == b.local && a.namespace == b.namespace }

    /// By local part and namespace.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(local)
        hasher.combine(namespace)
    }
}
